import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Telemetry

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the fields of a beer.",
    discussion: """
      What is not named stays as it is; an empty value takes a field away.

      EXAMPLES:
        beerdiary edit 12 --rating 4 --notes "Better than last year."
        beerdiary edit Orval --set hop=Citra --set "IBU guess=60" --place ""
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Option(name: .long, help: "What is on the label.")
  var name: String?

  @OptionGroup var fields: FieldOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if name == nil, fields.isEmpty {
      throw ValidationError("Say what to change, such as --rating 4 or --set hop=Citra.")
    }
  }

  func run() throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    let detail = try beer.resolve(in: opened.diary)
    var values = detail.beer.fields
    if let name { values.name = BeerText.readable(name) }
    try fields.store(in: &values, customFields: fields.customFields(of: opened.diary))
    let change = try opened.diary.edit(detail.beer.id, to: values, expecting: detail.beer.fields)
    let changed = try opened.diary.beer(detail.beer.id) ?? detail
    BeerConfirmation(json: output.json).tell(change == nil ? "Left as it was" : "Changed", changed)
  }
}

/// Says what was done to a beer: in a line, or as the beer in JSON.
struct BeerConfirmation {
  let json: Bool

  func tell(_ verb: String, _ detail: BeerDetail) {
    let console = Console.standardOutput
    if json {
      var writer = JSONWriter(indentation: 2)
      BeerJSON(detail).write(to: &writer)
      console.write(writer.text + "\n")
    } else {
      console.line("\(verb): \(detail.title), number \(detail.beer.id).")
    }
    console.flush()
  }
}
