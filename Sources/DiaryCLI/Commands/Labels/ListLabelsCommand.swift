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
      The most frequent label comes first. With --json, prints an array with one label per line.

      EXAMPLES:
        beerdiary labels
        beerdiary labels list --json | jq '.[] | select(.times >= 3) | .name'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var pager: PagerOptions

  @Option(
    name: .long, help: ArgumentHelp("List at most this many labels, for example 20.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit requires 0 or a larger number.") }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      let isIncomplete = try context.warnOfBeersWithoutLabel(in: diary, options)
      let (console, limit) = (context.output(pager), limit ?? .max)
      if output.json {
        var json = JSONLines(on: console)
        try diary.forEachLabel(limit: limit) { label in
          json.write { json in json.object { $0.write(LabelJSON(label).members) } }
        }
        json.end()
      } else {
        let list = PlainLabelList(cuts: console.isTerminal)
        var count = 0
        try diary.forEachLabel(limit: limit) { label in
          console.line(list.line(label))
          count += 1
        }
        if count == 0, limit > 0, !isIncomplete { context.reportNothingListed() }
      }
    }
  }
}

/// The list of labels as text, one label per line, in aligned columns.
private struct PlainLabelList {
  private let dates = DateText(timeZone: .current)
  private let table: TextTable

  /// - Parameter cuts: Whether names that are too long are cut.
  init(cuts: Bool) {
    let columns: [(Int, TextAlignment)] = [
      (5, .trailing), (28, .leading), (20, .leading), (4, .leading), (4, .leading),
    ]
    table = TextTable(columns: columns.map { TextTable.Column(width: $0, alignment: $1, cuts: cuts) })
  }

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
