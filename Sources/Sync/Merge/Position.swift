package import Foundation

/// The position of a photo among those of its beer, as a fractional index: bytes in lexicographic order.
///
/// There is always a position between two others, so moving a photo changes no other photo. If two devices give two
/// photos the same position, the UUIDs of the photos decide.
package struct Position: Hashable, Comparable, Sendable {
  /// Not empty, and the last byte is not 0.
  package let bytes: Data

  /// Creates a position from its bytes; `nil` if they are empty or end with 0, because no position fits before them.
  package init?(_ bytes: Data) {
    guard let last = bytes.last, last != 0 else { return nil }
    self.bytes = Data(bytes)
  }

  private init(checked bytes: [UInt8]) { self.bytes = Data(bytes) }

  /// Orders positions by their bytes, from the first photo to the last.
  package static func < (left: Position, right: Position) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Returns a position between two others.
  ///
  /// - Parameters:
  ///   - lower: The position before it; `nil` for the beginning.
  ///   - upper: The position after it; `nil` for the end.
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

  /// Returns the bytes of a position after another one, at most one byte longer.
  private static func after(_ low: ArraySlice<UInt8>) -> [UInt8] {
    guard let digit = low.firstIndex(where: { $0 < 0xFF }) else { return low + [0x80] }
    return Array(low[..<digit]) + [low[digit] + 1]
  }

  /// Returns increasing positions for photos in a given order, keeping as many of the present ones as possible.
  ///
  /// - Parameters:
  ///   - positions: The present positions, in the new order; `nil` for a photo that has none. Of several photos with the
  ///     same position only one keeps it, because no position fits between equal ones.
  ///   - moved: The indices of photos that the user has moved. If it is as good as keeping theirs, the others keep their
  ///     positions: after two photos have changed places, only the moved one has changed for other devices, which may
  ///     have deleted the other.
  package static func arranged(_ positions: [Position?], moved: Set<Int> = []) -> [Position] {
    var arranged: [Position] = []
    let longest = longestIncreasingSubsequence(of: positions)
    let others = longestIncreasingSubsequence(
      of: positions.indices.map { moved.contains($0) ? nil : positions[$0] })
    var kept = (others.count == longest.count ? others : longest)[...]
    while arranged.count < positions.count {
      let next = kept.popFirst()
      let upper = next.flatMap { positions[$0] }
      arranged += spread((next ?? positions.count) - arranged.count, arranged.last, upper)
      if let upper { arranged.append(upper) }
    }
    return arranged
  }

  /// Returns positions between two others, evenly spread so that they stay short.
  private static func spread(_ count: Int, _ lower: Position?, _ upper: Position?) -> [Position] {
    guard count > 0 else { return [] }
    guard upper != nil else {
      var positions: [Position] = []
      for _ in 0..<count { if let next = between(positions.last ?? lower, nil) { positions.append(next) } }
      return positions
    }
    guard let middle = between(lower, upper) else { return [] }
    return spread(count / 2, lower, middle) + [middle] + spread(count - count / 2 - 1, middle, upper)
  }

  /// Returns the indices of a longest increasing subsequence, found by patience sorting.
  private static func longestIncreasingSubsequence(of positions: [Position?]) -> [Int] {
    /// The index of the smallest position that ends a sequence of each length.
    var ends: [Int] = []
    var previous: [Int: Int] = [:]
    for (index, position) in positions.enumerated() {
      guard let position else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if let end = positions[ends[middle]], end < position { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var indices: [Int] = []
    var index = ends.last
    while let current = index {
      indices.append(current)
      index = previous[current]
    }
    return indices.reversed()
  }
}
