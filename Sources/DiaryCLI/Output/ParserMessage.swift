/// A message of the parser, with the beginning and the quotation marks of all other messages.
///
/// The parser begins it with “Error”, and puts single marks around what was typed, and around what it expects.
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
        lines[index] = "beerdiary: " + Self.quoted(line).dropFirst(Self.error.count)
      } else if line.hasPrefix(Self.reference) {
        lines[index] = Self.quoted(line)
      }
    }
    text = lines.joined(separator: "\n")
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
