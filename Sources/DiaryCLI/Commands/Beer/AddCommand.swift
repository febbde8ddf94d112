import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText

struct AddCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a beer to the diary.",
    discussion: """
      The date is today unless you set --date; --date "" leaves it empty.

      EXAMPLES:
        beerdiary add Orval --brewery "Abbaye d'Orval" --rating 4.5
        beerdiary add "Märzen 1872" --abv 5.4 --set hop=Hallertau --set vintage=2015
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: "The name on the label.")
  var name: String

  @OptionGroup var fields: FieldOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if BeerText.readable(name) == nil { throw ValidationError("A beer needs a name.") }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing, createsMissing: true) { diary in
      var values = BeerFields(name: BeerText.readable(name), drunkAt: .today)
      try fields.apply(to: &values, customFields: fields.customFields(of: diary))
      let beer = try diary.add(NewBeer(fields: values))
      context.report(output, "Added", BeerDetail(beer: beer, photos: []))
    }
  }
}
