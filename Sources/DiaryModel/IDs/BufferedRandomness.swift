import Glibc

/// The system's random number generator, with a buffer.
///
/// A system call for each number would take as long as writing a row.
package struct BufferedRandomness: RandomNumberGenerator {
  /// `getentropy` returns at most 256 bytes.
  private static let count = 32

  private var numbers: [UInt64] = []

  /// Creates a generator without a buffer; the first number fills it.
  package init() {}

  /// Returns a random number; never blocks for long and never fails.
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
    // An old kernel does not support the call; the standard library has another source.
    var system = SystemRandomNumberGenerator()
    numbers = [system.next()]
  }
}
