#if PictureCodecs
  /// The small JPEG that cameras put into a photo's EXIF block, where it can stand for the photo.
  ///
  /// It cannot where its shape is another: many cameras put black bars above and below to make it 4:3, and programs that
  /// crop or turn a photo often leave the old one in.
  struct EmbeddedThumbnail {
    /// 160 pixels beside 120 cannot tell a ratio more finely.
    private static let shapeTolerance = 0.02
    /// More than an EXIF block can hold.
    private static let maxByteCount = 65_536
    private static let maxPixelCount = 1_000_000

    private let range: Range<Int>?
    private let photo: PixelSize?

    init(_ header: ImageHeader) {
      range = header.thumbnail
      photo = header.width.flatMap { width in header.height.map { PixelSize(width: width, height: $0) } }
    }

    /// The thumbnail in the size that the whole photo would get; `nil` where it cannot be used for any reason.
    func pixels(from source: some ByteSource, in frame: ThumbnailFrame, _ budget: ThumbnailBudget)
      -> PixelGrid?
    {
      guard let range, let photo, range.count <= Self.maxByteCount else { return nil }
      let target = frame.size(of: photo)
      // What goes wrong here costs nothing but time: the photo itself is decoded then.
      guard let jpeg = try? JPEGFile(in: ByteSlice(source, in: range), atMost: Self.maxByteCount),
        isUsable(jpeg.frame.size, for: target, of: photo)
      else { return nil }
      return try? jpeg.pixels(at: target, budget)
    }

    private func isUsable(_ size: PixelSize, for target: PixelSize, of photo: PixelSize) -> Bool {
      let ratio = Double(size.width) * Double(photo.height) / (Double(size.height) * Double(photo.width))
      return size.width >= target.width && size.height >= target.height
        && size.width * size.height <= Self.maxPixelCount && abs(ratio - 1) <= Self.shapeTolerance
    }
  }
#endif
