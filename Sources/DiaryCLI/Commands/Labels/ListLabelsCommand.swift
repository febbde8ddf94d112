import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Terminal

struct ListLabelsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List labels with how often, how well, and when you had them.",
    discussion: """
      The most frequent label comes first. With a filter, a label is listed if one of its beers matches; the numbers are \
      of all of them, and rating in the filter means their mean rating. With --json, prints an array with one label per line.

      EXAMPLES:
        beerdiary labels
        beerdiary labels list style:stout -n 10
        beerdiary labels list --json | jq '.[] | select(.times >= 3) | .name'
      """)

  static let json: JSONType = .array(.object("label"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var reversal: ReverseOptions
  @OptionGroup var limitation: LimitOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try filter.check(in: context)
    try context.withDiary(options, .reading) { diary in
      let query = BeerQuery(
        isReversed: reversal.reverse, filter: try filter.filter(of: diary, in: context), isDistinct: true)
      let isIncomplete = try context.warnOfBeersWithoutLabel(in: diary, options)
      let console = context.output(pager)
      let limit = limitation.limit ?? .max
      if output.json {
        var json = JSONLines(on: console, output)
        try diary.forEachLabel(query, limit: limit) { label in
          json.write { json in json.object { $0.write(LabelJSON(label).members) } }
        }
        json.end()
      } else {
        let list = PlainLabelList(
          width: console.isTerminal ? console.columns ?? 80 : nil, dates: context.dates)
        var count = 0
        try diary.forEachLabel(query, limit: limit) { label in
          if count == 0, console.isTerminal { console.line(list.heading) }
          console.line(list.line(label))
          count += 1
        }
        if count == 0, limit > 0, !isIncomplete { context.reportNothingListed(query) }
      }
    }
  }
}

/// The list of labels as text, one label per line, in aligned columns.
private struct PlainLabelList {
  private let dates: DateText
  private let table: TextTable

  /// Chooses the widths of the columns so that a line fits.
  ///
  /// - Parameter width: In terminal columns; `nil` without a terminal, so that nothing is cut.
  init(width: Int?, dates: DateText) {
    self.dates = dates
    let times = 5
    let rating = 4
    let days = 25
    var name = 28
    var brewery = 20
    if let width {
      let room = max(0, width - times - 2 * rating - days - 10)
      brewery = min(brewery, room * 40 / 100)
      name = max(6, room - brewery)
    }
    let columns: [(Int, TextAlignment)] = [
      (times, .trailing), (name, .leading), (brewery, .leading), (rating, .leading), (rating, .leading),
    ]
    table = TextTable(columns: columns.map { TextTable.Column(width: $0, alignment: $1, cuts: width != nil) })
  }

  /// The names of the columns.
  var heading: String { table.line(["Times", "Name", "Brewery", "Mean", "Best", "First – last"]) }

  func line(_ label: Label) -> String {
    let history = label.history
    let days = [history.first, history.last].compactMap { $0 }.map(dates.short)
    return table.line([
      "×\(history.times)", BeerText.readable(label.facts.name) ?? BeerText.missingName,
      label.facts.brewery ?? "", BeerText.rating(history.meanRating), BeerText.rating(history.bestRating),
      days.first == days.last ? days.first ?? "" : days.joined(separator: " – "),
    ])
  }
}
