import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Terminal

/// Statistics as text, with bars unless they are in words.
struct StatisticsText {
  /// The columns if the terminal's width is not known.
  static let usualColumns = 80
  private static let widestLabel = 32

  private let statistics: DiaryStatistics
  private let glyphs: Glyphs
  private let columns: Int
  private let dates: DateText
  private let hasBars: Bool

  init(_ statistics: DiaryStatistics, glyphs: Glyphs, columns: Int, dates: DateText, hasBars: Bool) {
    self.hasBars = hasBars
    self.statistics = statistics
    self.glyphs = glyphs
    self.columns = columns
    self.dates = dates
  }

  func write(to console: Console) {
    console.sentence(facts.joined(separator: ", ") + ".")
    console.sentence("Averages are of \(statistics.counting.unit).")
    for section in StatisticsSection.all(statistics, dates: dates) {
      // A scatter plot has more fields than fit on lines.
      if case .scatter = section.form { continue }
      write(section, to: console)
    }
  }

  private var facts: [String] {
    let beers = statistics.beerCount
    let labels = statistics.labelCount
    let optional: [String?] = [
      labels == beers ? nil : "\(NumberText.count(labels)) different",
      statistics.averageRating.map { "\(NumberText.fixed($0, decimals: 2)) stars on average" },
      statistics.averageABV.map { "\(NumberText.fixed($0, decimals: 1))% ABV on average" },
    ]
    return [NumberText.count(beers, "beer")] + optional.compactMap { $0 } + [
      NumberText.count(statistics.breweryCount, "brewery", "breweries"),
      NumberText.count(statistics.styleCount, "style"), NumberText.count(statistics.placeCount, "venue"),
    ]
  }

  private func write(_ section: StatisticsSection, to console: Console) {
    let averageWidth = section.hasAverages ? TextTable.width(of: section.items.map(\.averageText)) : 0
    let unit = section.unit.map { ": " + $0 + (averageWidth > 0 ? ", rating" : "") } ?? ""
    console.line()
    console.line(section.title + unit)
    let labelWidth = min(Self.widestLabel, columns / 2, TextTable.width(of: section.items.map(\.label)))
    let numberWidth = TextTable.width(of: section.items.map(section.number))
    let averageRoom = averageWidth > 0 ? averageWidth + 2 : 0
    let room = max(1, columns - 2 - labelWidth - 2 - numberWidth - 2 - averageRoom)
    let table = TextTable(
      columns: [
        .init(width: labelWidth), .init(width: numberWidth, alignment: .trailing),
        .init(width: averageWidth, alignment: .trailing),
      ],
      ellipsis: String(glyphs.ellipsis))
    for item in section.items {
      let bar = hasBars ? section.bar(item, columns: room, glyphs) : ""
      console.line("  " + table.line([item.label, section.number(item), item.averageText, bar]))
    }
  }
}

/// Statistics as a JSON object.
struct StatisticsJSON {
  let text: String

  init(_ statistics: DiaryStatistics) {
    let members: JSONMembers = [
      ("beers", .integer(Int64(statistics.beerCount))),
      ("labels", .integer(Int64(statistics.labelCount))), ("count", .text(statistics.counting.rawValue)),
      ("average_rating", .init(statistics.averageRating)), ("average_abv", .init(statistics.averageABV)),
      (
        "different",
        .object([
          "breweries": .integer(Int64(statistics.breweryCount)),
          "styles": .integer(Int64(statistics.styleCount)), "places": .integer(Int64(statistics.placeCount)),
        ])
      ),
      ("years", Self.shares(statistics.years)), ("months", Self.shares(statistics.months)),
      ("days", Self.shares(statistics.days)), ("first_times", Self.firstTimes(statistics.firstTimes)),
      ("ratings", Self.bins(statistics.ratings)), ("abvs", Self.bins(statistics.abvs)),
      ("families", .array(statistics.families.map { Self.share($0.share, family: $0.family) })),
      ("missing_families", .array(statistics.missingFamilies.map { .object(Self.members(of: $0)) })),
      ("styles", Self.shares(statistics.styles)),
      ("breweries", Self.shares(statistics.breweries)), ("places", Self.shares(statistics.places)),
      ("countries", Self.shares(statistics.countries)),
    ]
    text = JSONWriter.text(of: members)
  }

  private static func shares(_ shares: [DiaryStatistics.Share]) -> JSONValue {
    .array(shares.map { share($0) })
  }

  private static func share(_ share: DiaryStatistics.Share, family: StyleFamily? = nil) -> JSONValue {
    let members: [String: JSONValue] = [
      "value": .text(share.value), "beers": .integer(Int64(share.count)),
      "labels": .integer(Int64(share.labelCount)), "average_rating": .init(share.averageRating),
    ]
    return .object(family.map { members.merging(Self.members(of: $0)) { $1 } } ?? members)
  }

  private static func members(of family: StyleFamily) -> [String: JSONValue] {
    ["value": .text(family.id), "name": .text(family.name)]
  }

  private static func firstTimes(_ shares: [DiaryStatistics.Share]) -> JSONValue {
    .array(shares.map { .object(["value": .text($0.value), "labels": .integer(Int64($0.labelCount))]) })
  }

  private static func bins(_ bins: [DiaryStatistics.Bin]) -> JSONValue {
    .array(
      bins.map {
        .object([
          "from": .number($0.lowerBound), "beers": .integer(Int64($0.count)),
          "labels": .integer(Int64($0.labelCount)),
        ])
      })
  }
}
