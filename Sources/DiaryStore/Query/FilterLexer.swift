/// Cuts the text of a filter into words and fields with their values.
struct FilterLexer {
  /// A piece of text, where it stands, and whether it stood in quotation marks.
  struct Piece {
    var text: String
    var range: Range<Int>
    var isQuoted: Bool
  }

  struct Token {
    var isNegated: Bool
    /// A word, or a field's name.
    var head: Piece
    /// `nil` for a word.
    var symbol: Piece?
    var value: Piece?
    var range: Range<Int>
  }

  private let characters: [Character]
  private var place = 0

  init(_ text: String) { characters = Array(text) }

  /// The next word or field; `nil` at the end.
  mutating func next() throws(FilterError) -> Token? {
    while let character = current, character.isWhitespace { place += 1 }
    guard let first = current else { return nil }
    let start = place
    let negates = first == "-" && place + 1 < characters.count && !characters[place + 1].isWhitespace
    if negates { place += 1 }
    let head = try piece { $0.isWhitespace || Self.operators.contains($0) }
    let symbol = readSymbol()
    var value: Piece?
    if symbol != nil { value = try piece(until: \.isWhitespace) }
    return Token(isNegated: negates, head: head, symbol: symbol, value: value, range: start..<place)
  }

  static let operators: Set<Character> = [":", "=", "<", ">"]
  static let quote: Character = "\""
  static let escape: Character = "\\"

  private var current: Character? { place < characters.count ? characters[place] : nil }

  private mutating func readSymbol() -> Piece? {
    let start = place
    guard let first = current, Self.operators.contains(first) else { return nil }
    place += 1
    if first == "<" || first == ">", current == "=" { place += 1 }
    return Piece(text: String(characters[start..<place]), range: start..<place, isQuoted: false)
  }

  private mutating func piece(until isEnd: (Character) -> Bool) throws(FilterError) -> Piece {
    let start = place
    if current == Self.quote { return try quoted() }
    while let character = current, !isEnd(character) { place += 1 }
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
