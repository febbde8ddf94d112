import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct EditCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the fields of a beer.",
    discussion: """
      Only the fields that you name change. An empty value, as in --place "", clears a field.

      EXAMPLES:
        beerdiary edit 12 --rating 4 --notes "Better than last year."
        beerdiary edit Orval --set hop=Citra --set "IBU guess=60" --place ""
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Option(name: .long, help: "The name on the label.")
  var name: String?

  @OptionGroup var fields: FieldOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let name, BeerText.readable(name) == nil { throw ValidationError("A beer needs a name.") }
    if name == nil, fields.isEmpty {
      throw ValidationError("Name the fields to change, for example --rating 4 or --set hop=Citra.")
    }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary)
      var values = detail.beer.fields
      if let name { values.name = BeerText.readable(name) }
      try fields.apply(to: &values, customFields: fields.customFields(of: diary))
      let change = try diary.edit(detail.beer.id, to: values, expecting: detail.beer.fields)
      let changed = try diary.beer(detail.beer.id) ?? detail
      context.report(output, change == nil ? "Unchanged:" : "Changed", changed)
    }
  }
}

extension CommandContext {
  /// Prints a sentence about a beer, or the beer as JSON.
  func report(_ options: OutputOptions, _ verb: String, _ detail: BeerDetail) {
    report(options, json: BeerJSON(detail).text) {
      $0.line("\(verb) \(detail.title) (id \(detail.beer.id)).")
    }
  }
}
