package import DiaryModel
import Foundation

/// Finds the matches of a search in a text, ignoring case and accents.
///
/// Each word of the search matches the beginning of a word of the text.
package struct SearchHighlighter: Hashable, Sendable {
  private let words: [[Character]]

  /// Creates a highlighter; returns `nil` if the search has no letters or digits.
  package init?(_ search: [Substring]) {
    let words = search.flatMap { $0.map(Self.folded).split { !Self.isPart($0) }.map(Array.init) }
    self.init(words: words)
  }

  private init?(words: [[Character]]) {
    if words.isEmpty { return nil }
    self.words = words
  }

  /// Returns the ranges of all matches, in order.
  package func matches(in text: [Character]) -> [Range<Int>] {
    text.indices.compactMap { match(at: $0, in: text) }
  }

  /// Returns the range of the first match; `nil` if there is none.
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

  /// Returns a highlighter for the words that none of the texts contains; `nil` if there are none.
  package func missing(in texts: [String?]) -> SearchHighlighter? {
    let texts = texts.compactMap { $0.map(Array.init) }
    return SearchHighlighter(
      words: words.filter { word in
        !texts.contains { SearchHighlighter(words: [word])?.firstMatch(in: $0) != nil }
      })
  }

  /// Returns `start`, or the end of the word that it is inside of, at most `end`; all in characters.
  package static func wordBoundary(from start: Int, to end: Int, in text: [Character]) -> Int {
    guard start > 0, isPart(text[start - 1]) else { return start }
    return (start..<end).first { !isPart(text[$0]) } ?? end
  }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Returns a character without case and accents.
  ///
  /// The result is always one character, so indexes in the text stay the same.
  private static func folded(_ character: Character) -> Character {
    if let byte = character.asciiValue {
      return 65...90 ~= byte ? Character(UnicodeScalar(byte | 0x20)) : character
    }
    let scalars = character.unicodeScalars
    // Han, Kana and Hangul have neither case nor accents.
    if scalars.count == 1, let scalar = scalars.first, 0x2E80..<0xF900 ~= scalar.value { return character }
    let folded = String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return folded.count == 1 ? folded.first ?? character : character
  }
}

/// An excerpt of a text around a match, for texts that the list does not show.
package struct SearchSnippet: Hashable, Sendable {
  /// The name of the column, such as `notes`, or of the custom field as it is shown.
  package let field: String
  /// The text around the match, at most 320 characters; line breaks and tabs are spaces.
  package let text: String
  /// Whether the text has more characters before the excerpt.
  package let isTruncatedAtStart: Bool
  /// The index of the match in `text`, in characters.
  package let matchIndex: Int
  /// The match and some text after it, which is shown together with it.
  private let visible: String

  /// The maximum number of characters before the match.
  private static let maxLead = 60
  /// The maximum length of the excerpt in characters.
  private static let maxLength = 320
  /// The minimum length of `visible` in characters, if the text is long enough.
  private static let minVisible = 16
  /// How many characters of a text are searched.
  private static let maxTextLength = 20_000

  /// Creates an excerpt around the first match; returns `nil` if there is none.
  package init?(_ highlighter: SearchHighlighter, in text: String?, of field: String) {
    guard let text, !text.isEmpty else { return nil }
    let characters = Array(text.prefix(Self.maxTextLength))
    guard let match = highlighter.firstMatch(in: characters) else { return nil }
    let start = SearchHighlighter.wordBoundary(
      from: max(0, match.lowerBound - Self.maxLead), to: match.lowerBound, in: characters)
    self.field = field
    self.text = String(
      characters[start...].prefix(Self.maxLength).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    isTruncatedAtStart = start > 0
    matchIndex = match.lowerBound - start
    visible = String(characters[match.lowerBound...].prefix(max(match.count, Self.minVisible)))
  }

  /// Returns excerpts for the words that a list item does not show.
  ///
  /// Each excerpt is around the first of the words that no excerpt before it shows. The custom fields come last, by
  /// name.
  ///
  /// - Parameter texts: The columns that the list item does not have, such as `notes`.
  package static func hidden(
    _ search: [Substring], in item: BeerListItem, texts: [(name: String, text: String?)], extras: Extras
  ) -> [SearchSnippet] {
    let custom = extras.sorted { $0.key < $1.key }.map {
      (name: CustomFieldName.shown($0.key), text: Optional($0.value.display))
    }
    return all(
      SearchHighlighter(search)?.missing(in: [item.name, item.brewery, item.style, item.place]),
      in: texts + custom)
  }

  /// Returns excerpts of fields, each around the first of the words that no excerpt before it shows.
  package static func all(_ highlighter: SearchHighlighter?, in fields: [(name: String, text: String?)])
    -> [SearchSnippet]
  {
    var missing = highlighter
    var found: [SearchSnippet] = []
    for field in fields {
      while let words = missing, let text = SearchSnippet(words, in: field.text, of: field.name) {
        found.append(text)
        missing = words.missing(in: [text.visible])
      }
    }
    return found
  }
}
