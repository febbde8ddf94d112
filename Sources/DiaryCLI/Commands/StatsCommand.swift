import DiaryModel
import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Telemetry
import Terminal

struct StatsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count beers by year, rating, ABV, style, brewery, venue and country.",
    discussion: """
      Counts the beers that match the filter, or all beers that are not in the trash. A beer that you had several times \
      counts once, and its average rating is the mean of its ratings; --count beers counts every time. The filter \
      selects beers in both cases: rating is that of each beer, and mean_rating the mean of all times. --json has both \
      counts, more months, the days of the last year, and the top 20 styles, breweries, venues, and countries. In \
      ratings and abvs, "from" is the lower bound of each range.

      --by prints one row for each value of a field instead: how many beers and different beers have it, and with \
      --value the mean of a field with numbers. A field other than rating and abv has a sum as well, which is of all \
      beers. Times are in their order; other rows are sorted by the figure of --value, the highest first. Beers without \
      a value are in no row. Fields are those of `beerdiary list --columns`. --value volume is the sum of the volumes \
      in liters, as far as they can be read from the servings, such as 33 cl. With a field, missing counts the beers of \
      the row without a number.

      EXAMPLES:
        beerdiary stats
        beerdiary stats year:2024 -style:lager
        beerdiary stats --count beers 'mean_rating>=4'
        beerdiary stats --by month year:2024
        beerdiary stats --by brewery --value rating -n 10
        beerdiary stats --by year --value volume
        beerdiary stats --by country
        beerdiary stats --by label -n 20 --json
        beerdiary stats --by hop --value ibu --csv > hops.csv
        beerdiary stats --json | jq '.years[] | "\\(.value) \\(.beers)"'
      """)

  static let json: JSONType = .either([.object("statistics"), .array(.object("group"))])

  @OptionGroup var options: StoreOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var grouping: GroupingOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Count and average every beer (beers), or different beers (labels).", valueName: "what"))
  var count = DiaryStatistics.Counting.labels

  @OptionGroup var characters: CharacterOptions
  @OptionGroup var pager: PagerOptions

  func validate() throws {
    try grouping.validate(with: output)
    if output.jsonl, grouping.by == nil { throw ValidationError("--jsonl requires --by.") }
  }

  func run(in context: CommandContext) throws {
    try filter.check(in: context)
    try context.withDiary(options, .reading) { diary in
      context.recorder(options).record(.statisticsOpened)
      context.progress.showIfSlow("Counting beers")
      let query = BeerQuery(filter: try filter.filter(of: diary, in: context))
      let console = context.output(pager)
      if let grouping = try grouping.grouping(of: diary, counting: count) {
        return try write(grouping, query, diary, to: console, in: context)
      }
      let statistics = try diary.statistics(query, today: .today, counting: count)
      if statistics.beerCount == 0, !output.json { return context.reportNothingListed(query) }
      context.report(output, json: StatisticsJSON(statistics).text + "\n") {
        StatisticsText(
          statistics, glyphs: glyphs(context), columns: console.columns ?? StatisticsText.usualColumns,
          dates: context.dates, hasBars: context.drawsPictures
        ).write(to: $0)
      }
    }
  }

  private func glyphs(_ context: CommandContext) -> Glyphs {
    !characters.ascii && TerminalText.isUnicode(context.environment) ? .unicode : .ascii
  }

  private func write(
    _ grouping: BeerGrouping, _ query: BeerQuery, _ diary: Diary, to console: Console,
    in context: CommandContext
  ) throws {
    let report = GroupReport(diary, query, grouping, limit: self.grouping.limit ?? .max)
    if output.json { return try report.writeJSON(as: output, to: console) }
    if let delimiters = self.grouping.delimiters { return try report.write(delimiters, to: console) }
    let found = try report.writeText(glyphs(context), hasBars: context.drawsPictures, to: console)
    guard console.isTerminal, self.grouping.limit != 0 else { return }
    if found.isEmpty {
      context.errors.sentence("No beer to count has a value in “\(grouping.property.name)”.")
    } else if let property = grouping.measure.property, !found.hasNumbers {
      context.errors.sentence("None of these beers has a number in “\(property.name)”.")
    }
  }
}

extension DiaryStatistics.Counting: ExpressibleByArgument {
  /// Reads `beers` or `labels`, or `different` as in the text of the statistics.
  public init?(argument: String) {
    self.init(rawValue: argument == "different" ? Self.labels.rawValue : argument)
  }
}
