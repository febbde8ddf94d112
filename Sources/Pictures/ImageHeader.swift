/// The properties of a picture that are known without decoding its pixels.
///
///     guard let header = try ImageHeader(reading: FileBytes(path: path)) else { return "no picture" }
///     print(header.format.rawValue, header.displayedSize)
///
/// Properties that are missing or malformed are `nil`.
package struct ImageHeader: Hashable, Sendable {
  /// The format according to the first bytes; the name of the file is ignored.
  package var format: ImageFormat
  /// Pixels in a stored row, 1 to 2^31-1, after cropping that the file asks for.
  package var width: Int?
  /// Stored rows of pixels, 1 to 2^31-1, after cropping that the file asks for.
  package var height: Int?
  /// How to rotate the stored pixels for display; upright if the file does not say.
  package var orientation: ImageOrientation = .upright
  /// When the photo was taken, as the camera's clock showed it.
  ///
  /// ISO 8601 text, as precise as it is known: `2019-06-01`, `2019-06-01T18:04:00`, or with a time zone
  /// `2019-06-01T18:04:00+02:00` or `2019-06-01T16:04:00Z`.
  package var takenAt: String?
  /// The camera's model, after its make unless the model names it.
  ///
  /// Printable, at most 64 characters.
  package var camera: String?
  /// The range of a small JPEG of the picture in the source.
  ///
  /// It is within the source and begins like a JPEG; nothing else was checked.
  package var thumbnail: Range<Int>?

  /// Creates a header of which only the format is known.
  package init(format: ImageFormat) {
    self.format = format
  }
}

extension ImageHeader {
  /// Reads a picture's header; `nil` if the format is unknown.
  ///
  /// Safe on any bytes: it reads at most 1,000,000 bytes in at most 4,096 calls, and keeps what it has until then.
  ///
  /// - Throws: Errors of the source only.
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
      // What was read before is kept.
      return
    }
  }
}

extension ImageHeader {
  /// The size of the displayed picture, with the orientation applied; `nil` if a side is unknown.
  package var displayedSize: PixelSize? {
    guard let width, let height else { return nil }
    return orientation.swapsSides
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }
}

extension ImageHeader {
  /// Sets the stored size; a side out of range becomes `nil`.
  mutating func setSize(width: Int, height: Int) {
    let possible = 1...Int(Int32.max)
    self.width = possible.contains(width) ? width : nil
    self.height = possible.contains(height) ? height : nil
  }

  /// Sets the size to that of a part of the picture; does nothing if it is larger than the picture.
  mutating func crop(width: Int, height: Int) {
    guard let wholeWidth = self.width, let wholeHeight = self.height,
      (1...wholeWidth).contains(width), (1...wholeHeight).contains(height)
    else { return }
    setSize(width: width, height: height)
  }
}
