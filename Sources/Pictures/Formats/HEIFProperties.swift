/// A property of an item.
enum HEIFProperty {
  case size(width: Int, height: Int)
  /// The size of the part of the picture that is shown.
  case crop(width: Int, height: Int)
  case orientation(ImageOrientation)
  case other
}

/// The properties of a file and which of them belong to which item (`iprp`: `ipco` and `ipma`).
struct HEIFProperties {
  private let properties: [HEIFProperty]
  private let associations: BoundedBytes

  init(in box: BoundedBytes) throws {
    var containers = BoxWalker(box)
    guard let container = try containers.first("ipco") else { throw HeaderError.malformed }
    var boxes = BoxWalker(box)
    guard let associations = try boxes.first("ipma") else { throw HeaderError.malformed }
    properties = try Self.properties(in: container.body)
    self.associations = associations.body
  }

  /// Returns the properties of an item, in the order in which they are applied.
  func properties(ofItem item: Int) throws -> [HEIFProperty] {
    try indexes(ofItem: item).filter(properties.indices.contains).map { properties[$0] }
  }

  private static func properties(in container: BoundedBytes) throws -> [HEIFProperty] {
    var properties: [HEIFProperty] = []
    try ignoringMalformed {
      var walker = BoxWalker(container)
      while let box = try walker.next() {
        // Properties are referred to by index, so a malformed one is kept.
        properties.append(.other)
        try ignoringMalformed { properties[properties.count - 1] = try property(box) }
      }
    }
    return properties
  }

  private static func property(_ box: Box) throws -> HEIFProperty {
    switch box.type {
    case "ispe":
      let width = try box.body.integer(at: 4, width: 4)
      return .size(width: width, height: try box.body.integer(at: 8, width: 4))
    case "clap":
      return .crop(width: try wholeNumber(box.body, at: 0), height: try wholeNumber(box.body, at: 8))
    case "irot":  // written counterclockwise
      let quarterTurns = try box.body.integer(at: 0, width: 1)
      return .orientation(ImageOrientation(mirrored: false, quarterTurns: -quarterTurns))
    case "imir":
      let exchangesLeftAndRight = try box.body.integer(at: 0, width: 1) & 1 == 1
      return .orientation(exchangesLeftAndRight ? .mirrored : .mirroredHalfTurn)
    default:
      return .other
    }
  }

  /// Returns a fraction, rounded down.
  private static func wholeNumber(_ body: BoundedBytes, at offset: Int) throws -> Int {
    let numerator = try body.integer(at: offset, width: 4)
    let denominator = try body.integer(at: offset + 4, width: 4)
    guard denominator > 0 else { throw HeaderError.malformed }
    return numerator / denominator
  }

  /// Returns the indexes of the properties of an item.
  private func indexes(ofItem item: Int) throws -> [Int] {
    var cursor = Cursor(associations)
    let version = try cursor.integer(1)
    let hasWideIndexes = try cursor.integer(3) & 1 == 1
    for _ in 0..<(try cursor.integer(4)) {
      try associations.reader.takeStep()
      let isWanted = try cursor.integer(version < 1 ? 2 : 4) == item
      let count = try cursor.integer(1)
      if isWanted { return try indexes(count, wide: hasWideIndexes, &cursor) }
      try cursor.skip(hasWideIndexes ? 2 * count : count)
    }
    return []
  }

  /// Reads indexes: they count from 1, 0 for none, and the top bit says whether the property is essential.
  private func indexes(_ count: Int, wide: Bool, _ cursor: inout Cursor) throws -> [Int] {
    var indexes: [Int] = []
    for _ in 0..<count {
      indexes.append(try cursor.integer(wide ? 2 : 1) & (wide ? 0x7FFF : 0x7F) - 1)
    }
    return indexes
  }
}
