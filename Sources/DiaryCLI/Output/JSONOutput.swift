import DiaryModel
import DiaryProcess

/// What a command prints with `--json`.
package struct JSONOutput: Sendable {
  /// The version of what commands print as JSON, which is the program's major version.
  ///
  /// Within a version, keys and choices may be added; none is removed, and types do not change.
  package static let version = 1

  /// The command with its parents, such as `photo add`; empty for the program itself.
  package let command: String
  /// The type of what it prints, which the schema describes.
  package let type: JSONType

  /// What the program and all commands print, in the order of the help.
  package static let all =
    Beerdiary.commands.map { JSONOutput(command: $0.path, type: $0.command.json) }
    + [JSONOutput(command: "--version", type: .object("version"))]
}

/// JSON as a command prints it.
enum JSONText {
  /// Returns indented JSON with a newline at the end.
  static func of(_ value: JSONValue) -> String {
    var writer = JSONWriter(indentation: 2)
    writer.value(value)
    return writer.text + "\n"
  }

  /// Returns an object with members in this order.
  static func of(_ members: JSONMembers) -> String { JSONWriter.text(of: members) + "\n" }
}

/// Prints JSON values one on each line: as an array, or as JSON Lines.
///
/// Each value is printed before the next one is made, so a list of any length takes constant memory.
struct JSONLines {
  private let console: Console
  private let isArray: Bool
  private var json = JSONWriter()
  private var bytes: [UInt8] = []
  private var isEmpty = true

  /// Begins a list.
  init(on console: Console, _ options: ListOutputOptions) {
    self.console = console
    isArray = !options.jsonl
  }

  /// Prints the next element.
  mutating func write(_ element: (inout JSONWriter) -> Void) {
    if isArray { bytes += isEmpty ? "[\n".utf8 : ",\n".utf8 }
    isEmpty = false
    element(&json)
    json.move(to: &bytes)
    if !isArray { bytes.append(UInt8(ascii: "\n")) }
    console.write(utf8: bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Prints the end of the list.
  func end() {
    if isArray { console.write(isEmpty ? "[]\n" : "\n]\n") }
  }
}

extension CommandContext {
  /// Prints a list: as JSON if the options ask for that, otherwise as text.
  ///
  /// - Parameters:
  ///   - elements: What the list has.
  ///   - json: Returns an element as JSON.
  ///   - text: Prints all of them.
  func report<Element>(
    _ options: ListOutputOptions, _ elements: some Sequence<Element>, to console: Console? = nil,
    json: (Element) throws -> JSONMembers, text: (Console) throws -> Void
  ) rethrows {
    let console = console ?? output
    guard options.json else { return try text(console) }
    var lines = JSONLines(on: console, options)
    for element in elements {
      let members = try json(element)
      lines.write { json in json.object { $0.write(members) } }
    }
    lines.end()
  }
}
