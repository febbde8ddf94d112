/// A Huffman table of a JPEG, looked up by the next 16 bits (ITU-T T.81, C.2 and F.2.2.3).
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

  /// How many bytes the table takes in its segment.
  var byteCount: Int { 16 + values.count }

  /// The next value; `nil` where the bits are no code.
  func next(_ bits: inout BitReader) -> UInt8? {
    let ahead = bits.peek16()
    for length in 1...16 where ahead < limits[length] {
      bits.skip(length)
      let place = ahead >> (16 - length) + places[length]
      return values.indices.contains(place) ? values[place] : nil
    }
    return nil
  }
}
