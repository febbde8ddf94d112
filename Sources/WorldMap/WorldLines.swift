/// The coastlines and borders of the world, for maps of a few hundred kilometers and more.
package struct WorldLines: Sendable {
  /// What a line stands for.
  package enum Kind: Character, Sendable {
    /// Between land and sea.
    case coast = "c"
    /// Between countries.
    case border = "b"
  }

  /// A line from point to point.
  package struct Line: Sendable {
    /// What the line stands for.
    package let kind: Kind
    /// The points, at least two.
    package fileprivate(set) var points: [MapPosition]
    /// The southernmost and the northernmost latitude.
    package fileprivate(set) var latitudes: ClosedRange<Double>
  }

  /// The number of units in a degree; the text has whole units.
  private static let unitsPerDegree = 100.0

  /// All lines in the order of the text.
  package private(set) var lines: [Line] = []
  /// The numbers of malformed lines, from 1.
  package private(set) var malformedLines: [Int] = []

  /// The lines of the program, which are decoded when they are first used.
  package static let shipped = data.withUTF8Buffer { WorldLines(Array($0)) }

  /// Decodes a text that `Packaging/world-map` has written, leaving out malformed lines.
  ///
  /// The script describes the format.
  package init(_ bytes: [UInt8]) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      if let decoded = Self.line(line) { lines.append(decoded) } else { malformedLines.append(index + 1) }
    }
  }

  /// Decodes a line; `nil` if it is malformed.
  private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    guard let first = bytes.first, let kind = Kind(rawValue: Character(Unicode.Scalar(first))) else {
      return nil
    }
    var digits = bytes.dropFirst()
    var longitude = 0
    var latitude = 0
    var points: [MapPosition] = []
    var south = Double.infinity
    var north = -Double.infinity
    while !digits.isEmpty {
      guard let x = number(&digits), let y = number(&digits) else { return nil }
      longitude = longitude + x
      latitude = latitude + y
      guard abs(longitude) <= 180 * Int(unitsPerDegree), abs(latitude) <= 90 * Int(unitsPerDegree) else {
        return nil
      }
      let point = MapPosition(
        latitude: Double(latitude) / unitsPerDegree, longitude: Double(longitude) / unitsPerDegree)
      south = min(south, point.latitude)
      north = max(north, point.latitude)
      points.append(point)
    }
    return points.count < 2 ? nil : Line(kind: kind, points: points, latitudes: south...north)
  }

  /// Decodes and removes a number, which is zigzag-encoded in groups of five bits; `nil` if it is malformed.
  private static func number(_ digits: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    var shift = 0
    while let byte = digits.popFirst(), 0x30..<0x70 ~= byte, shift <= 20 {
      let digit = Int(byte) - 0x30
      value |= (digit & 31) << shift
      if digit < 32 { return value & 1 == 0 ? value >> 1 : -(value >> 1) }
      shift += 5
    }
    return nil
  }
}
