import ArgumentParser
import DiaryModel
import DiaryStore

struct ListTrashCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the beers in the trash.",
    discussion: """
      With --json, prints an array with one beer per line, as `beerdiary list --json` does.

      EXAMPLES:
        beerdiary trash list
        beerdiary trash list style:stout --json
      """)

  static let json: JSONType = .array(.object("beer"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var reversal: ReverseOptions
  @OptionGroup var limitation: LimitOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try filter.check(in: context)
    try context.withDiary(options, .reading) { diary in
      var query = BeerQuery(isReversed: reversal.reverse, filter: try filter.filter(of: diary, in: context))
      query.filter.isInTrash = true
      let console = context.output(pager)
      let limit = limitation.limit ?? .max
      if output.json {
        return try ListCommand.writeJSON(diary, query, limit: limit, as: output, to: console)
      }
      let count = try ListCommand.writePlain(diary, query, limit: limit, dates: context.dates, to: console)
      if count == 0, limit > 0 { context.reportNothingListed(query) }
    }
  }
}
