/// A venue's name, city and country as one line of text.
struct Place {
  var name: String?
  var city: String?
  var country: String?

  /// `Café 't Arendsnest, Amsterdam, Nederland`; what is missing or only repeats the part before it is left out.
  var text: String? {
    var text: String?
    var last: String?
    for part in [name, city, country] {
      guard let part, part != last else { continue }
      text = text.map { $0 + ", " + part } ?? part
      last = part
    }
    return text
  }

  /// Whether name, city and country can be told from `text` again.
  var isLossless: Bool {
    let isNameAlone = city == nil && country == nil
    let isWhole = name != nil && city != nil && country != nil && name != city && city != country
    return (isNameAlone || isWhole) && ![name, city, country].contains(where: Self.hasComma)
  }

  private static func hasComma(_ part: String?) -> Bool { part?.utf8.contains(UInt8(ascii: ",")) ?? false }
}
