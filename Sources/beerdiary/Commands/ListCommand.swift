import ArgumentParser
import DiaryStore
import Telemetry

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the beers, newest first.",
    discussion: """
      With --json an array, one beer a line; sha256 is null where it has not been computed yet.

      EXAMPLE:
        beerdiary list --json | jq '.[] | select(.rating >= 4) | .name'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let console = Console.standardOutput
    if output.json {
      try Self.writeJSON(opened.diary, to: console)
    } else {
      try Self.writePlain(opened.diary, to: console)
    }
    console.flush()
  }

  /// The list as text: what `beerdiary` shows without a terminal, too.
  static func writePlain(_ diary: Diary, to console: Console) throws {
    let list = PlainList(width: console.isTerminal ? console.columns : nil)
    try diary.forEachRow { row in console.line(list.line(row)) }
  }

  private static func writeJSON(_ diary: Diary, to console: Console) throws {
    var separator = "[\n"
    try diary.forEachBeer { detail in
      var json = JSONWriter()
      BeerJSON(detail).write(to: &json)
      console.write(separator + json.text)
      separator = ",\n"
    }
    console.write(separator == "[\n" ? "[]\n" : "\n]\n")
  }
}
