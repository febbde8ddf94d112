/// Finds items and their bytes (`iinf` and `iloc`).
enum HEIFItems {
  /// The position and the length of an item.
  struct Location {
    /// Whether the offset is relative to the `idat` box instead of the file.
    var isInItemData = false
    var offset = 0
    var length = 0
  }

  static func firstItem(ofType type: FourCC, in infos: BoundedBytes) throws -> Int? {
    let countWidth = try infos.integer(at: 0, width: 1) == 0 ? 2 : 4
    var walker = BoxWalker(try infos.region(from: 4 + countWidth))
    while let box = try walker.next() {
      guard box.type == "infe", let entry = try itemEntry(box.body) else { continue }
      if entry.type == type { return entry.id }
    }
    return nil
  }

  /// Returns the item of an entry; `nil` for an entry before version 2, which has no type.
  private static func itemEntry(_ body: BoundedBytes) throws -> (id: Int, type: FourCC)? {
    var cursor = Cursor(body)
    let version = try cursor.integer(1)
    guard version >= 2 else { return nil }
    try cursor.skip(3)
    let id = try cursor.integer(version == 2 ? 2 : 4)
    try cursor.skip(2)  // the protection scheme
    return (id, try cursor.fourCC())
  }

  static func location(of item: Int, in locations: BoundedBytes) throws -> Location? {
    var cursor = Cursor(locations)
    let layout = try LocationLayout(&cursor)
    for _ in 0..<layout.itemCount {
      try locations.reader.takeStep()
      let (id, location) = try layout.nextLocation(&cursor)
      if id == item { return location }
    }
    return nil
  }
}

/// The widths of the numbers in an `iloc` box.
private struct LocationLayout {
  private let version: Int
  private let offsetWidth: Int
  private let lengthWidth: Int
  private let baseWidth: Int
  private let indexWidth: Int
  let itemCount: Int

  init(_ cursor: inout Cursor) throws {
    version = try cursor.integer(1)
    try cursor.skip(3)
    let widths = try cursor.integer(2)
    offsetWidth = widths >> 12
    lengthWidth = widths >> 8 & 15
    baseWidth = widths >> 4 & 15
    indexWidth = version == 0 ? 0 : widths & 15
    itemCount = try cursor.integer(version < 2 ? 2 : 4)
    guard [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy([0, 4, 8].contains) else {
      throw HeaderError.malformed
    }
  }

  /// Returns the next item and the location of its first extent; `nil` for an item in another file.
  func nextLocation(_ cursor: inout Cursor) throws -> (id: Int, location: HEIFItems.Location?) {
    let id = try cursor.integer(version < 2 ? 2 : 4)
    let method = version == 0 ? 0 : try cursor.integer(2) & 15
    let isInThisFile = try cursor.integer(2) == 0
    let base = try cursor.integer(baseWidth)
    let extents = try cursor.integer(2)
    guard extents > 0 else { return (id, nil) }
    let location = try firstExtent(&cursor, base: base, method: method)
    try cursor.skip((extents - 1) * (indexWidth + offsetWidth + lengthWidth))
    return (id, isInThisFile && method < 2 ? location : nil)
  }

  private func firstExtent(_ cursor: inout Cursor, base: Int, method: Int) throws -> HEIFItems.Location {
    try cursor.skip(indexWidth)
    let (offset, overflows) = base.addingReportingOverflow(try cursor.integer(offsetWidth))
    let length = try cursor.integer(lengthWidth)
    guard !overflows else { throw HeaderError.malformed }
    // A length of 0 means up to the end.
    return HEIFItems.Location(isInItemData: method == 1, offset: offset, length: length == 0 ? .max : length)
  }
}
