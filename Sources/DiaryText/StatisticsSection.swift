package import DiaryModel
package import DiaryStore
import Foundation

/// A number in the statistics, with its label and a filter for the counted beers.
package struct StatisticsItem: Hashable, Sendable {
  package let label: String
  package let count: Int
  /// A filter that selects the counted beers.
  package let filter: String
  /// The day or month that is counted; `nil` for other items.
  package var day: DiaryDate?

  package init(label: String, count: Int, filter: String, day: DiaryDate? = nil) {
    self.label = label
    self.count = count
    self.filter = filter
    self.day = day
  }
}

/// Numbers under one heading.
package struct StatisticsSection: Hashable, Sendable {
  /// How the numbers are drawn.
  package enum Form: Hashable, Sendable {
    /// Horizontal bars, one below the other.
    case bars
    /// Vertical bars, one next to the other.
    case columns
    /// One square per day and one column per week, as wide as the screen.
    case calendar
  }

  package let title: String
  package let form: Form
  package let items: [StatisticsItem]

  package init(_ title: String, _ form: Form, _ items: [StatisticsItem]) {
    self.title = title
    self.form = form
    self.items = items
  }

  package var maxCount: Int { items.map(\.count).max() ?? 0 }
}

extension StatisticsSection {
  private static let barsShown = 12

  /// Returns all sections except the days, the most interesting first.
  package static func all(_ statistics: DiaryStatistics, months count: Int = 12) -> [StatisticsSection] {
    [
      months(statistics.months, count: count, horizon: statistics.horizon),
      StatisticsSection("Per year", .bars, statistics.years.map { item($0, filter: "year:\($0.value)") }),
      StatisticsSection("Ratings", .bars, statistics.ratings.map(rating)),
      StatisticsSection("ABV", .bars, statistics.abvs.map(abv)),
      StatisticsSection(
        "Styles", .bars,
        statistics.styles.prefix(barsShown).map { item($0, filter: "style=" + FilterText.value($0.value)) }),
      StatisticsSection(
        "Breweries", .bars,
        statistics.breweries.prefix(barsShown).map {
          item($0, filter: "brewery=" + FilterText.value($0.value))
        }),
      StatisticsSection(
        "Venues", .bars,
        statistics.places.prefix(barsShown).map { item($0, filter: "place=" + FilterText.value($0.value)) }),
      StatisticsSection(
        "Countries", .bars,
        statistics.countries.prefix(barsShown).map { share in
          item(share, filter: country(share.value, in: statistics.countryFields))
        }),
    ].filter { !$0.items.isEmpty }
  }

  /// Returns consecutive months up to the last one with a beer before the horizon.
  private static func months(
    _ shares: [DiaryStatistics.Share], count: Int, horizon: String?
  ) -> StatisticsSection {
    let past = shares.last { share in horizon.map { share.value <= $0 } ?? true }
    let counts = Dictionary(shares.map { ($0.value, $0.count) }, uniquingKeysWith: +)
    guard let last = (past ?? shares.last).flatMap({ DiaryDate($0.value) }), let month = last.month else {
      return StatisticsSection("Per month", .columns, [])
    }
    let number = last.year * 12 + month - 1
    let items = (number - count + 1...number).compactMap { number in
      DiaryDate(NumberText.padded(number / 12, to: 4) + "-" + NumberText.padded(number % 12 + 1))
    }.map { month in
      StatisticsItem(
        label: DateText(timeZone: .gmt).short(month), count: counts[month.text] ?? 0,
        filter: "date:\(month.text)", day: month)
    }
    return StatisticsSection("Per month", .columns, items)
  }

  private static func item(_ share: DiaryStatistics.Share, filter: String) -> StatisticsItem {
    StatisticsItem(label: share.value, count: share.count, filter: filter)
  }

  /// Returns a filter for a country in any of several custom fields; the first field that a beer has counts.
  private static func country(_ name: String, in fields: [String]) -> String {
    fields.indices.map { index in
      let others = fields[..<index].map { "no:\(FilterText.name($0)) " }.joined()
      return others + FilterText.name(fields[index]) + "=" + FilterText.value(name)
    }.joined(separator: " or ")
  }

  private static func rating(_ bin: DiaryStatistics.Bin) -> StatisticsItem {
    let lower = NumberText.exact(bin.lowerBound)
    let upper = NumberText.exact(bin.lowerBound + 0.5)
    let isBest = bin.lowerBound >= 5
    return StatisticsItem(
      label: isBest ? lower : "\(lower) to \(upper)", count: bin.count,
      filter: "rating>=\(lower)" + (isBest ? "" : " rating<\(upper)"))
  }

  private static func abv(_ bin: DiaryStatistics.Bin) -> StatisticsItem {
    let lower = NumberText.exact(bin.lowerBound)
    let upper = NumberText.exact(bin.lowerBound + 1)
    return StatisticsItem(
      label: "\(lower) to \(upper)%", count: bin.count, filter: "abv>=\(lower) abv<\(upper)")
  }
}
