/// Reads the logical screen's size (GIF89a, 18).
enum GIFHeader {
  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    let width = try file.integer(at: 6, width: 2, .little)
    let height = try file.integer(at: 8, width: 2, .little)
    header.setSize(width: width, height: height)
  }
}
