import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText

struct AgainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "again", abstract: "Add a beer that you have had before.",
    discussion: """
      Name, brewery, style, and ABV are those of the label. The date is today unless you set --date, and the beer has no \
      rating unless you give one.

      EXAMPLES:
        beerdiary again Orval --rating 4.5
        beerdiary again 12 --place "Café de Klomp" --notes "Fresher than last time."
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: LabelReference.help, completion: .beers)
  var label: LabelReference

  @OptionGroup var fields: FieldOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let label = try label.resolve(in: diary)
      var values = BeerFields(label.facts)
      values.drunkAt = .today
      try fields.apply(to: &values, customFields: fields.customFields(of: diary))
      let beer = try diary.add(NewBeer(fields: values), toLabel: label.id)
      try context.reportAdded(beer, to: diary, output)
    }
  }
}
