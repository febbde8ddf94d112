import DiaryModel
import DiaryProcess
import Terminal

/// A text with the values of a beer, such as `{name}\t{rating}`.
///
/// `\t` and `\n` are a tab and a line break, `\\` is a backslash, and `{{` and `}}` are braces.
struct BeerTemplate {
  private enum Part {
    case text(String)
    /// The position of a name.
    case value(Int)
  }

  /// The names in braces, in their order.
  let names: [PropertyName]
  private let parts: [Part]

  /// Parses a template.
  ///
  /// - Throws: `CommandFailure` that says what is wrong.
  init(_ template: String) throws {
    var rest = template[...]
    var names: [PropertyName] = []
    var parts: [Part] = []
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(rest.removeFirst())
      case "{":
        guard let name = PropertyName(reading: &rest, upTo: "}"), rest.popFirst() == "}" else {
          throw Self.mistake("“{” requires a field and “}”, as in {rating}. Write “{{” for a brace.")
        }
        parts += [.text(text), .value(names.count)]
        names.append(name)
        text = ""
      case "}": throw Self.mistake("“}” has no “{” before it. Write “}}” for a brace.")
      case "\\":
        guard let escaped = rest.popFirst().flatMap(Self.escaped) else {
          throw Self.mistake("“\\” requires “t”, “n” or “\\” after it.")
        }
        text.append(escaped)
      default: text.append(character)
      }
    }
    self.names = names
    self.parts = parts + [.text(text)]
  }

  /// Returns the text with the values of a beer, in the order of the names; they are made safe for terminals.
  func text(_ values: [JSONValue?]) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let part): text += part
      case .value(let index): text += (values[index]?.display ?? "").safeForTerminal
      }
    }
    return text
  }

  private static func escaped(_ character: Character) -> Character? {
    switch character {
    case "t": "\t"
    case "n": "\n"
    case "\\": "\\"
    default: nil
    }
  }

  private static func mistake(_ sentence: String) -> CommandFailure {
    CommandFailure(sentence: "In --template, \(sentence)", status: .usage)
  }
}
