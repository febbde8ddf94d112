/// Bits in memory, highest first.
///
/// Nothing is checked for each code: whoever reads sees to it that behind `end` stands what can be read too much, and
/// that what is read there is zeros.
struct BitReader {
  /// The bits that come next, from the highest one on; behind those that count may be the ones that follow.
  private var bits: UInt64 = 0
  /// How many of them were taken from memory.
  private var bitCount = 0
  private var next: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>

  init(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    next = start
    self.end = end
  }

  /// How many bits come before the end; below 0 where more were taken than there are.
  var remainingBits: Int { (end - next) &* 8 &+ bitCount }

  /// What was not looked at yet.
  var unreadBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: next, count: max(0, end - next))
  }

  /// Goes on where `unreadBytes` and more were moved to.
  mutating func move(to start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    next = start
    self.end = end
  }

  /// Sees to it that there are 56 bits or more to be taken.
  @inline(__always)
  mutating func fill() {
    let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    bits |= word &>> UInt64(truncatingIfNeeded: bitCount)
    next += (63 &- bitCount) &>> 3
    bitCount |= 56
  }

  /// The next `count` bits, 1 to 56, without taking them.
  @inline(__always)
  func peek(_ count: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- count)) }

  /// Takes `count` bits, 0 to 56.
  @inline(__always)
  mutating func skip(_ count: Int) {
    bits &<<= UInt64(truncatingIfNeeded: count)
    bitCount &-= count
  }
}
