package import DiaryModel
import Foundation

/// Finds in a text where the words of a search begin, without case and accents.
package struct SearchHighlighter: Hashable, Sendable {
  private let words: [[Character]]

  /// `nil` where there is nothing to look for.
  package init?(_ search: [Substring]) {
    let words = search.flatMap { $0.map(Self.folded).split { !Self.isPart($0) }.map(Array.init) }
    self.init(words: words)
  }

  private init?(words: [[Character]]) {
    if words.isEmpty { return nil }
    self.words = words
  }

  /// The beginnings of words that are searched for.
  package func matches(in text: [Character]) -> [Range<Int>] {
    text.indices.compactMap { match(at: $0, in: text) }
  }

  /// The first of them.
  package func firstMatch(in text: [Character]) -> Range<Int>? {
    text.indices.lazy.compactMap { match(at: $0, in: text) }.first
  }

  private func match(at start: Int, in text: [Character]) -> Range<Int>? {
    guard Self.isPart(text[start]), start == 0 || !Self.isPart(text[start - 1]) else { return nil }
    let length = words.filter { word in
      text.count - start >= word.count
        && word.indices.allSatisfy { Self.folded(text[start + $0]) == word[$0] }
    }.map(\.count).max()
    return length.map { start..<start + $0 }
  }

  /// The words that none of the texts has; `nil` where each is in one of them.
  package func missing(in texts: [String?]) -> SearchHighlighter? {
    let texts = texts.compactMap { $0.map(Array.init) }
    return SearchHighlighter(
      words: words.filter { word in
        !texts.contains { SearchHighlighter(words: [word])?.firstMatch(in: $0) != nil }
      })
  }

  /// The place where the word that a place is amid of ends, or the place itself.
  package static func wordBoundary(from start: Int, to end: Int, in text: [Character]) -> Int {
    guard start > 0, isPart(text[start - 1]) else { return start }
    return (start..<end).first { !isPart(text[$0]) } ?? end
  }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// One character for each, without case and accents.
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
package struct SearchSnippet: Hashable, Sendable {
  /// `notes`, or the name of the field.
  package let field: String
  /// The text around what was found, without its line breaks.
  package let text: String
  /// Whether more of it stands before.
  package let isTruncatedAtStart: Bool
  /// Where in the text what was found begins, in characters.
  package let place: Int
  /// What was found and so much behind it as is mostly shown with it.
  private let near: String

  /// What goes before and after what was found, in characters.
  private static let lead = 60
  private static let length = 320
  private static let shownBehind = 16
  /// Of a longer text the end is not looked at.
  private static let maxTextLength = 20_000

  /// `nil` where the text has none of the words.
  package init?(_ finder: SearchHighlighter, in text: String?, of field: String) {
    guard let text, !text.isEmpty else { return nil }
    let characters = Array(text.prefix(Self.maxTextLength))
    guard let match = finder.firstMatch(in: characters) else { return nil }
    let start = SearchHighlighter.wordBoundary(
      from: max(0, match.lowerBound - Self.lead), to: match.lowerBound, in: characters)
    self.field = field
    self.text = String(
      characters[start...].prefix(Self.length).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    isTruncatedAtStart = start > 0
    place = match.lowerBound - start
    near = String(characters[match.lowerBound...].prefix(max(match.count, Self.shownBehind)))
  }

  /// Looks in the notes, then in the custom fields, for what the line of a list does not have: what of the words is
  /// there first, and of those that are left what is next.
  package static func hidden(
    _ search: [Substring], in row: BeerListItem, notes: String?, extras: Extras
  ) -> [SearchSnippet] {
    let fields =
      [("notes", notes)] + extras.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value.display)) }
    return all(
      SearchHighlighter(search)?.missing(in: [row.name, row.brewery, row.style, row.place]), in: fields)
  }

  /// Of fields, each with its text, those that have words which the ones before do not have.
  package static func all(_ finder: SearchHighlighter?, in fields: [(name: String, text: String?)])
    -> [SearchSnippet]
  {
    var missing = finder
    var found: [SearchSnippet] = []
    for field in fields {
      while let words = missing, let text = SearchSnippet(words, in: field.text, of: field.name) {
        found.append(text)
        missing = words.missing(in: [text.near])
      }
    }
    return found
  }
}
