/// The FNV-1a hash of bytes.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, draft-eastlake-fnv.
struct FNV1a {
  /// The hash of the bytes so far.
  private(set) var value: UInt64

  /// Creates the hash of no bytes, or one that continues another.
  init(continuing start: UInt64 = 0xCBF2_9CE4_8422_2325) { value = start }

  /// Adds a byte.
  mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
