import Foundation

/// Repairs text with HTML entities, and UTF-8 that was decoded as Windows-1252.
enum TextRepair {
  /// Returns the repaired text; `nil` if there is nothing to repair.
  static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard mayNeedRepair(bytes) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let result = withoutEntities(withoutMojibake(text))
    return result == text && result.utf8.count == text.utf8.count ? nil : result
  }

  /// Whether there is an ampersand, or one of the characters that wrongly decoded ones begin with (U+00C0 to U+00FF)
  /// before another that is not ASCII.
  private static func mayNeedRepair(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Nearly all texts have neither, which the C library finds out faster than a loop.
    func contains(_ byte: UInt8) -> Bool {
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
    return contains(UInt8(ascii: "&"))
      || contains(0xC3)
        && bytes.indices.dropLast(2).contains { bytes[$0] == 0xC3 && bytes[$0 + 2] >= 0xC2 }
  }

  /// Undoes up to two wrong decodings: `BrÃ¼cke` is `Brücke`.
  ///
  /// All characters must be in Windows-1252, and their bytes must be UTF-8. Correct text has no
  /// such sequences, except in words such as `Ã©tude`, which do not exist.
  private static func withoutMojibake(_ text: String) -> String {
    var text = text
    for _ in 0..<2 {
      guard let bytes = Windows1252.encode(text), bytes.contains(where: { $0 >= 0x80 }),
        bytes.withUnsafeBufferPointer(UTF8Check.isValid)
      else { break }
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  /// Replaces `&amp;`, `&#8217;`, `&#x2019;` and the like, once.
  private static func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let afterAmpersand = rest.index(after: start)
      if let end = rest[afterAmpersand...].prefix(12).firstIndex(of: ";"),
        let character = character(of: rest[afterAmpersand..<end])
      {
        result.unicodeScalars.append(character)
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest[afterAmpersand...]
      }
    }
    return result + rest
  }

  private static func character(of name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return named[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 0x20, !(0x7F..<0xA0).contains(number) else { return nil }
    return Unicode.Scalar(number)
  }

  /// The names of HTML 4 for punctuation and for the letters of Latin-1.
  ///
  /// Source: https://www.w3.org/TR/html4/sgml/entities.html
  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "\u{2013}",
      "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201C}", "rdquo": "\u{201D}",
      "hellip": "\u{2026}", "bull": "\u{2022}", "euro": "\u{20AC}", "trade": "\u{2122}", "OElig": "\u{152}",
      "oelig": "\u{153}", "Scaron": "\u{160}", "scaron": "\u{161}",
    ]
    let latin = """
      iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
      middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
      Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
      Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave
      iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn
      yuml
      """
    for (offset, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
      named[String(name)] = Unicode.Scalar(0xA1 + UInt32(offset))
    }
    return named
  }()
}
