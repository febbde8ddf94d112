/// Cuts the text of a filter into words, fields with their values, parentheses and signs of negation.
struct FilterLexer {
  /// A piece of text, where it stands, and whether it stood in quotation marks.
  struct Piece {
    var text: String
    var range: Range<Int>
    var isQuoted: Bool

    /// What is wrong with a word such as `abv~9`: a field with an operator that does not exist; `nil` for other words.
    var mistakenOperator: FilterError? {
      let name = text.prefix(while: \.isLetter)
      guard !isQuoted, let symbol = text[name.endIndex...].first, symbol.isMathSymbol,
        FilterKeyword.fields.contains(name.lowercased())
      else { return nil }
      let start = range.lowerBound + name.count
      return FilterError(
        range: start..<start + 1,
        sentence: "“\(symbol)” is no comparison; these are : = != < <= > >=. Quote the word to look for it.")
    }
  }

  enum Token {
    case opening(Range<Int>)
    case closing(Range<Int>)
    /// `-` or `!` in front of a word, a field or a parenthesis.
    case negation(Range<Int>)
    case term(Term)

    var range: Range<Int> {
      switch self {
      case .opening(let range), .closing(let range), .negation(let range): range
      case .term(let term): term.range
      }
    }
  }

  struct Term {
    /// A word, or a field's name.
    var head: Piece
    /// How the field is compared, such as `>=`; `nil` for a word.
    var symbol: Piece?
    var value: Piece?
    var range: Range<Int>

    /// Whether this is a word that the language uses itself.
    func isKeyword(_ keyword: String) -> Bool {
      symbol == nil && !head.isQuoted && head.text.lowercased() == keyword
    }
  }

  private let characters: [Character]
  private var place = 0

  init(_ text: String) { characters = Array(text) }

  /// The next word or field; `nil` at the end.
  mutating func next() throws(FilterError) -> Token? {
    skipBlanks()
    guard let first = current else { return nil }
    let start = place
    let isFollowed = place + 1 < characters.count && !characters[place + 1].isWhitespace
    switch first {
    case Self.opening, Self.closing:
      place += 1
      return first == Self.opening ? .opening(start..<place) : .closing(start..<place)
    case "-" where isFollowed, "!" where isFollowed:
      place += 1
      return .negation(start..<place)
    default: break
    }
    let head = try piece { $0.isWhitespace || Self.operators.contains($0) }
    let end = place
    skipBlanks()
    guard let symbol = readSymbol() else {
      place = end
      return .term(Term(head: head, range: start..<place))
    }
    skipBlanks()
    let value = try piece(until: \.isWhitespace)
    // Blanks at the end belong to no value.
    if value.range.isEmpty { place = symbol.range.upperBound }
    return .term(Term(head: head, symbol: symbol, value: value, range: start..<place))
  }

  private mutating func skipBlanks() { while let character = current, character.isWhitespace { place += 1 } }

  static let opening: Character = "("
  static let closing: Character = ")"
  /// Comparisons in one character, with their other spelling.
  private static let oneCharacterSymbols: [Character: String] = ["≥": ">=", "≤": "<=", "≠": "!="]
  static let operators = Set<Character>([":", "=", "<", ">"]).union(oneCharacterSymbols.keys)
  static let quote: Character = "\""
  static let escape: Character = "\\"

  private var current: Character? { place < characters.count ? characters[place] : nil }

  /// Whether a parenthesis behind these characters opens a group, as in `not(sour)`.
  private func isKeyword(_ word: ArraySlice<Character>) -> Bool {
    FilterKeyword.connectives.contains(String(word).lowercased())
  }

  private var isUnequal: Bool {
    current == "!" && place + 1 < characters.count && characters[place + 1] == "="
  }

  private mutating func readSymbol() -> Piece? {
    let start = place
    if isUnequal {
      place += 2
      return Piece(text: "!=", range: start..<place, isQuoted: false)
    }
    guard let first = current, Self.operators.contains(first) else { return nil }
    place += 1
    if first == "<" || first == ">", current == "=" { place += 1 }
    let text = Self.oneCharacterSymbols[first] ?? String(characters[start..<place])
    return Piece(text: text, range: start..<place, isQuoted: false)
  }

  private mutating func piece(until isEnd: (Character) -> Bool) throws(FilterError) -> Piece {
    let start = place
    if current == Self.quote { return try quoted() }
    // `Pils(ner)` is a word; a parenthesis that was not opened in it is not part of it.
    var opened: [Int] = []
    while let character = current, !isEnd(character), !isUnequal {
      if character == Self.opening {
        if opened.isEmpty, isKeyword(characters[start..<place]) { break }
        opened.append(place)
      }
      if character == Self.closing {
        if opened.isEmpty { break }
        opened.removeLast()
      }
      place += 1
    }
    if let first = opened.first {
      throw FilterError(
        range: first..<first + 1,
        sentence: "This “(” has no “)” in the same word; put “(” before the field, or quote the text.")
    }
    return Piece(text: String(characters[start..<place]), range: start..<place, isQuoted: false)
  }

  private mutating func quoted() throws(FilterError) -> Piece {
    let start = place
    var text = ""
    place += 1
    while let character = current, character != Self.quote {
      if character == Self.escape, place + 1 < characters.count { place += 1 }
      text.append(characters[place])
      place += 1
    }
    guard current == Self.quote else {
      throw FilterError(
        range: start..<place, sentence: "The quotation mark has no other; put one at the end.")
    }
    place += 1
    return Piece(text: text, range: start..<place, isQuoted: true)
  }
}
