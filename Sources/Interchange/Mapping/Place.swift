import DiaryStore

/// A venue's name, city and country as one line of text.
struct Place {
  var name: String?
  var city: String?
  var country: String?

  private static let separator = ", "

  /// `Café 't Arendsnest, Amsterdam, Nederland`; what is missing or only repeats the part before it is left out.
  var text: String? {
    var parts: [String] = []
    for part in [name, city, country].compactMap({ $0 }) where part != parts.last { parts.append(part) }
    return parts.isEmpty ? nil : parts.joined(separator: Self.separator)
  }

  /// Whether name, city and country can be told from `text` again.
  var isLossless: Bool {
    guard [name, city, country].allSatisfy({ $0?.contains(Self.separator) != true }) else { return false }
    return city == nil && country == nil
      || name != city && city != country && name != nil && city != nil && country != nil
  }
}
