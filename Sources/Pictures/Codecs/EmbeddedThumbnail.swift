#if PictureCodecs
  /// The small JPEG in a photo's EXIF data, which can replace decoding the photo.
  ///
  /// It is not used if its aspect ratio differs: many cameras add black bars to make it 4:3, and programs that crop or
  /// rotate a photo often keep the old thumbnail.
  struct EmbeddedThumbnail {
    /// The largest relative difference of aspect ratios; that of 160 by 120 pixels cannot be more exact.
    private static let ratioTolerance = 0.02
    /// The maximum size in bytes, which is more than fits into an EXIF segment.
    private static let maxByteCount = 65_536
    private static let maxPixelCount = 1_000_000

    private let range: Range<Int>?
    private let photo: PixelSize?

    init(_ header: ImageHeader) {
      range = header.thumbnail
      photo = header.width.flatMap { width in header.height.map { PixelSize(width: width, height: $0) } }
    }

    /// Returns the thumbnail at the size that the whole photo would get; `nil` if it cannot be used.
    func pixels(from source: some ByteSource, in frame: ThumbnailFrame, _ budget: ThumbnailBudget)
      -> PixelGrid?
    {
      guard let range, let photo, range.count <= Self.maxByteCount else { return nil }
      let target = frame.size(of: photo)
      // If anything fails, the photo itself is decoded.
      guard let jpeg = try? JPEGFile(ByteSlice(source, in: range)),
        isUsable(jpeg.size, for: target, of: photo)
      else { return nil }
      return try? jpeg.pixels(at: target, budget)
    }

    private func isUsable(_ size: PixelSize, for target: PixelSize, of photo: PixelSize) -> Bool {
      let ratio = Double(size.width) * Double(photo.height) / (Double(size.height) * Double(photo.width))
      return size.width >= target.width && size.height >= target.height
        && size.width * size.height <= Self.maxPixelCount && abs(ratio - 1) <= Self.ratioTolerance
    }
  }
#endif
