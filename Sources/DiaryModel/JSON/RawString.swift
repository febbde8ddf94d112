/// A string of JSON as it is written between its quotes.
package struct RawString {
  /// The bytes between the quotes, escapes included.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of its first byte in the text.
  let start: Int
  /// Whether it has backslashes; otherwise its bytes are its text.
  package let hasEscapes: Bool

  /// The unescaped text.
  ///
  /// - Throws: `JSONReader.Malformed` if an escape is invalid.
  package var text: String {
    get throws(JSONReader.Malformed) {
      if !hasEscapes { return String(decoding: bytes, as: UTF8.self) }
      var result: [UInt8] = []
      try append(to: &result)
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// Returns whether the string, without its escapes, equals a text.
  ///
  /// - Throws: `JSONReader.Malformed` if an escape is invalid.
  func isEqual(to text: String) throws(JSONReader.Malformed) -> Bool {
    hasEscapes ? try self.text == text : bytes.elementsEqual(text.utf8)
  }

  /// Appends the unescaped text in UTF-8.
  ///
  /// - Throws: `JSONReader.Malformed` if an escape is invalid.
  package func append(to result: inout [UInt8]) throws(JSONReader.Malformed) {
    if !hasEscapes { return result.append(contentsOf: bytes) }
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        try appendEscape(at: &index, to: &result)
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
  }

  private func appendEscape(at index: inout Int, to result: inout [UInt8]) throws(JSONReader.Malformed) {
    // A backslash is never the last byte, as it would make the closing quote text.
    let byte = bytes[index + 1]
    index += 2
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): result += UTF8.encode(try scalar(at: &index)) ?? UTF8.encodedReplacementCharacter
    default: throw malformed("a backslash is before a character that must not be escaped", at: index)
    }
  }

  /// The character after `\u`, of one code unit of UTF-16 or two; half a pair is replaced, as it cannot be stored.
  private func scalar(at index: inout Int) throws(JSONReader.Malformed) -> Unicode.Scalar {
    let first = try codeUnit(at: &index)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), bytes[index...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    var next = index + 2
    let second = try codeUnit(at: &next)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    index = next
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Reads four hexadecimal digits.
  private func codeUnit(at index: inout Int) throws(JSONReader.Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
        throw malformed("\\u requires four digits", at: index)
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  private func malformed(_ reason: String, at index: Int) -> JSONReader.Malformed {
    JSONReader.Malformed(reason: reason, offset: start + index, isAtEnd: false)
  }
}
