#if PictureCodecs
  import CTurboJPEG
#endif

extension Thumbnail {
  /// Returns the picture as a JPEG without metadata; `nil` without the trait `PictureCodecs` or without memory.
  ///
  /// - Parameter quality: From 1 to 100.
  package func jpeg(quality: Int = 80) -> [UInt8]? {
    #if PictureCodecs
      guard let encoder = tjInitCompress() else { return nil }
      defer { tjDestroy(encoder) }
      var bytes = UnsafeMutablePointer<UInt8>?.none
      var count = UInt(0)
      defer { tjFree(bytes) }
      let size = pixels.size
      let status = tjCompress2(
        encoder, pixels.bytes, Int32(size.width), Int32(3 * size.width), Int32(size.height),
        Int32(TJPF_RGB.rawValue), &bytes, &count, Int32(TJSAMP_420.rawValue),
        Int32(min(100, max(1, quality))), 0)
      guard status == 0, let bytes else { return nil }
      return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    #else
      return nil
    #endif
  }
}
