/// A string of JSON as it is written between its quotes.
package struct RawString {
  package let bytes: UnsafeBufferPointer<UInt8>
  let hasEscapes: Bool

  /// What it says.
  package var text: String {
    get throws {
      if !hasEscapes { return String(decoding: bytes, as: UTF8.self) }
      return String(decoding: try unescaped(), as: UTF8.self)
    }
  }

  private func unescaped() throws -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard place < bytes.count else { throw JSONReader.Malformed() }
      let escape = bytes[place]
      place += 1
      if escape == UInt8(ascii: "u") {
        result += Unicode.UTF8.encode(try scalar(at: &place)) ?? Unicode.UTF8.encodedReplacementCharacter
      } else {
        result.append(try Self.byte(of: escape))
      }
    }
    return result
  }

  private static func byte(of escape: UInt8) throws -> UInt8 {
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escape
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: throw JSONReader.Malformed()
    }
  }

  /// A character behind `\u`, of one unit of UTF-16 or two; half of one is replaced, as it cannot be stored.
  private func scalar(at place: inout Int) throws -> Unicode.Scalar {
    let first = try unit(at: &place)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    var next = place + 2
    let second = try unit(at: &next)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    place = next
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private func unit(at place: inout Int) throws -> UInt16 {
    guard place + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw JSONReader.Malformed() }
    place += 4
    return unit
  }
}
