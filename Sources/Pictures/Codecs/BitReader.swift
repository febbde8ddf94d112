/// The bits of a JPEG's scan, highest first, without the zeros that are stuffed behind each 0xFF.
struct BitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  private var bits: UInt32 = 0
  private var bitCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) {
    self.bytes = bytes
    self.offset = min(bytes.count, max(0, offset))
  }

  /// Zeros that were put behind a marker or the end.
  private var paddingCount = 0

  /// Whether bits were taken that the scan does not have.
  var isOverdrawn: Bool { bitCount < paddingCount }

  /// The next 16 bits without taking them.
  mutating func peek16() -> Int {
    while bitCount < 16 { fill() }
    return Int(bits >> UInt32(bitCount - 16)) & 0xFFFF
  }

  /// Takes `count` bits, at most as many as were looked at.
  mutating func skip(_ count: Int) { bitCount -= count }

  /// The next `count` bits, 0 to 16, as a number.
  mutating func read(_ count: Int) -> Int {
    let value = peek16() >> (16 - count)
    skip(count)
    return value
  }

  /// Goes on behind the restart marker that comes next; `false` where there is none.
  mutating func skipRestartMarker() -> Bool {
    bitCount = 0
    bits = 0
    while offset + 1 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] == 0xFF { offset += 1 }
    guard offset + 1 < bytes.count, bytes[offset] == 0xFF, (0xD0...0xD7).contains(bytes[offset + 1]) else {
      return false
    }
    offset += 2
    paddingCount = 0
    return true
  }

  private mutating func fill() {
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
    bits = bits << 8 | UInt32(byte)
    bitCount += 8
  }
}
