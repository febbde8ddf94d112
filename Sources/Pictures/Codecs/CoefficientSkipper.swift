/// Goes over the AC coefficients of a block without looking at them, several at a time.
///
/// For each of the numbers that the next bits can be it is told beforehand how many coefficients are wholly coded in them
/// and where the next code begins: decoding one by one is what takes most of a decoder's time.
struct CoefficientSkipper {
  private static let lookahead = HuffmanTable.lookahead

  /// For each number of `lookahead` bits: bits to skip (5), coefficients (7), and in the highest whether the block ends.
  ///
  /// 0 where not even one code is whole.
  let steps: [UInt16]
  private let table: HuffmanTable

  init(_ table: HuffmanTable) {
    self.table = table
    steps = (0..<HuffmanTable.lookupCount).map { Self.step(for: $0, table) }
  }

  @inline(__always)
  static func bitCount(_ step: UInt16) -> Int { Int(step & 31) }
  @inline(__always)
  static func coefficientCount(_ step: UInt16) -> Int { Int(step &>> 5) & 127 }
  @inline(__always)
  static func endsBlock(_ step: UInt16) -> Bool { step & 0x8000 != 0 }

  private static func step(for bits: Int, _ table: HuffmanTable) -> UInt16 {
    let window = bits << (16 - lookahead)
    var used = 0
    var count = 0
    while used < lookahead, count < 64,
      let (symbol, length) = table.symbol(at: window << used & 0xFFFF), used + length <= lookahead
    {
      used += length
      if symbol == 0 { return UInt16(used | count << 5 | 0x8000) }
      count += Int(symbol >> 4) + 1
      // The bits of the value may lie behind what was looked at: they are skipped all the same.
      used += Int(symbol & 15)
    }
    return UInt16(used | count << 5)
  }

  /// Goes over the rest of a block one code at a time, from coefficient `start` on; `false` where the bits are no code.
  func skipSlowly(from start: Int, _ bits: inout BitReader) -> Bool {
    var position = start
    while position < 64 {
      guard let symbol = table.next(&bits) else { return false }
      if symbol == 0 { return true }
      position += Int(symbol >> 4) + 1
      _ = bits.read(Int(symbol & 15))
    }
    return true
  }
}
