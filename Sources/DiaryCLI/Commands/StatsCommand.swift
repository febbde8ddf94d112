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
      counts once, and its average rating is the mean of its ratings; --count beers counts every time. --json has both \
      counts, more months, the days of the last year, and the top 20 styles, breweries, venues, and countries. In \
      ratings and abvs, "from" is the lower bound of each range.

      EXAMPLES:
        beerdiary stats
        beerdiary stats year:2024 -style:lager
        beerdiary stats --count beers
        beerdiary stats --json | jq '.years[] | "\\(.value) \\(.beers)"'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var output: OutputOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Count and average every beer (beers), or different beers (labels).", valueName: "what"))
  var count = DiaryStatistics.Counting.labels

  @OptionGroup var characters: CharacterOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try filter.check()
    try context.withDiary(options, .reading) { diary in
      context.recorder(options).record(.statisticsOpened)
      let query = BeerQuery(filter: try filter.filter(of: diary))
      let statistics = try diary.statistics(query, today: .today, counting: count)
      let console = context.output(pager)
      context.report(output, json: StatisticsJSON(statistics).text + "\n") {
        let isUnicode = !characters.ascii && TerminalText.isUnicode(context.environment)
        StatisticsText(
          statistics, glyphs: isUnicode ? .unicode : .ascii,
          columns: console.columns ?? StatisticsText.usualColumns
        ).write(to: $0)
      }
    }
  }
}

extension DiaryStatistics.Counting: ExpressibleByArgument {}
