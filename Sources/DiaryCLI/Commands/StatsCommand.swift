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
    abstract: "Count the beers: by year, rating, ABV, style, brewery, place and country.",
    discussion: """
      A filter, as `beerdiary list` takes it, counts only the beers that it shows; without one, all but those in the \
      trash are counted. With --json there are more months, the days of the last year, and twenty \
      styles, breweries, places and countries; each share of a scale begins at its from.

      EXAMPLES:
        beerdiary stats
        beerdiary stats year:2024 -style:lager
        beerdiary stats --json | jq '.years[] | "\\(.value) \\(.beers)"'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var output: OutputOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try filter.check()
    try context.withDiary(options, .reading) { diary in
      context.recorder(options).record(.statisticsOpened)
      let query = BeerQuery(filter: try filter.filter(of: diary))
      let statistics = try diary.statistics(query, today: .today)
      let console = context.output(pager)
      context.report(output, json: StatisticsJSON(statistics).text + "\n") {
        let isUnicode = !screen.ascii && TerminalText.isUnicode(context.environment)
        StatisticsText(
          statistics, glyphs: isUnicode ? .unicode : .ascii,
          columns: console.columns ?? StatisticsText.usualColumns
        ).write(to: $0)
      }
    }
  }
}
