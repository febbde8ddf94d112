/// The bits of a JPEG's scan, highest first, without the zeros that are stuffed behind each 0xFF.
///
/// Behind a marker or the end there are only zeros.
struct BitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  /// The bits that come next are the lowest `bitCount` of these.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// Zeros that were put behind the last bit.
  private var paddingCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) {
    self.bytes = bytes
    self.offset = min(bytes.count, max(0, offset))
  }

  /// Whether bits were taken that the scan does not have.
  var isOverdrawn: Bool { bitCount < paddingCount }

  /// The next 16 bits without taking them; `skip` can take 31 after this.
  @inline(__always)
  mutating func peek16() -> Int {
    if bitCount < 32 { fill() }
    return Int(truncatingIfNeeded: bits &>> UInt64(bitCount &- 16)) & 0xFFFF
  }

  /// Takes `count` bits, 0 to 31, once they were looked at.
  @inline(__always)
  mutating func skip(_ count: Int) { bitCount &-= count }

  /// The next `count` bits, 0 to 16, as a number.
  @inline(__always)
  mutating func read(_ count: Int) -> Int {
    let value = peek16() &>> (16 &- count)
    skip(count)
    return value
  }

  /// Goes on behind the restart marker that comes next; `false` where there is none.
  mutating func skipRestartMarker() -> Bool {
    // Whole bytes that were read ahead are of this interval: a marker is never read over.
    (bits, bitCount, paddingCount) = (0, 0, 0)
    while offset + 1 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] == 0xFF { offset += 1 }
    guard offset + 1 < bytes.count, bytes[offset] == 0xFF, (0xD0...0xD7).contains(bytes[offset + 1]) else {
      return false
    }
    offset += 2
    return true
  }

  /// Sees to it that there are 32 bits or more.
  @inline(__always)
  private mutating func fill() {
    if offset &+ 4 <= bytes.count {
      let word = UInt32(
        bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      // Whether one of the four bytes is 0xFF: then its complement has a zero byte.
      if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
        bits = bits &<< 32 | UInt64(word)
        bitCount &+= 32
        offset &+= 4
        return
      }
    }
    fillByBytes()
  }

  @inline(never)
  private mutating func fillByBytes() {
    while bitCount < 32 { fillByte() }
  }

  private mutating func fillByte() {
    var byte: UInt8 = 0
    if offset < bytes.count, bytes[offset] != 0xFF {
      byte = bytes[offset]
      offset += 1
    } else if offset + 1 < bytes.count, bytes[offset + 1] == 0 {
      byte = 0xFF
      offset += 2
    } else {
      paddingCount += 8
    }
    bits = bits &<< 8 | UInt64(byte)
    bitCount += 8
  }
}
