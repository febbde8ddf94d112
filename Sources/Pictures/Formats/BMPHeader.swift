/// Reads the size from a bitmap's information header, of OS/2 or of Windows.
enum BMPHeader {
  private static let oldHeaderSize = 12
  private static let headerSizes: Set<Int> = [oldHeaderSize, 16, 40, 52, 56, 64, 108, 124]

  /// Returns whether the file is a bitmap: it begins with `BM` and its information header has a known size.
  static func isAnnounced(in file: BoundedBytes) throws -> Bool {
    guard try file.has(Array("BM".utf8), at: 0), file.count >= 18 else { return false }
    return try headerSizes.contains(file.integer(at: 14, width: 4, .little))
  }

  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    if try file.integer(at: 14, width: 4, .little) == oldHeaderSize {
      let width = try file.integer(at: 18, width: 2, .little)
      let height = try file.integer(at: 20, width: 2, .little)
      return header.setSize(width: width, height: height)
    }
    let width = try signed(file.integer(at: 18, width: 4, .little))
    let height = try signed(file.integer(at: 22, width: 4, .little))
    // A negative height means that the rows are stored from the top.
    header.setSize(width: width, height: abs(height))
  }

  private static func signed(_ number: Int) -> Int {
    Int(Int32(truncatingIfNeeded: number))
  }
}
