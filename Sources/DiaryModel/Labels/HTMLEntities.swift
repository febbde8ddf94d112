/// Decodes characters that web pages write as `&#8217;` or `&amp;`, which some exports leave in names.
enum HTMLEntities {
  /// Returns a text with its entities decoded; those that are not known stay.
  static func decoded(_ text: String) -> String {
    if !text.utf8.contains(UInt8(ascii: "&")) { return text }
    return text.replacing(
      /&(?:#(?<decimal>[0-9]{1,7})|#[xX](?<hex>[0-9a-fA-F]{1,6})|(?<name>[A-Za-z]{2,8}));/
    ) {
      match in
      if let name = match.name { return names[String(name)] ?? String(match.0) }
      let code = match.decimal.flatMap { UInt32($0) } ?? match.hex.flatMap { UInt32($0, radix: 16) }
      return code.flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
    }
  }

  private static let names = [
    "amp": "&", "quot": "\"", "apos": "'", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "rsquo": "’", "lsquo": "‘",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ccedil": "ç", "oslash": "ø", "aring": "å", "aelig": "æ", "ntilde": "ñ",
  ]
}
