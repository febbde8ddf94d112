import DiaryModel

/// A message of the parser, with the beginning, the quotation marks and the end of all other messages.
///
/// The parser begins it with “Error”, puts single marks around what was typed, and around what it expects, and ends some
/// sentences without a full stop.
struct ParserMessage {
  private static let mark: Character = "'"
  private static let error = "Error: "
  private static let reference = "  See '"

  let text: String

  /// Converts the line that says what is wrong, and the one that refers to the help; the usage is not changed.
  init(_ message: String) {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(Self.error) {
        let sentence = Self.quoted(Self.withoutDistantGuess(line)).dropFirst(Self.error.count)
        lines[index] = "beerdiary: " + sentence + (Self.isComplete(sentence) ? "" : ".")
      } else if line.hasPrefix(Self.reference) {
        lines[index] = Self.quoted(line)
      }
    }
    text = lines.joined(separator: "\n")
  }

  /// Whether a sentence needs no full stop; a colon precedes a list on the next lines.
  private static func isComplete(_ sentence: Substring) -> Bool {
    sentence.last.map { ".?!:".contains($0) } ?? true
  }

  /// Leaves out the option that the parser suggests if it is too different from what was typed.
  ///
  /// The parser accepts up to three differences, however short the option is.
  private static func withoutDistantGuess(_ line: String) -> String {
    let parts = line.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[2] == ". Did you mean " else { return line }
    let names = [parts[1], parts[3]].map { String($0.drop { $0 == "-" }) }
    let isClose = Spelling.nearest(to: names[0], among: [names[1]]) != nil
    return isClose ? line : "\(parts[0])\(mark)\(parts[1])\(mark)"
  }

  private static func quoted(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let start = rest.firstIndex(of: mark) {
      let before = rest[..<start]
      let quoted = rest[rest.index(after: start)...]
      guard before.last == " ", let end = quoted.indices.first(where: { isEnd($0, of: quoted) }) else {
        result += rest[...start]
        rest = quoted
        continue
      }
      let content = quoted[..<end]
      let isExpected =
        before.hasSuffix("Did you mean ") || before.hasSuffix("See ") || content.hasSuffix(">")
      result += before
      result += isExpected ? "`\(content)`" : "“\(CommandLineWords.withoutProtection(String(content)))”"
      rest = quoted[quoted.index(after: end)...]
    }
    result += rest
    return result
  }

  /// Whether a quotation mark ends what is quoted: it is followed by a blank, by punctuation, or by nothing.
  private static func isEnd(_ index: String.Index, of text: Substring) -> Bool {
    guard text[index] == mark else { return false }
    guard let next = text[text.index(after: index)...].first else { return true }
    return next == " " || next.isPunctuation && next != mark
  }
}
