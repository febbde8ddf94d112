/// The labels that were found last for the keys of beers, in a table of fixed size that takes 3 MB.
///
/// A key is kept as a hash of 64 bits with a random seed, and its place in the table as another of 18 bits, so two
/// different keys are taken for the same with a chance of less than one in 10^19.
struct FoundLabels<Key: Hashable> {
  /// A power of two.
  private static var size: Int { 1 << 18 }

  /// The labels, 0 for none.
  ///
  /// Empty until the first label is found.
  private var labels: [UInt32] = []
  private var hashes: [Int] = []

  /// The label that was found for a key; `nil` if it was not looked up, or another key took its place.
  subscript(key: Key) -> Int64? {
    if labels.isEmpty { return nil }
    let place = Self.place(key)
    guard labels[place] != 0, hashes[place] == key.hashValue else { return nil }
    return Int64(labels[place])
  }

  /// Remembers the label of a key; ids that do not fit four bytes are not remembered.
  mutating func insert(_ label: Int64, for key: Key) {
    guard let label = UInt32(exactly: label), label != 0 else { return }
    if labels.isEmpty {
      labels = Array(repeating: 0, count: Self.size)
      hashes = Array(repeating: 0, count: Self.size)
    }
    let place = Self.place(key)
    (labels[place], hashes[place]) = (label, key.hashValue)
  }

  mutating func removeAll() { (labels, hashes) = ([], []) }

  private static func place(_ key: Key) -> Int {
    var hasher = Hasher()
    hasher.combine(0xBEE5)
    hasher.combine(key)
    return hasher.finalize() & (size - 1)
  }
}
