import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore

/// How `stats` groups beers.
struct GroupingOptions: ParsableArguments {
  private static let beers = "beers"
  private static let labels = "labels"

  /// The figures that are not of a field.
  static var counts: [String] { [beers, labels] }

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Print a row for each month, year, style, brewery, venue, label, or value of another field.",
      valueName: "field"),
    completion: .properties)
  var by: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      With --by: the figure to sort by: beers, labels (different beers), volume in liters, or the mean of rating, abv \
      or another field with numbers. Default: beers.
      """, valueName: "figure"),
    completion: .figures)
  var value: String?

  @Flag(name: .long, help: "With --by: print CSV instead of text.")
  var csv = false

  @Flag(name: .long, help: "With --by: print fields separated by tabs.")
  var tsv = false

  @Option(
    name: [.customShort("n"), .customLong("limit")],
    help: ArgumentHelp("With --by: print at most this many rows, for example 10.", valueName: "number"))
  var limit: Int?

  @Flag(
    name: [.customShort("r"), .customLong("reverse")],
    help: "With --by: reverse the order: the lowest figure, or the latest time first.")
  var reverse = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit requires 0 or a larger number.") }
    if csv, tsv { throw ValidationError("--csv cannot be combined with --tsv. Use one of them.") }
    let dependent = [
      ("--value", value != nil), ("--csv", csv), ("--tsv", tsv), ("--limit", limit != nil),
      ("--reverse", reverse),
    ]
    if by == nil, let option = dependent.first(where: { $0.1 }) {
      throw ValidationError("\(option.0) requires --by.")
    }
  }

  /// The delimiters between fields; `nil` for a table.
  var delimiters: DelimitedText? { csv ? .csv : tsv ? .tsv : nil }

  /// Refuses JSON together with another layout, as both are for other programs.
  func validate(with output: ListOutputOptions) throws {
    guard let json = output.jsonOption, delimiters != nil else { return }
    throw ValidationError("\(json) cannot be combined with \(csv ? "--csv" : "--tsv"). Use one of them.")
  }

  /// Returns the grouping that the options name; `nil` without `--by`.
  ///
  /// - Throws: `CommandFailure` if there is no such field, or if its values are no numbers.
  func grouping(of diary: Diary, counting: DiaryStatistics.Counting) throws -> BeerGrouping? {
    guard let by else { return nil }
    return BeerGrouping(
      by: try resolve(by, "--by", diary), measure: try measure(diary), counting: counting,
      isReversed: reverse)
  }

  private func measure(_ diary: Diary) throws -> BeerGrouping.Measure {
    switch value {
    case nil, Self.beers, "count": return .beers
    case Self.labels, "different": return .labels
    case let name?:
      let property = try resolve(name, "--value", diary, or: Self.counts)
      if property == .volume { return .sum(property) }
      switch property.kind {
      case .number, .custom: return .mean(property)
      case .text, .time:
        throw CommandFailure(
          sentence: "--value requires a field with numbers, and “\(property.name)” has none.", status: .usage)
      }
    }
  }

  private func resolve(
    _ text: String, _ option: String, _ diary: Diary, or others: [String] = []
  ) throws -> BeerProperty {
    guard let name = PropertyName.single(text),
      let property = try [name].properties(in: diary, or: others).first
    else {
      throw CommandFailure(
        sentence: RequirementText.sentence(
          "\(option) requires the name of a field, such as rating", not: text), status: .usage)
    }
    return property
  }
}
