/// The differences between DC coefficients, looked up with the bits that tell them (ITU-T T.81, F.2.2.1).
enum DifferenceTable {
  /// How many of the next bits are looked up at once: nearly all differences are told by fewer.
  static let lookahead = 11
  /// Where the code or its value is longer, or the difference beyond 511.
  static let none: UInt16 = 0

  /// For each number of `lookahead` bits: how many to skip (6), and above them the difference, which has a sign.
  static func lookups(_ table: HuffmanTable) -> [UInt16] {
    let codes = table.lookups(lookahead)
    return codes.indices.map { bits in
      let (length, category) = (Int(codes[bits] & 63), Int(codes[bits] >> 6))
      guard length > 0, category < 10, length + category <= lookahead else { return none }
      let value = bits >> (lookahead - length - category) & (1 << category - 1)
      return UInt16(length + category) | UInt16(truncatingIfNeeded: extended(value, category) << 6)
    }
  }

  @inline(__always)
  static func bitCount(_ lookup: UInt16) -> Int { Int(lookup & 63) }
  @inline(__always)
  static func difference(_ lookup: UInt16) -> Int { Int(Int16(bitPattern: lookup) &>> 6) }

  /// The lower half of the numbers of `category` bits stands for negative differences.
  static func extended(_ value: Int, _ category: Int) -> Int {
    category > 0 && value < 1 << (category - 1) ? value - (1 << category) + 1 : value
  }
}

extension HuffmanTable {
  /// Takes the next difference; `nil` where the bits are none.
  ///
  /// There must be 31 bits to be taken.
  @inline(never)
  func nextDifference(_ bits: inout BitReader) -> Int? {
    guard let category = next(&bits).map(Int.init), category < 16 else { return nil }
    guard category > 0 else { return 0 }
    let value = bits.peek(category)
    bits.skip(category)
    return DifferenceTable.extended(value, category)
  }
}
