package import Foundation

/// Where a photo is among the photos of its beer: bytes that are compared one by one.
///
/// There is a position between any two, so that moving a photo changes no other one. Two devices may give two photos
/// the same position; then their UUIDs decide.
package struct Position: Hashable, Comparable, Sendable {
  /// Not empty, and the last byte is not 0.
  package let bytes: Data

  /// `nil` if the bytes are empty or end with 0, so that nothing fits before them.
  package init?(_ bytes: Data) {
    guard let last = bytes.last, last != 0 else { return nil }
    self.bytes = Data(bytes)
  }

  private init(checked bytes: [UInt8]) { self.bytes = Data(bytes) }

  package static func < (left: Position, right: Position) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Returns a position between two.
  ///
  /// - Parameters:
  ///   - lower: `nil` for the beginning.
  ///   - upper: `nil` for the end.
  /// - Returns: `nil` if `lower` is not less than `upper`.
  package static func between(_ lower: Position?, _ upper: Position?) -> Position? {
    let low = lower.map { Array($0.bytes) } ?? []
    guard let upper else { return Position(checked: after(low[...])) }
    guard lower.map({ $0 < upper }) ?? true else { return nil }
    let high = Array(upper.bytes)
    guard let digit = high.indices.first(where: { high[$0] != ($0 < low.count ? low[$0] : 0) }) else {
      return nil
    }
    let floor = digit < low.count ? low[digit] : 0
    let prefix = Array(high[..<digit])
    if high[digit] - floor > 1 { return Position(checked: prefix + [floor + (high[digit] - floor) / 2]) }
    return Position(checked: prefix + [floor] + after(low.dropFirst(digit + 1)))
  }

  /// Returns the bytes of a position after another one, not much longer.
  private static func after(_ low: ArraySlice<UInt8>) -> [UInt8] {
    guard let digit = low.firstIndex(where: { $0 < 0xFF }) else { return low + [0x80] }
    return Array(low[..<digit]) + [low[digit] + 1]
  }

  /// Returns the positions to write so that a photo comes before another one.
  ///
  /// - Parameters:
  ///   - photo: The photo to move or insert.
  ///   - index: Its new index among the others.
  ///   - others: The other photos in their order.
  /// - Returns: A position for the photo, and new ones for those after it that share the position before it, as nothing
  ///   fits between these.
  package static func placing(_ photo: UUID, at index: Int, among others: [(photo: UUID, position: Position)])
    -> [(photo: UUID, position: Position)]
  {
    let index = min(max(index, 0), others.count)
    var lower = index > 0 ? others[index - 1].position : nil
    let tied = others[index...].prefix { $0.position == lower }
    let next = index + tied.count
    let upper = next < others.count ? others[next].position : nil
    return ([photo] + tied.map(\.photo)).compactMap { photo in
      guard let position = between(lower, upper) else { return nil }
      lower = position
      return (photo, position)
    }
  }
}
