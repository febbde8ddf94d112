/// Text in the language of manual pages.
///
/// Source: groff_man(7) and groff_char(7).
struct Roff {
  private(set) var text = ""

  /// A line that begins with a macro; its arguments are quoted.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"" + Self.escaped($0).replacingQuotes + "\"" }.joined()
    text += ".\(name)\(quoted)\n"
  }

  /// A line of text.
  mutating func line(_ line: String) {
    let escaped = Self.escaped(line)
    // At its beginning, a point or an apostrophe would begin a macro.
    text += (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
  }

  /// A line whose parts are made by the caller with `escaped` and font changes.
  mutating func raw(_ line: String) { text += line + "\n" }

  /// Text that says what it is: what means something to roff is escaped, and a hyphen can be copied into a shell.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "'": result += "\\(aq"
      default: result.append(character)
      }
    }
    return result
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }
}

extension String {
  fileprivate var replacingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
  }
}
