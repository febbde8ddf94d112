package import DiaryModel

/// Finds the matches of a search in a text, ignoring case and accents.
///
/// Each word of the search matches the beginning of a word of the text. Both are divided into words as the search index
/// does, so that everything that a search finds can be shown.
package struct SearchHighlighter: Hashable, Sendable {
  /// The words of the search as ``WordTokenizer`` folds them.
  private let words: [[UInt8]]

  /// Creates a highlighter; returns `nil` if no word that beers must have has letters or digits.
  package init?(_ search: [Substring]) {
    let required = search.filter { !BeerFilter.Term(searching: $0).isNegated }
    self.init(words: required.flatMap { WordTokenizer.words(inUTF8: $0.utf8).map(\.folded) })
  }

  private init?(words: [[UInt8]]) {
    if words.isEmpty { return nil }
    self.words = words
  }

  /// Returns the ranges of all matches, in order and without overlaps.
  package func matches(in text: [Character]) -> [Range<Int>] {
    let text = TokenizedText(text)
    return text.words.reduce(into: []) { found, word in
      guard let match = match(at: word, in: text) else { return }
      // A character can have several words, because marks that the index does not know separate them.
      if let last = found.last, match.lowerBound < last.upperBound {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, match.upperBound)
      } else {
        found.append(match)
      }
    }
  }

  /// Returns the range of the first match; `nil` if there is none.
  package func firstMatch(in text: [Character]) -> Range<Int>? {
    let text = TokenizedText(text)
    return text.words.lazy.compactMap { match(at: $0, in: text) }.first
  }

  private func match(at word: WordTokenizer.Word, in text: TokenizedText) -> Range<Int>? {
    let length = words.filter { word.folded.starts(with: $0) }.map(\.count).max()
    return length.map { text.characters(of: word, prefix: $0) }
  }

  /// Returns a highlighter for the words that none of the texts contains; `nil` if there are none.
  package func missing(in texts: [String?]) -> SearchHighlighter? {
    let found = texts.compactMap { $0 }.flatMap { WordTokenizer.words(inUTF8: $0.utf8) }
    return SearchHighlighter(
      words: words.filter { word in !found.contains { $0.folded.starts(with: word) } })
  }

  /// Returns `start`, or the end of the word that it is inside of, at most `end`; all in characters.
  package static func wordBoundary(from start: Int, to end: Int, in text: [Character]) -> Int {
    guard start > 0 else { return start }
    let text = TokenizedText(text[(start - 1)..<end])
    return text.endOfWord().map { start - 1 + $0 } ?? start
  }
}

/// The words of a text, and the characters that they are in.
private struct TokenizedText {
  let words: [WordTokenizer.Word]
  private let bytes: [UInt8]
  /// Where each character ends in `bytes`.
  private let ends: [Int]

  init(_ text: some Sequence<Character>) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for character in text {
      bytes += character.utf8
      ends.append(bytes.count)
    }
    words = WordTokenizer.words(inUTF8: bytes)
    self.bytes = bytes
    self.ends = ends
  }

  /// Returns the characters from the start of a word to the end of a prefix of it.
  ///
  /// - Parameter length: The length of the prefix in bytes of the folded word.
  func characters(of word: WordTokenizer.Word, prefix length: Int) -> Range<Int> {
    let start = word.range.lowerBound
    let first = character(at: start)
    let last = character(at: word.range.upperBound - 1)
    // Folding changes the number of bytes, and drops accents that are characters of their own.
    let end = (first..<last).first { index in
      let folded = WordTokenizer.words(inUTF8: bytes[start..<ends[index]]).first?.folded
      return folded.map { $0.count >= length } ?? false
    }
    return first..<(end ?? last) + 1
  }

  /// Returns the end, in characters, of the word that continues after the first character; `nil` if none does.
  func endOfWord() -> Int? {
    guard let end = ends.first else { return nil }
    let word = words.first { $0.range.lowerBound < end && end < $0.range.upperBound }
    return word.map { character(at: $0.range.upperBound - 1) + 1 }
  }

  private func character(at byte: Int) -> Int {
    ends.firstIndex { $0 > byte } ?? ends.count - 1
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
  /// name; a search does not look in those that are only a web address.
  ///
  /// - Parameter texts: The columns that the list item does not have, such as `notes`.
  package static func hidden(
    _ search: [Substring], in item: BeerListItem, texts: [(name: String, text: String?)], extras: Extras
  ) -> [SearchSnippet] {
    let searched = extras.filter { !PhotoLink.isLink($0.value.display) }
    let custom = searched.sorted { $0.key < $1.key }.map {
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
