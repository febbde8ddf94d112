/// The words of texts as they are written, to quote words that were compared in their folded form.
struct WrittenWords {
  /// The words of each text.
  private let texts: [[Substring]]

  /// Reads the words of texts, of which the first one that has a word is quoted.
  init(_ texts: [String]) {
    self.texts = texts.map { text in
      HTMLEntities.decoded(text).split { !Self.isPartOfWord($0) }
    }
  }

  /// Returns folded words, which may stand for other spellings, as they are written; those that no text has stay.
  func quoted(_ words: String) -> String {
    let folded = words.split(separator: " ").map(String.init)
    if let run = run(of: folded) { return String(run) }
    return folded.map { word in run(of: [word]).map { String($0) } ?? word }.joined(separator: " ")
  }

  /// Returns the shortest part of a text that has these words and no others; `nil` if there is none.
  private func run(of folded: [String]) -> Substring? {
    if folded.isEmpty { return nil }
    for words in texts {
      for length in 1...(folded.count + Self.maxAbbreviated) {
        for start in words.indices.dropLast(length - 1) {
          let first = words[start]
          let last = words[start + length - 1]
          let run = first.base[first.startIndex..<last.endIndex]
          if Self.isSpelling(String(run), of: folded) { return run }
        }
      }
    }
    return nil
  }

  /// Whether a text is a spelling of folded words.
  private static func isSpelling(_ text: String, of words: [String]) -> Bool {
    let folded = LabelKey.folded(text)
    if folded == words.joined(separator: " ") { return true }
    let canonical = LabelWords.canonicalWords(ofFolded: folded)
    return canonical == words || canonical.map(LabelWords.withoutArticle) == words
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character.isSymbol || apostrophes.contains(character)
  }

  private static let apostrophes: Set<Character> = ["'", "\u{2018}", "\u{2019}", "\u{02BC}"]
  /// How many more words may be written than compared: `India Pale Ale` is compared as `ipa`.
  private static let maxAbbreviated = 2
}

extension LabelDifference {
  /// Returns the difference with names as they are written, instead of the folded words that were compared.
  ///
  /// - Parameters:
  ///   - first: The facts of the first label, or a line of a menu as a name.
  ///   - second: The facts of the second label.
  package func quoting(_ first: LabelFacts, _ second: LabelFacts) -> LabelDifference {
    switch self {
    case .writing, .breweryMissing, .year: self
    case .breweryForm(let one, let other): .breweryForm(first.brewery(one), second.brewery(other))
    case .brewery(let words, let brewery): .brewery(first.quoted(words), second.brewery(brewery))
    case .spelling(let one, let other): .spelling(first.quoted(one), second.quoted(other))
    case .extraWords(let words): .extraWords(first.quoted(words))
    case .missingWords(let words): .missingWords(second.quoted(words))
    }
  }
}

extension LabelFacts {
  /// Returns folded words of the name or the brewery as they are written.
  fileprivate func quoted(_ words: String) -> String {
    WrittenWords([name, brewery].compactMap { $0 }).quoted(words)
  }

  /// Returns a folded brewery as it is written.
  fileprivate func brewery(_ folded: String) -> String {
    WrittenWords([brewery].compactMap { $0 }).quoted(folded)
  }
}
