import DiaryModel
import DiaryProcess

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
