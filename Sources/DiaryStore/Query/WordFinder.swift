import Foundation

/// Finds in a text where the words of a search begin, without case and accents.
package struct WordFinder: Hashable, Sendable {
  private let words: [[Character]]

  /// `nil` where there is nothing to look for.
  package init?(_ search: [Substring]) {
    let words = search.flatMap { Self.folded(Array($0)).split { !Self.isPart($0) }.map(Array.init) }
    self.init(words: words)
  }

  private init?(words: [[Character]]) {
    if words.isEmpty { return nil }
    self.words = words
  }

  /// The beginnings of words that are searched for.
  package func matches(in text: [Character]) -> [Range<Int>] {
    let text = Self.folded(text)
    return text.indices.compactMap { start in
      guard Self.isPart(text[start]), start == 0 || !Self.isPart(text[start - 1]) else { return nil }
      let length = words.filter { text[start...].starts(with: $0) }.map(\.count).max()
      return length.map { start..<start + $0 }
    }
  }

  /// The words that none of the texts has; `nil` where each is in one of them.
  package func missing(in texts: [String?]) -> WordFinder? {
    WordFinder(
      words: words.filter { word in
        !texts.contains { text in text.map { WordFinder(words: [word])?.isHeld(by: $0) == true } ?? false }
      })
  }

  private func isHeld(by text: String) -> Bool { !matches(in: Array(text)).isEmpty }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// One character for each, without case and accents.
  private static func folded(_ characters: [Character]) -> [Character] { characters.map(folded) }

  private static func folded(_ character: Character) -> Character {
    if let byte = character.asciiValue {
      return 65...90 ~= byte ? Character(UnicodeScalar(byte | 0x20)) : character
    }
    let scalars = character.unicodeScalars
    // Han, Kana and Hangul know neither.
    if scalars.count == 1, let scalar = scalars.first, 0x2E80..<0xF900 ~= scalar.value { return character }
    let folded = String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return folded.count == 1 ? folded.first ?? character : character
  }
}

/// What a search found in a text that is mostly out of sight.
package struct FoundText: Hashable, Sendable {
  /// `notes`, or the name of the field.
  package let field: String
  /// The text around what was found, without its line breaks.
  package let text: String
  /// Whether more of it stands before.
  package let beginsAmid: Bool

  /// What goes before and after what was found, in characters.
  private static let lead = 60
  private static let length = 320
  /// Of a longer text the end is not looked at.
  private static let mostLookedAt = 20_000

  /// `nil` where the text has none of the words.
  package init?(_ finder: WordFinder, in text: String?, of field: String) {
    guard let text, !text.isEmpty else { return nil }
    let characters = Array(text.prefix(Self.mostLookedAt))
    guard let match = finder.matches(in: characters).first else { return nil }
    let start = max(0, match.lowerBound - Self.lead)
    self.field = field
    self.text = String(
      characters[start...].prefix(Self.length).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    beginsAmid = start > 0
  }

  /// Looks in the notes, then in the custom fields, for what the line of a list does not have.
  package init?(_ search: [Substring], in row: BeerRow, notes: String?, extras: Extras) {
    guard
      let missing = WordFinder(search)?.missing(in: [row.name, row.brewery, row.style, row.place])
    else { return nil }
    let fields =
      [("notes", notes)] + extras.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value.display)) }
    guard let found = fields.lazy.compactMap({ FoundText(missing, in: $0.1, of: $0.0) }).first else {
      return nil
    }
    self = found
  }
}
