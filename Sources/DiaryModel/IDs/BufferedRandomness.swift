import Glibc

/// The system's randomness, fetched for many numbers at a time.
///
/// A system call for each number takes as long as writing a row.
package struct BufferedRandomness: RandomNumberGenerator {
  /// What `getentropy` gives at most: 256 bytes.
  private static let count = 32

  private var numbers: [UInt64] = []

  package init() {}

  package mutating func next() -> UInt64 {
    if numbers.isEmpty { fill() }
    return numbers.removeLast()
  }

  private mutating func fill() {
    numbers = [UInt64](unsafeUninitializedCapacity: Self.count) { buffer, count in
      let wanted = Self.count * MemoryLayout<UInt64>.size
      count = getentropy(buffer.baseAddress, wanted) == 0 ? Self.count : 0
    }
    guard numbers.isEmpty else { return }
    // An old kernel refuses; the standard library knows another source.
    var system = SystemRandomNumberGenerator()
    numbers = [system.next()]
  }
}
