import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Telemetry
import Terminal

struct ListFieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the fields with what they hold and how many beers have them.",
    discussion: """
      A field is text, number, boolean or date by most of its values; with --json all kinds are counted.

      EXAMPLE:
        beerdiary fields list --json | jq '.[] | select(.indexed) | .name'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let fields = try opened.diary.customFields()
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of(.array(fields.map { .object($0.json) })))
    } else if fields.isEmpty {
      console.line("There are no fields of your own yet; `beerdiary edit 1 --set hop=Citra` makes one.")
    } else {
      let column = fields.map { $0.name.safeForTerminal.columns }.max() ?? 0
      for field in fields { console.line(field.line(nameColumns: column)) }
    }
    console.flush()
  }
}
