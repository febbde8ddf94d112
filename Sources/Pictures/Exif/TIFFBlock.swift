/// A TIFF structure: a byte order and directories of entries ("IFDs") that point at each other by offset.
struct TIFFBlock {
  /// The directories seen so far, so that one that points back is not read again.
  private var visited: Set<Int> = []
  private let region: BoundedBytes
  private let order: ByteOrder

  /// The structure that fills `region`; `nil` when it does not begin like one.
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

  /// Reads the directory at `offset`; one that was read before is malformed.
  mutating func directory(at offset: Int) throws -> TIFFDirectory {
    guard (8...max(8, region.count)).contains(offset), visited.insert(offset).inserted else {
      throw HeaderError.malformed
    }
    return try TIFFDirectory(Cursor(region, at: offset, order))
  }
}

/// The entries of one directory that are of interest; their values are fetched when asked for.
struct TIFFDirectory {
  /// More than any camera writes.
  private static let maxEntryCount = 512
  private static let entrySize = 12

  private var entries: [TIFFTag: TIFFEntry] = [:]
  /// Where the next directory is, if there is one.
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
    // A cut block has no more to offer than the entries above.
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
  /// Text beyond this is no date and no camera's name.
  private static let maxTextLength = 256

  private let region: BoundedBytes
  private let order: ByteOrder
  private let type: Int
  private let count: Int
  /// Where the four bytes are that hold the value, or its offset when it is longer.
  private let valueOffset: Int

  init(_ cursor: inout Cursor) throws {
    region = cursor.region
    order = cursor.order
    type = try cursor.integer(2)
    count = try cursor.integer(4)
    valueOffset = cursor.offset
    try cursor.skip(4)
  }

  /// A single BYTE, SHORT, LONG or IFD.
  func integer() throws -> Int? {
    guard count == 1, let width = [1: 1, 3: 2, 4: 4, 13: 4][type] else { return nil }
    return try region.integer(at: valueOffset, width: width, order)
  }

  /// ASCII or UTF-8, which some cameras write in its place, up to its first zero byte.
  func text() throws -> String? {
    guard [2, 129].contains(type), count > 0 else { return nil }
    let offset = count <= 4 ? valueOffset : try region.integer(at: valueOffset, width: 4, order)
    let bytes = try region.bytes(at: offset, count: min(count, Self.maxTextLength))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
