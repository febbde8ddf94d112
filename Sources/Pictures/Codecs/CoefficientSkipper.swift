/// Goes over the AC coefficients of a block without looking at them, several at a time.
///
/// For each of the numbers that the next bits can be it is told beforehand how many coefficients are wholly coded in them
/// and where the next code begins: decoding one by one is what takes most of a decoder's time.
struct CoefficientSkipper {
  /// How many of the next bits are looked up at once.
  static let lookahead = 13
  /// What a step takes at most: a code, and a value of which only the first bit was looked at.
  static let mostBits = lookahead + 15

  /// For each number of `lookahead` bits: bits to skip (6), and above them how many coefficients they code, 1 to 63.
  ///
  /// Where the block ends with them 64 more, so that one comparison tells whether the block may be left. `noStep` where not
  /// even one code is whole.
  let steps: [UInt16]
  private let table: HuffmanTable

  private static let noStep: UInt16 = 127 << 6

  init(_ table: HuffmanTable) {
    self.table = table
    steps = table.lookups(Self.lookahead).withUnsafeBufferPointer { lookups in
      lookups.indices.map { Self.step(for: $0, lookups) }
    }
  }

  @inline(__always)
  static func bitCount(_ step: UInt16) -> Int { Int(step & 63) }
  @inline(__always)
  static func coefficientCount(_ step: UInt16) -> Int { Int(step &>> 6) }

  private static func step(for bits: Int, _ lookups: UnsafeBufferPointer<UInt16>) -> UInt16 {
    var used = 0
    var count = 0
    while used < lookahead {
      let lookup = lookups[bits << used & (lookups.count - 1)]
      let (length, symbol) = (Int(lookup & 63), lookup >> 6)
      guard length > 0, used + length <= lookahead else { break }
      if symbol == 0, count < 63 { return UInt16(used + length | (64 + count) << 6) }
      guard symbol != 0, count + Int(symbol >> 4) < 63 else { break }
      count += Int(symbol >> 4) + 1
      // The bits of the value may lie behind what was looked at: they are skipped all the same.
      used += length + Int(symbol & 15)
    }
    return count > 0 ? UInt16(used | count << 6) : noStep
  }

  /// Whether a step leads from coefficient `position` exactly to the end of its block.
  ///
  /// Several codes at once may lead beyond it, and its last coefficient needs no mark of the end.
  @inline(__always)
  static func isLast(_ step: UInt16, from position: Int) -> Bool {
    let count = coefficientCount(step)
    return position &+ count == 64 || count >= 64 && position &+ count < 128
  }

  /// Takes one code, and returns to which coefficient it leads from `position`; `nil` where the bits are no code.
  @inline(never)
  func skipCode(from position: Int, _ bits: inout BitReader) -> Int? {
    bits.fill()
    guard let symbol = table.next(&bits) else { return nil }
    if symbol == 0 { return 64 }
    bits.skip(Int(symbol & 15))
    return position + Int(symbol >> 4) + 1
  }
}
