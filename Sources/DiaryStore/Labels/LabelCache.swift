/// A set-associative cache of the labels that were found for keys, which takes 3 MB.
///
/// A key is kept as a hash of 64 bits with a random seed, in one of the eight slots that follow from another hash of 18
/// bits, so two different keys are taken for the same with a chance of less than one in 10^18.
struct LabelCache<Key: Hashable> {
  /// The number of slots, a power of two.
  private static var size: Int { 1 << 18 }

  /// How many slots a key may be in.
  private static var slotsPerKey: Int { 8 }

  /// The labels, 0 for none.
  ///
  /// Empty until the first label is found.
  private var labels: [UInt32] = []
  private var hashes: [Int] = []

  /// The label that was found for a key; `nil` if it was not looked up, or other keys took its slots.
  subscript(key: Key) -> Int64? {
    if labels.isEmpty { return nil }
    let hash = key.hashValue
    for slot in Self.slots(of: key) {
      if labels[slot] == 0 { return nil }
      if hashes[slot] == hash { return Int64(labels[slot]) }
    }
    return nil
  }

  /// Remembers the label of a key; ids that do not fit four bytes are not remembered.
  mutating func insert(_ label: Int64, for key: Key) {
    guard let label = UInt32(exactly: label), label != 0 else { return }
    if labels.isEmpty {
      labels = Array(repeating: 0, count: Self.size)
      hashes = Array(repeating: 0, count: Self.size)
    }
    let hash = key.hashValue
    let slots = Self.slots(of: key)
    // Without a free slot, any key may be forgotten: the hash picks one at random.
    let slot =
      slots.first { labels[$0] == 0 || hashes[$0] == hash } ?? slots.lowerBound
      + (hash & (Self.slotsPerKey - 1))
    labels[slot] = label
    hashes[slot] = hash
  }

  /// Forgets all labels, and frees the table.
  mutating func removeAll() {
    labels = []
    hashes = []
  }

  /// The slots of a key, in the order in which they are filled.
  private static func slots(of key: Key) -> Range<Int> {
    var hasher = Hasher()
    hasher.combine(0xBEE5)
    hasher.combine(key)
    let first = min(hasher.finalize() & (size - 1), size - slotsPerKey)
    return first..<first + slotsPerKey
  }
}
