/// Assembles scalars from bytes of UTF-8 that arrive one by one; invalid bytes are dropped.
struct ScalarAssembler {
  private var bytes: [UInt8] = []
  private var length = 0

  var isUnfinished: Bool { !bytes.isEmpty }

  /// Adds a byte, and returns the scalar that it completes; `nil` if it is incomplete.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80 { begin(with: byte) } else if !bytes.isEmpty { bytes.append(byte) }
    guard !bytes.isEmpty, bytes.count == length else { return nil }
    defer { discard() }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  /// Discards an incomplete character.
  mutating func discard() { bytes = [] }

  private mutating func begin(with byte: UInt8) {
    length =
      switch byte {
      case 0x00..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    bytes = length > 0 ? [byte] : []
  }
}
