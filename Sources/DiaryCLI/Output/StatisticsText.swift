import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Terminal

/// Statistics as text with bars.
struct StatisticsText {
  /// The columns if the terminal's width is not known.
  static let usualColumns = 80
  private static let widestLabel = 32

  private let statistics: DiaryStatistics
  private let glyphs: Glyphs
  private let columns: Int

  init(_ statistics: DiaryStatistics, glyphs: Glyphs, columns: Int) {
    self.statistics = statistics
    self.glyphs = glyphs
    self.columns = columns
  }

  func write(to console: Console) {
    guard statistics.beerCount > 0 else { return console.line("There are no beers to count.") }
    console.sentence(facts.joined(separator: ", ") + ".")
    for section in StatisticsSection.all(statistics) { write(section, to: console) }
  }

  private var facts: [String] {
    let averages = [
      statistics.averageRating.map { "\(NumberText.fixed($0, decimals: 2)) stars on average" },
      statistics.averageABV.map { "\(NumberText.fixed($0, decimals: 1))% ABV on average" },
    ]
    return [NumberText.count(statistics.beerCount, "beer")] + averages.compactMap { $0 } + [
      NumberText.count(statistics.breweryCount, "brewery", "breweries"),
      NumberText.count(statistics.styleCount, "style"), NumberText.count(statistics.placeCount, "venue"),
    ]
  }

  private func write(_ section: StatisticsSection, to console: Console) {
    console.line()
    console.line(section.title)
    let labelWidth = min(Self.widestLabel, columns / 2, TextTable.width(of: section.items.map(\.label)))
    let numberWidth = TextTable.width(of: section.items.map { NumberText.count($0.count) })
    let room = max(1, columns - 2 - labelWidth - 2 - numberWidth - 2)
    let table = TextTable(
      columns: [.init(width: labelWidth), .init(width: numberWidth, alignment: .trailing)],
      ellipsis: String(glyphs.ellipsis))
    for item in section.items {
      let bar = glyphs.bar(item.count, of: section.maxCount, columns: room)
      console.line("  " + table.line([item.label, NumberText.count(item.count), bar]))
    }
  }
}

/// Statistics as a JSON object.
struct StatisticsJSON {
  let text: String

  init(_ statistics: DiaryStatistics) {
    let members: JSONMembers = [
      ("beers", .integer(Int64(statistics.beerCount))),
      ("average_rating", .init(statistics.averageRating)), ("average_abv", .init(statistics.averageABV)),
      (
        "different",
        .object([
          "breweries": .integer(Int64(statistics.breweryCount)),
          "styles": .integer(Int64(statistics.styleCount)), "places": .integer(Int64(statistics.placeCount)),
        ])
      ),
      ("years", Self.shares(statistics.years)), ("months", Self.shares(statistics.months)),
      ("days", Self.shares(statistics.days)), ("ratings", Self.bins(statistics.ratings)),
      ("abvs", Self.bins(statistics.abvs)), ("styles", Self.shares(statistics.styles)),
      ("breweries", Self.shares(statistics.breweries)), ("places", Self.shares(statistics.places)),
      ("countries", Self.shares(statistics.countries)),
    ]
    text = JSONWriter.text(of: members)
  }

  private static func shares(_ shares: [DiaryStatistics.Share]) -> JSONValue {
    .array(shares.map { .object(["value": .text($0.value), "beers": .integer(Int64($0.count))]) })
  }

  private static func bins(_ bins: [DiaryStatistics.Bin]) -> JSONValue {
    .array(bins.map { .object(["from": .number($0.lowerBound), "beers": .integer(Int64($0.count))]) })
  }
}
