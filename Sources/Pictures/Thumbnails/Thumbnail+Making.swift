extension Thumbnail {
  /// Makes a thumbnail of a photo, upright, with the photo's shape and at most as large as `limit` and the photo.
  ///
  /// A thumbnail that the photo brings with it is used where it shows the whole photo and is large enough; it takes less
  /// than a millisecond. Else a JPEG is decoded at a fraction of its size and a PNG row by row. Safe on any bytes. Without
  /// the trait `PictureCodecs` everything is refused.
  ///
  /// - Parameter limit: Sides of 1 to `maxSide` pixels; what is beyond is taken for the nearest of them.
  package static func make(
    from source: some ByteSource, fitting limit: PixelSize = standardSize,
    budget: ThumbnailBudget = ThumbnailBudget()
  ) throws(ThumbnailError) -> Thumbnail {
    let header = try header(of: source)
    let possible = 1...maxSide
    let limit = PixelSize(
      width: limit.width.clamped(to: possible), height: limit.height.clamped(to: possible))
    let frame = ThumbnailFrame(limit: limit, orientation: header.orientation)
    #if PictureCodecs
      if let pixels = EmbeddedThumbnail(header).pixels(from: source, in: frame, budget) {
        return Thumbnail(pixels.turned(header.orientation))
      }
      let pixels =
        switch header.format {
        case .jpeg: try JPEGPixels.decode(source, in: frame, budget)
        case .png: try PNGPixels.decode(source, in: frame, budget)
        case .gif, .webP, .heic, .avif, .tiff, .bmp: throw ThumbnailError.noCodec(header.format)
        }
      return Thumbnail(pixels.turned(header.orientation))
    #else
      throw ThumbnailError.noCodec(header.format)
    #endif
  }

  private static func header(of source: some ByteSource) throws(ThumbnailError) -> ImageHeader {
    let header: ImageHeader?
    do {
      header = try ImageHeader(reading: source)
    } catch {
      throw .unreadable("\(error)")
    }
    guard let header else { throw .unknownFormat }
    return header
  }
}

/// How large the stored pixels have to become, before they are turned.
struct ThumbnailFrame {
  private let storedLimit: PixelSize

  init(limit: PixelSize, orientation: ImageOrientation) {
    storedLimit = orientation.swapsSides ? limit.swapped : limit
  }

  func size(of stored: PixelSize) -> PixelSize { stored.fitted(into: storedLimit) }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
