/// A set of 64-bit hashes, which takes about 12 bytes for each.
///
/// A `Set` doubles its memory when it is full and needs the old one until then. This one has 256 parts, which grow one
/// after the other, and by a quarter.
struct FingerprintSet {
  private var parts = [Part](repeating: Part(), count: 256)

  /// Inserts a hash; returns `false` if the set has it already.
  mutating func insert(_ hash: UInt64) -> Bool { parts[Int(hash >> 56)].insert(hash) }

  /// Hashes with the same first byte, in an open hash table with linear probing.
  private struct Part {
    private static let free: UInt64 = 0
    private static let minSlots = 16

    private var slots: [UInt64] = []
    private var count = 0

    mutating func insert(_ hash: UInt64) -> Bool {
      let hash = hash == Self.free ? 1 : hash
      if count * 5 >= slots.count * 4 { grow() }
      let isNew = put(hash)
      if isNew { count += 1 }
      return isNew
    }

    private mutating func put(_ hash: UInt64) -> Bool {
      var index = Int((hash << 8).multipliedFullWidth(by: UInt64(slots.count)).high)
      while slots[index] != Self.free {
        if slots[index] == hash { return false }
        index = index + 1 < slots.count ? index + 1 : 0
      }
      slots[index] = hash
      return true
    }

    private mutating func grow() {
      let old = slots
      slots = Array(repeating: Self.free, count: max(Self.minSlots, old.count + old.count / 4))
      for hash in old where hash != Self.free { _ = put(hash) }
    }
  }
}
