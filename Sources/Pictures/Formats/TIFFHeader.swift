/// Reads a TIFF file's first page (TIFF 6.0, 2 and 8), which has the structure of an EXIF block.
enum TIFFHeader {
  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    guard let fields = try ExifFields(reading: file) else { return }
    header.setSize(width: fields.width ?? 0, height: fields.height ?? 0)
    fields.apply(to: &header)
  }
}
