/// Text in roff, the language of manual pages.
///
/// Source: groff_man(7) and groff_char(7).
struct Roff {
  private(set) var text = ""

  /// Adds a macro with quoted arguments.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"" + Self.escaped($0).replacing("\"", with: "\\(dq") + "\"" }.joined()
    text += ".\(name)\(quoted)\n"
  }

  /// Adds a line of text.
  mutating func line(_ line: String) {
    let escaped = Self.escaped(line)
    // A dot or an apostrophe at the start of a line would begin a macro.
    text += (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
  }

  /// Adds a line of roff, which the caller has escaped.
  mutating func raw(_ line: String) { text += line + "\n" }

  /// Adds a list of terms, already marked up, with their explanations.
  mutating func definitions(_ definitions: [(term: String, text: String)]) {
    for (term, text) in definitions {
      macro("TP")
      raw(term)
      line(text)
    }
  }

  /// Returns text with roff's special characters escaped, and hyphens that can be copied into a shell.
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
