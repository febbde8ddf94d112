/// A four-character code of a chunk, a box or a brand.
struct FourCC: Hashable, ExpressibleByStringLiteral {
  private let bits: UInt32

  /// Creates a code from a number that was read in a byte order.
  init(bits: Int, _ order: ByteOrder) {
    let bits = UInt32(truncatingIfNeeded: bits)
    self.bits = order == .big ? bits : bits.byteSwapped
  }

  init(stringLiteral text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4, "a four-character code has four bytes")
    bits = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
