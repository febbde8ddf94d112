/// A Huffman table of a JPEG (ITU-T T.81, C.2 and F.2.2.3).
struct HuffmanTable {
  /// The bits of the longest code.
  static let longestCode = 16

  /// For each length from 1 to 16: the first 16-bit number that is beyond its codes.
  private var limits = [Int](repeating: 0, count: 17)
  /// For each length: what to add to a code to have the place of its value.
  private var places = [Int](repeating: 0, count: 17)
  private let counts: [Int]
  private let values: [UInt8]

  /// The table whose 16 counts and values stand in `bytes`; `nil` where they contradict each other.
  init?(_ bytes: ArraySlice<UInt8>) {
    counts = bytes.prefix(16).map(Int.init)
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

  /// How many bytes the table takes in its segment.
  var byteCount: Int { 16 + values.count }

  /// For each number of `lookahead` bits: the length of the code it begins with (6 bits) and its value; 0 for none.
  func lookups(_ lookahead: Int) -> [UInt16] {
    var lookups: [UInt16] = []
    lookups.reserveCapacity(1 << lookahead)
    // The codes of each length follow those of the shorter ones.
    var place = 0
    for length in 1...lookahead {
      for value in values[place..<place + counts[length - 1]] {
        let lookup = UInt16(length) | UInt16(value) << 6
        lookups.append(contentsOf: repeatElement(lookup, count: 1 << (lookahead - length)))
      }
      place += counts[length - 1]
    }
    return lookups + repeatElement(0, count: (1 << lookahead) - lookups.count)
  }

  /// Takes the next value; `nil` where the bits are no code.
  ///
  /// There must be 16 bits to be taken.
  func next(_ bits: inout BitReader) -> UInt8? {
    let window = bits.peek(Self.longestCode)
    for length in 1...Self.longestCode where window < limits[length] {
      let place = window >> (16 - length) + places[length]
      guard values.indices.contains(place) else { return nil }
      bits.skip(length)
      return values[place]
    }
    return nil
  }
}
