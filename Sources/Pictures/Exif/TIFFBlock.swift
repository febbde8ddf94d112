/// A TIFF structure: a byte order and directories of entries ("IFDs") that point at each other by offset.
struct TIFFBlock {
  /// The offsets of directories that were read, to detect cycles.
  private var visited: Set<Int> = []
  private let region: BoundedBytes
  private let order: ByteOrder

  /// `nil` if the region does not begin with a TIFF header.
  init?(_ region: BoundedBytes) throws {
    if try region.has([0x49, 0x49, 0x2A, 0x00], at: 0) {
      order = .little
    } else if try region.has([0x4D, 0x4D, 0x00, 0x2A], at: 0) {
      order = .big
    } else {
      return nil
    }
    self.region = region
  }

  mutating func firstDirectory() throws -> TIFFDirectory {
    try directory(at: region.integer(at: 4, width: 4, order))
  }

  /// Reads the directory at `offset`; throws `.malformed` if it was read before.
  mutating func directory(at offset: Int) throws -> TIFFDirectory {
    guard (8...max(8, region.count)).contains(offset), visited.insert(offset).inserted else {
      throw HeaderError.malformed
    }
    return try TIFFDirectory(Cursor(region, at: offset, order))
  }
}

/// The known entries of one directory; their values are read on demand.
struct TIFFDirectory {
  /// A limit that no camera exceeds.
  private static let maxEntryCount = 512
  private static let entrySize = 12

  private var entries: [TIFFTag: TIFFEntry] = [:]
  /// The offset of the next directory; `nil` if the block ends before.
  private(set) var nextOffset: Int?

  fileprivate init(_ start: Cursor) throws {
    var cursor = start
    let count = try cursor.integer(2)
    guard count <= Self.maxEntryCount else { throw HeaderError.malformed }
    for _ in 0..<min(count, cursor.remaining / Self.entrySize) {
      try cursor.region.reader.takeStep()
      let number = try cursor.integer(2)
      let entry = try TIFFEntry(&cursor)
      if let tag = TIFFTag(rawValue: number), entries[tag] == nil { entries[tag] = entry }
    }
    // A truncated block has only the entries above.
    if cursor.remaining >= 4 { nextOffset = try cursor.integer(4) }
  }

  func integer(_ tag: TIFFTag) throws -> Int? {
    try entries[tag]?.integer()
  }

  func text(_ tag: TIFFTag) throws -> String? {
    try entries[tag]?.text()
  }
}

/// One value of a directory.
private struct TIFFEntry {
  /// In bytes; dates and names of cameras are shorter.
  private static let maxTextLength = 256

  private let region: BoundedBytes
  private let order: ByteOrder
  private let type: Int
  private let count: Int
  /// The offset of the four bytes with the value, or with its offset if it is longer.
  private let valueOffset: Int

  init(_ cursor: inout Cursor) throws {
    region = cursor.region
    order = cursor.order
    type = try cursor.integer(2)
    count = try cursor.integer(4)
    valueOffset = cursor.offset
    try cursor.skip(4)
  }

  /// Returns a single BYTE, SHORT, LONG or IFD; `nil` for other types.
  func integer() throws -> Int? {
    guard count == 1, let width = [1: 1, 3: 2, 4: 4, 13: 4][type] else { return nil }
    return try region.integer(at: valueOffset, width: width, order)
  }

  /// Returns ASCII or UTF-8 text up to its first zero byte; `nil` for other types.
  func text() throws -> String? {
    guard [2, 129].contains(type), count > 0 else { return nil }
    let offset = count <= 4 ? valueOffset : try region.integer(at: valueOffset, width: 4, order)
    let bytes = try region.bytes(at: offset, count: min(count, Self.maxTextLength))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
