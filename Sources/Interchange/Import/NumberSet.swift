/// A compressed set of integers, as in a Roaring bitmap: blocks of 65,536 numbers are sorted arrays or bitmaps.
///
/// It takes about 2 to 6 bytes for each id of a file of check-ins.
struct NumberSet {
  private var parts: [UInt64: Part] = [:]

  /// Inserts a number; returns `false` if the set has it already.
  mutating func insert(_ number: UInt64) -> Bool {
    parts[number >> 16, default: Part()].insert(UInt16(truncatingIfNeeded: number))
  }

  private struct Part {
    /// The count from which one bit for each possible number takes less memory.
    private static let maxSorted = 4096

    private var sorted: [UInt16] = []
    /// Empty while the numbers are in `sorted`.
    private var bits: [UInt64] = []

    mutating func insert(_ number: UInt16) -> Bool {
      if bits.isEmpty, sorted.count == Self.maxSorted { useBits() }
      return bits.isEmpty ? insertSorted(number) : insertBit(number)
    }

    private mutating func insertSorted(_ number: UInt16) -> Bool {
      var index = 0
      var end = sorted.count
      while index < end {
        let middle = (index + end) / 2
        if sorted[middle] < number { index = middle + 1 } else { end = middle }
      }
      if index < sorted.count, sorted[index] == number { return false }
      sorted.insert(number, at: index)
      return true
    }

    private mutating func insertBit(_ number: UInt16) -> Bool {
      let bit = UInt64(1) << UInt64(number % 64)
      let isNew = bits[Int(number / 64)] & bit == 0
      bits[Int(number / 64)] |= bit
      return isNew
    }

    private mutating func useBits() {
      bits = Array(repeating: 0, count: 1 << 10)
      for number in sorted { _ = insertBit(number) }
      sorted = []
    }
  }
}
