/// Texts that become equal if each loses at most one letter.
struct DeletionNeighborhoods {
  private var entries: [(hash: UInt64, index: Int32)] = []

  /// Adds a text, whole and without each of its letters.
  mutating func insert(_ text: [UInt8], of index: Int) {
    insertWhole(text, of: index)
    for i in text.indices {
      // Removing either of two equal letters gives the same.
      if i > 0 && text[i] == text[i - 1] { continue }
      entries.append((hash(text[..<i], text[(i + 1)...]), Int32(index)))
    }
  }

  /// Adds a text that must not lose a letter.
  mutating func insertWhole(_ text: [UInt8], of index: Int) {
    entries.append((hash(text[...], []), Int32(index)))
  }

  /// Calls a closure with each pair of indices that have a text in common, once or more often.
  mutating func forEachPair(isCancelled: () -> Bool, _ body: (Int, Int) -> Void) {
    entries.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    var start = 0
    while start < entries.count {
      if isCancelled() { return }
      var end = start + 1
      while end < entries.count && entries[end].hash == entries[start].hash { end += 1 }
      // Texts of larger groups are not misspellings of each other; without a limit, time would grow with the square.
      let last = min(end, start + Self.maxMembers) - 1
      for i in start..<last {
        for j in (i + 1)...last where entries[i].index != entries[j].index {
          body(Int(entries[i].index), Int(entries[j].index))
        }
      }
      start = end
    }
  }

  /// Returns the hash of a text in two parts.
  private func hash(_ head: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>) -> UInt64 {
    var hash = FNV1a()
    for byte in head { hash.combine(byte) }
    for byte in tail { hash.combine(byte) }
    return hash.value
  }

  /// The maximum number of texts in a group that are compared with each other.
  private static let maxMembers = 100
}
