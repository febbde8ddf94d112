/// What a photo's first bytes tell about it, without decoding a pixel.
///
///     guard let header = try ImageHeader(reading: FileBytes(path: path)) else { return "no picture" }
///     print(header.format.rawValue, header.displayedSize)
///
/// What the file does not say, or says wrongly, is `nil`.
package struct ImageHeader: Hashable, Sendable {
  package var format: ImageFormat
  /// Pixels in a stored row, 1 to 2^31-1; without what the file says to crop.
  package var width: Int?
  /// Stored rows of pixels, 1 to 2^31-1; without what the file says to crop.
  package var height: Int?
  /// How to turn the stored pixels; upright where the file does not say.
  package var orientation: ImageOrientation = .upright
  /// When the photo was taken, as the camera's clock showed it.
  ///
  /// ISO 8601 text as precise as known: `2019-06-01`, `2019-06-01T18:04:00`, and where the camera knew its time
  /// zone `2019-06-01T18:04:00+02:00` or `...Z`.
  package var takenAt: String?
  /// The camera's model, with its make in front where the model alone would not say it.
  ///
  /// Printable, at most 64 characters.
  package var camera: String?
  /// Where in the source a small JPEG of the picture lies, for a quick thumbnail.
  ///
  /// The range is within the source and begins like a JPEG; nothing more is known of it.
  package var thumbnail: Range<Int>?

  package init(format: ImageFormat) {
    self.format = format
  }
}

extension ImageHeader {
  /// Reads a picture's header; `nil` when the bytes are of no format that is known.
  ///
  /// Safe on any bytes: it fetches at most 1,000,000 bytes in at most 4,096 reads and then makes do with what it
  /// has learned. Only faults of the source itself are thrown.
  package init?(reading source: some ByteSource) throws {
    let file = BoundedBytes(allOf: source)
    do {
      guard let format = try ImageFormat(signatureOf: file) else { return nil }
      self.init(format: format)
    } catch is HeaderError {
      return nil
    }
    try readDetails(of: file)
  }

  private mutating func readDetails(of file: BoundedBytes) throws {
    do {
      try format.readHeader(of: file, into: &self)
    } catch is HeaderError {
      // What was read before the content went wrong is kept.
      return
    }
  }
}

extension ImageHeader {
  /// The size of the picture as it is looked at, with the orientation applied.
  package var displayedSize: PixelSize? {
    guard let width, let height else { return nil }
    return orientation.swapsSides
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }
}

extension ImageHeader {
  /// Takes over the stored size, leaving out a side that cannot be one.
  mutating func setSize(width: Int, height: Int) {
    let possible = 1...Int(Int32.max)
    self.width = possible.contains(width) ? width : nil
    self.height = possible.contains(height) ? height : nil
  }

  /// Takes over the size of a part of the stored picture, if it can be one.
  mutating func crop(width: Int, height: Int) {
    guard let wholeWidth = self.width, let wholeHeight = self.height,
      (1...wholeWidth).contains(width), (1...wholeHeight).contains(height)
    else { return }
    setSize(width: width, height: height)
  }
}
