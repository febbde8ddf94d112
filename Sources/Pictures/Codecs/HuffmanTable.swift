/// A Huffman table of a JPEG (ITU-T T.81, C.2 and F.2.2.3).
struct HuffmanTable {
  /// For each length from 1 to 16: the first 16-bit number that is beyond its codes.
  private var limits = [Int](repeating: 0, count: 17)
  /// For each length: what to add to a code to have the place of its value.
  private var places = [Int](repeating: 0, count: 17)
  private let values: [UInt8]

  /// The table whose 16 counts and values stand in `bytes`; `nil` where they contradict each other.
  init?(_ bytes: ArraySlice<UInt8>) {
    let counts = bytes.prefix(16).map(Int.init)
    let total = counts.reduce(0, +)
    guard counts.count == 16, total > 0, total <= 256, bytes.count >= 16 + total else { return nil }
    values = Array(bytes.dropFirst(16).prefix(total))
    var code = 0
    var place = 0
    for length in 1...16 {
      places[length] = place - code
      code += counts[length - 1]
      place += counts[length - 1]
      guard code <= 1 << length else { return nil }
      limits[length] = code << (16 - length)
      code <<= 1
    }
  }

  /// How many of the next bits are looked up at once.
  static let lookahead = 13
  static let lookupCount = 1 << lookahead

  /// For each number of `lookahead` bits: the length of the code it begins with (5 bits) and its value; 0 for none.
  var lookups: [UInt16] {
    (0..<Self.lookupCount).map { bits in
      guard let (value, length) = symbol(at: bits << (16 - Self.lookahead)), length <= Self.lookahead else {
        return 0
      }
      return UInt16(length) | UInt16(value) << 5
    }
  }

  /// How many bytes the table takes in its segment.
  var byteCount: Int { 16 + values.count }

  /// The value whose code begins a number of 16 bits, and the length of that code; `nil` where there is none.
  func symbol(at bits: Int) -> (value: UInt8, length: Int)? {
    for length in 1...16 where bits < limits[length] {
      let place = bits >> (16 - length) + places[length]
      return values.indices.contains(place) ? (values[place], length) : nil
    }
    return nil
  }

  /// Takes the next value; `nil` where the bits are no code.
  func next(_ bits: inout BitReader) -> UInt8? {
    guard let (value, length) = symbol(at: bits.peek16()) else { return nil }
    bits.skip(length)
    return value
  }
}
