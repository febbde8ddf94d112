extension String {
  /// The safe text in ASCII with the same number of columns, for terminals and fonts without more characters.
  ///
  /// Latin letters lose their accents, drawing characters are replaced, and other characters become `?`.
  package var asciiOnly: String {
    if isPlain { return self }
    return CellCharacters(self).map(\.asciiText).joined()
  }
}

extension CellCharacter {
  /// The ASCII characters, one per column.
  var asciiText: String { String(repeating: character.asciiCounterpart, count: width) }
}

extension Character {
  /// A printable ASCII replacement.
  var asciiCounterpart: Character {
    if let value = asciiValue, 0x20..<0x7F ~= value { return self }
    return Self.plainCounterparts[self] ?? baseLetter ?? "?"
  }

  private static let plainCounterparts: [Character: Character] = {
    var table: [Character: Character] = [
      "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‹": "'",
      "›": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "×": "x", "\u{A0}": " ",
      "\u{202F}": " ", "ß": "s", "Æ": "A", "æ": "a", "Œ": "O", "œ": "o", "Þ": "T", "þ": "t",
    ]
    for (glyph, plain) in zip(Glyphs.unicode.all, Glyphs.ascii.all) where table[glyph] == nil {
      table[glyph] = plain
    }
    for frame in Glyphs.unicode.spinner { table[frame] = "*" }
    return table
  }()

  /// The letter without accents; `nil` if there is none.
  ///
  /// A decomposed letter begins with it; for a composed letter it is in the Unicode name: `LATIN SMALL LETTER E WITH
  /// ACUTE`.
  private var baseLetter: Character? {
    guard let scalar = unicodeScalars.first else { return nil }
    if 0x20..<0x7F ~= scalar.value { return Character(scalar) }
    guard let words = scalar.properties.name?.split(separator: " "), words.count >= 4,
      words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1
    else { return nil }
    return Character(words[1] == "SMALL" ? words[3].lowercased() : String(words[3]))
  }
}
