/// Cuts the text of a filter into words, fields with their values, parentheses and signs of negation.
struct FilterLexer {
  /// A piece of text, where it stands, and whether it stood in quotation marks.
  struct Piece {
    var text: String
    var range: Range<Int>
    var isQuoted: Bool
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
    /// `nil` for a word.
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
    while let character = current, character.isWhitespace { place += 1 }
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
    let symbol = readSymbol()
    var value: Piece?
    if symbol != nil { value = try piece(until: \.isWhitespace) }
    return .term(Term(head: head, symbol: symbol, value: value, range: start..<place))
  }

  static let opening: Character = "("
  static let closing: Character = ")"
  static let operators: Set<Character> = [":", "=", "<", ">"]
  static let quote: Character = "\""
  static let escape: Character = "\\"

  private var current: Character? { place < characters.count ? characters[place] : nil }

  /// Whether a parenthesis behind these characters opens a group, as in `not(sour)`.
  private func isKeyword(_ word: ArraySlice<Character>) -> Bool {
    [FilterKeyword.negation, FilterKeyword.alternative].contains(String(word).lowercased())
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
    return Piece(text: String(characters[start..<place]), range: start..<place, isQuoted: false)
  }

  private mutating func piece(until isEnd: (Character) -> Bool) throws(FilterError) -> Piece {
    let start = place
    if current == Self.quote { return try quoted() }
    // `Pils(ner)` is a word; a parenthesis that was not opened in it is not part of it.
    var depth = 0
    while let character = current, !isEnd(character), !isUnequal {
      if character == Self.opening {
        if depth == 0, isKeyword(characters[start..<place]) { break }
        depth += 1
      }
      if character == Self.closing {
        if depth == 0 { break }
        depth -= 1
      }
      place += 1
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
