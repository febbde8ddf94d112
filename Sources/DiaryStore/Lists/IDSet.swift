import SQLiteKit

/// A set of beer ids, which takes one bit for each id up to the highest, so 125 KB for a million beers.
package struct IDSet: Hashable, Sendable {
  /// Ids from here on, and negative ones, are stored one by one; only stores made by hand have them.
  private static let denseEnd: Int64 = 1 << 26

  private var words: [UInt64] = []
  private var others: Set<Int64> = []

  /// Creates an empty set.
  package init() {}

  /// Creates a set of the ids of a cursor.
  ///
  /// - Throws: `CancellationError`.
  init(_ rows: RowIDCursor, isCancelled: () -> Bool = { false }) throws {
    var count = 0
    try rows.forEach { id in
      count += 1
      if count & 0xFFF == 0, isCancelled() { throw CancellationError() }
      insert(id)
      return true
    }
  }

  /// Creates a set of ids; duplicates are ignored.
  package init(_ ids: some Sequence<Int64>) { for id in ids { insert(id) } }

  /// Inserts an id if it is not in the set.
  package mutating func insert(_ id: Int64) {
    guard 0..<Self.denseEnd ~= id else {
      others.insert(id)
      return
    }
    let index = Int(id >> 6)
    if index >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(index + 1 - words.count, words.count)))
    }
    words[index] |= 1 << UInt64(id & 63)
  }

  /// Removes an id if it is in the set.
  package mutating func remove(_ id: Int64) {
    guard contains(id) else { return }
    guard 0..<Self.denseEnd ~= id else {
      others.remove(id)
      return
    }
    words[Int(id >> 6)] &= ~(1 << UInt64(id & 63))
  }

  /// Returns whether an id is in the set, in constant time.
  package func contains(_ id: Int64) -> Bool {
    guard 0..<Self.denseEnd ~= id else { return others.contains(id) }
    let index = Int(id >> 6)
    return index < words.count && words[index] & (1 << UInt64(id & 63)) != 0
  }

  /// The number of ids, counted each time.
  package var count: Int { words.reduce(others.count) { $0 + $1.nonzeroBitCount } }

  /// Whether the set has no ids; faster than comparing `count` with 0.
  package var isEmpty: Bool { others.isEmpty && words.allSatisfy { $0 == 0 } }

  /// All ids in ascending order.
  package var ascending: [Int64] {
    var ids: [Int64] = []
    ids.reserveCapacity(count)
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        ids.append(Int64(index) << 6 + Int64(rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return others.isEmpty ? ids : (ids + others).sorted()
  }

  /// Inserts the ids of another set.
  package mutating func formUnion(_ other: IDSet) {
    if words.count < other.words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for index in other.words.indices { words[index] |= other.words[index] }
    others.formUnion(other.others)
  }

  mutating func formIntersection(_ other: IDSet) {
    for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
    others.formIntersection(other.others)
  }

  /// Removes the ids of another set.
  package mutating func subtract(_ other: IDSet) {
    for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
    others.subtract(other.others)
  }
}

extension IDSet {
  /// The words without zeros at the end, which do not count in comparisons.
  private var usedWords: ArraySlice<UInt64> { words.prefix((words.lastIndex { $0 != 0 } ?? -1) + 1) }

  /// Returns whether two sets have the same ids.
  package static func == (a: IDSet, b: IDSet) -> Bool {
    a.usedWords == b.usedWords && a.others == b.others
  }

  /// Hashes the ids, so that equal sets have equal hashes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(usedWords)
    hasher.combine(others)
  }
}

extension IDSet: ExpressibleByArrayLiteral {
  /// Creates a set of the ids of an array literal.
  package init(arrayLiteral elements: Int64...) { self.init(elements) }
}
