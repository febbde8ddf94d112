import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

struct SuggestLabelsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "suggest", abstract: "Show pairs of labels that are probably the same.",
    discussion: """
      Each pair is shown side by side, with what differs; the most likely comes first. Merge it with \
      `beerdiary labels merge`, or keep it apart for good with `beerdiary labels apart`. With --json, prints an array \
      with one pair per line.

      EXAMPLES:
        beerdiary labels suggest -n 10
        beerdiary labels merge 12 40 --into 12
      """)

  static let json: JSONType = .array(.object("label_suggestion"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var limitation: LimitOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      try context.warnOfBeersWithoutLabel(in: diary, options)
      let all = try context.cancellable("Stopped.") { try diary.labelSuggestions(isCancelled: $0) }
      let pairs = limitation.limited(all)
      let console = context.output(pager)
      try context.report(output, pairs, to: console, json: \.members) { console in
        if all.isEmpty { return context.reportEmpty("No two labels look the same.") }
        if pairs.isEmpty { return }
        let dates = context.dates
        for pair in pairs { try write(pair, diary, dates, to: console) }
        console.line(
          "To make one label of a pair, use \(options.suggestion("labels", "merge", "ID", "--into", "ID")). "
            + "To keep it apart for good, use \(options.suggestion("labels", "apart", "ID", "ID")).")
      }
    }
  }

  private func write(_ pair: SuggestedLabels, _ diary: Diary, _ dates: DateText, to console: Console) throws {
    let labels = [pair.first, pair.second]
    let rows: [[String]] = [
      labels.map { LabelText.title($0.facts) },
      labels.map { label in
        let facts = [label.facts.style ?? "", BeerText.abv(label.facts.abv)]
        return facts.filter { !$0.isEmpty }.joined(separator: ", ")
      },
      labels.map { "had " + LabelText.history($0.history, dates: dates) },
      try labels.map { try "id \(diary.beers(ofLabel: $0.uuid).first?.id ?? 0)" },
    ]
    for line in TextTable.lines(rows.filter { $0 != ["", ""] }) { console.line(line) }
    console.line("  " + LabelText.differences(pair.differences))
    console.line()
  }
}

extension SuggestedLabels {
  /// The members of the pair's JSON object.
  fileprivate var members: JSONMembers {
    [
      ("labels", .array([first, second].map { LabelJSON($0).value() })),
      ("differences", LabelJSON.texts(differences)), ("confidence", .number(confidence)),
    ]
  }
}
