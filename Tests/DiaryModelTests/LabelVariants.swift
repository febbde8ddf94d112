import DiaryModel

/// A way in which the name of a beer is written differently.
enum LabelVariant: String, CaseIterable {
  case swappedLetters, missingLetter, doubledLetter
  case umlautInTwoLetters, joinedWords
  case htmlEntity
  case addedYear
  case otherBreweryForm, noBrewery

  /// Returns the name and brewery written differently; `nil` if they cannot be.
  func applied<Source: RandomNumberGenerator>(name: String, brewery: String, using random: inout Source)
    -> (name: String, brewery: String)?
  {
    switch self {
    case .swappedLetters:
      return Self.changingWord(of: name, using: &random) { word, i in
        if word[i] != word[i + 1] { word.swapAt(i, i + 1) }
      }.map { ($0, brewery) }
    case .missingLetter:
      return Self.changingWord(of: name, using: &random) { $0.remove(at: $1) }.map { ($0, brewery) }
    case .doubledLetter:
      return Self.changingWord(of: name, using: &random) { $0.insert($0[$1], at: $1) }.map { ($0, brewery) }
    case .umlautInTwoLetters:
      let letters: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"]
      return Self.ifChanged(name, name.map { letters[$0] ?? String($0) }.joined()).map { ($0, brewery) }
    case .joinedWords:
      let words = name.split(separator: " ")
      guard words.count > 1, let i = words.indices.dropLast().randomElement(using: &random) else {
        return nil
      }
      let joined = words[i] + words[i + 1].lowercased()
      return ((words[..<i] + [joined] + words[(i + 2)...]).joined(separator: " "), brewery)
    case .htmlEntity:
      let written = name.unicodeScalars.map { scalar in
        scalar == "'" ? "&#8217;" : scalar.isASCII ? String(scalar) : "&#\(scalar.value);"
      }
      return Self.ifChanged(name, written.joined()).map { ($0, brewery) }
    case .addedYear:
      if name.contains(/(19|20)[0-9]{2}/) { return nil }
      let year = Int.random(in: 1995...2024, using: &random)
      return (Bool.random(using: &random) ? "\(name) (\(year))" : "\(name) \(year)", brewery)
    case .otherBreweryForm:
      let own = brewery.replacing(" Brewing", with: "")
      let forms = [
        own, "\(own) Brewing Co.", "\(own) Brewery", "Brouwerij \(own)", "Brasserie \(own)",
        "Brauerei \(own)",
      ]
      return forms.randomElement(using: &random).map { (name, $0) }
    case .noBrewery: return (name, "")
    }
  }

  /// Returns a text with a word of at least six letters changed at a letter after the first; `nil` if it has none.
  private static func changingWord<Source: RandomNumberGenerator>(
    of text: String, using random: inout Source, _ change: (inout [Character], Int) -> Void
  ) -> String? {
    var words = text.split(separator: " ").map(Array.init)
    let long = words.indices.filter { words[$0].count >= 6 && words[$0].allSatisfy(\.isLetter) }
    guard let i = long.randomElement(using: &random) else { return nil }
    change(&words[i], Int.random(in: 1..<(words[i].count - 1), using: &random))
    return ifChanged(text, words.map { String($0) }.joined(separator: " "))
  }

  private static func ifChanged(_ old: String, _ new: String) -> String? { old == new ? nil : new }
}
