#if PictureCodecs
  import CJPEG
#endif

extension PixelGrid {
  /// Returns the picture as a JPEG without metadata; `nil` without the trait `PictureCodecs` or without memory.
  ///
  /// - Parameter quality: From 1 to 100.
  package func jpeg(quality: Int = 80, isProgressive: Bool = false) -> [UInt8]? {
    #if PictureCodecs
      bytes.withUnsafeBufferPointer { bytes in
        let picture = jpeg_picture(
          bytes: bytes.baseAddress, width: UInt32(size.width), height: UInt32(size.height))
        var count = 0
        let jpeg = jpeg_encode(picture, Int32(min(100, max(1, quality))), isProgressive, &count)
        defer { jpeg_free(jpeg) }
        return jpeg.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
      }
    #else
      nil
    #endif
  }
}
