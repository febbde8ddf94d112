import ArgumentParser
import DiaryStore
import Telemetry

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the beers, newest first.",
    discussion: "EXAMPLE:\n  beerdiary list --json | jq '.[] | select(.rating >= 4) | .name'")

  @OptionGroup var options: StoreOptions

  @Flag(
    name: .long,
    help: "Print a JSON array, one beer a line; sha256 is null where it has not been computed yet.")
  var json = false

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    try json ? Self.writeJSON(opened.diary) : Self.writePlain(opened.diary)
  }

  /// The list as text: what `beerdiary` shows without a terminal, too.
  static func writePlain(_ diary: Diary) throws {
    let console = Console.standardOutput
    let list = PlainList(width: console.isTerminal ? console.columns : nil)
    try diary.forEachRow { row in console.line(list.line(row)) }
    console.flush()
  }

  private static func writeJSON(_ diary: Diary) throws {
    let console = Console.standardOutput
    var separator = "[\n"
    try diary.forEachBeer { detail in
      var json = JSONWriter()
      BeerJSON(detail).write(to: &json)
      console.write(separator + json.text)
      separator = ",\n"
    }
    console.write(separator == "[\n" ? "[]\n" : "\n]\n")
    console.flush()
  }
}
