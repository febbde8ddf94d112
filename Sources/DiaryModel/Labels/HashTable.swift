/// A hash table of integers whose keys are 64-bit hashes that are taken to be unique; at most a quarter of the slots is
/// used.
///
/// A dictionary would hash the hashes again, which takes most of the time.
struct HashTable {
  private var slots = [(hash: UInt64, value: Int)](repeating: (0, -1), count: 256)
  private var count = 0

  subscript(hash: UInt64) -> Int? {
    let slot = slots[slot(of: hash)]
    return slot.value < 0 ? nil : slot.value
  }

  /// Adds a hash that is not there.
  mutating func insert(_ hash: UInt64, _ value: Int) {
    count += 1
    if count * 4 > slots.count {
      let old = slots
      slots = Array(repeating: (0, -1), count: old.count * 2)
      for entry in old where entry.value >= 0 { slots[slot(of: entry.hash)] = entry }
    }
    slots[slot(of: hash)] = (hash, value)
  }

  /// Returns where a hash is, or where it belongs.
  private func slot(of hash: UInt64) -> Int {
    let mask = UInt64(slots.count - 1)
    var i = (hash ^ hash >> 32) & mask
    while slots[Int(i)].value >= 0 && slots[Int(i)].hash != hash { i = (i + 1) & mask }
    return Int(i)
  }
}
