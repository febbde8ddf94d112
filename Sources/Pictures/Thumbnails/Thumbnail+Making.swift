extension Thumbnail {
  /// Makes an upright thumbnail of a photo, with the photo's shape and not larger than the photo.
  ///
  /// The thumbnail in the EXIF data is used if it is large enough and shows the whole photo, which takes less than a
  /// millisecond. Otherwise a JPEG is decoded at a fraction of its size, and a PNG row by row. Safe on any bytes.
  ///
  /// - Parameters:
  ///   - limit: The maximum size; sides are clamped to 1 to ``maxSide`` pixels.
  ///   - budget: Limits for memory and time.
  /// - Throws: `ThumbnailError`; always `.noCodec` without the trait `PictureCodecs`.
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
        return Thumbnail(pixels.rotated(header.orientation))
      }
      let pixels =
        switch header.format {
        case .jpeg: try JPEGPixels.decode(source, in: frame, budget)
        case .png: try PNGPixels.decode(source, in: frame, budget)
        case .gif, .webP, .heic, .avif, .tiff, .bmp: throw ThumbnailError.noCodec(header.format)
        }
      return Thumbnail(pixels.rotated(header.orientation))
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

/// The maximum size of the stored pixels, before they are rotated.
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
