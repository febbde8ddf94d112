/// Splits the text of a filter into words, fields with values, parentheses and negation signs.
struct FilterLexer {
  /// A part of the text, with its position.
  struct Piece {
    /// Without quotation marks and escapes.
    var text: String
    /// The indexes of its characters in the filter.
    var range: Range<Int>
    /// Whether it was in quotation marks.
    var isQuoted: Bool

    /// The error for a word such as `abv~9`, with an operator that does not exist; `nil` for other words.
    var unknownOperatorError: FilterError? {
      let name = text.prefix { $0.isLetter || $0 == "_" }
      guard !isQuoted, let symbol = text[name.endIndex...].first, symbol.isMathSymbol,
        FilterKeyword.fields.contains(FilterKeyword.fieldName(name.lowercased(), customFields: []))
      else { return nil }
      let start = range.lowerBound + name.count
      return FilterError(
        range: start..<start + 1,
        sentence:
          "“\(symbol)” is not an operator. Use : = != < <= > or >=, or quote the word to search for it.")
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

    /// Returns whether this is an unquoted keyword.
    func isKeyword(_ keyword: String) -> Bool {
      symbol == nil && !head.isQuoted && head.text.lowercased() == keyword
    }
  }

  private let characters: [Character]
  private var position = 0

  /// The number of characters in the text.
  var count: Int { characters.count }

  init(_ text: String) { characters = Array(text) }

  /// Returns the next token; `nil` at the end.
  mutating func next() throws(FilterError) -> Token? {
    skipBlanks()
    guard let first = current else { return nil }
    let start = position
    let isFollowed = position + 1 < characters.count && !characters[position + 1].isWhitespace
    switch first {
    case Self.opening, Self.closing:
      position += 1
      return first == Self.opening ? .opening(start..<position) : .closing(start..<position)
    case "-" where isFollowed, "!" where isFollowed:
      position += 1
      return .negation(start..<position)
    default: break
    }
    let head = try piece { $0.isWhitespace || Self.operators.contains($0) }
    let end = position
    skipBlanks()
    guard let symbol = readSymbol() else {
      position = end
      return .term(Term(head: head, range: start..<position))
    }
    skipBlanks()
    let value = try piece(until: \.isWhitespace)
    // Blanks at the end do not belong to a value.
    if value.range.isEmpty { position = symbol.range.upperBound }
    return .term(Term(head: head, symbol: symbol, value: value, range: start..<position))
  }

  private mutating func skipBlanks() {
    while let character = current, character.isWhitespace { position += 1 }
  }

  static let opening: Character = "("
  static let closing: Character = ")"
  /// Comparisons in one character, and the same in two.
  private static let oneCharacterSymbols: [Character: String] = ["≥": ">=", "≤": "<=", "≠": "!="]
  static let operators = Set<Character>([":", "=", "<", ">"]).union(oneCharacterSymbols.keys)
  static let quote: Character = "\""
  static let escape: Character = "\\"

  private var current: Character? { position < characters.count ? characters[position] : nil }

  /// Returns whether a parenthesis after these characters opens a group, as in `not(sour)`.
  private func isKeyword(_ word: ArraySlice<Character>) -> Bool {
    FilterKeyword.connectives.contains(String(word).lowercased())
  }

  private var isUnequal: Bool {
    current == "!" && position + 1 < characters.count && characters[position + 1] == "="
  }

  private mutating func readSymbol() -> Piece? {
    let start = position
    if isUnequal {
      position += 2
      return Piece(text: "!=", range: start..<position, isQuoted: false)
    }
    guard let first = current, Self.operators.contains(first) else { return nil }
    position += 1
    if first == "<" || first == ">", current == "=" { position += 1 }
    let text = Self.oneCharacterSymbols[first] ?? String(characters[start..<position])
    return Piece(text: text, range: start..<position, isQuoted: false)
  }

  private mutating func piece(until isEnd: (Character) -> Bool) throws(FilterError) -> Piece {
    let start = position
    if current == Self.quote { return try quoted() }
    // `Pils(ner)` is a word; a closing parenthesis belongs to it only if it was opened in it.
    var opened: [Int] = []
    while let character = current, !isEnd(character), !isUnequal {
      if character == Self.opening {
        if opened.isEmpty, isKeyword(characters[start..<position]) { break }
        opened.append(position)
      }
      if character == Self.closing {
        if opened.isEmpty { break }
        opened.removeLast()
      }
      position += 1
    }
    if let first = opened.first {
      throw FilterError(
        range: first..<first + 1,
        sentence: "This “(” has no “)” in the same word. Put “(” before the field, or quote the text.")
    }
    return Piece(text: String(characters[start..<position]), range: start..<position, isQuoted: false)
  }

  private mutating func quoted() throws(FilterError) -> Piece {
    let start = position
    var text = ""
    position += 1
    while let character = current, character != Self.quote {
      if character == Self.escape, position + 1 < characters.count { position += 1 }
      text.append(characters[position])
      position += 1
    }
    guard current == Self.quote else {
      throw FilterError(
        range: start..<position,
        sentence: "This quotation mark is not closed. Add one at the end of the quoted text.")
    }
    position += 1
    return Piece(text: text, range: start..<position, isQuoted: true)
  }
}
