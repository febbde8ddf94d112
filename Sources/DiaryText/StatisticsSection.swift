package import DiaryModel
package import DiaryStore
import Foundation
package import Terminal

/// A number in the statistics, with its label and a filter for the counted beers.
package struct StatisticsItem: Hashable, Sendable {
  /// What is counted, such as a style or a month; for a fact, all of its text.
  package let label: String

  /// How many are counted, such as beers; 0 for a name without beers.
  package let count: Int
  /// The average rating of the counted beers; `nil` if there is none.
  package var averageRating: Double?
  /// How many of the counted beers are rated.
  package var ratedCount: Int
  /// A filter that selects the counted beers; for a name without beers, its id.
  package let filter: String
  /// The day or month that is counted; `nil` for other items.
  package var day: DiaryDate?
  /// The family of the counted styles, which has a color; `nil` for other items.
  package var family: StyleFamily?
  /// Where in a field of a scatter plot beers are, as in ``DiaryStatistics/ABVRatingInterval``.
  package var dots: UInt16 = 0
  /// What is counted, if it is not what the section counts.
  package var counting: DiaryStatistics.Counting?

  /// Creates a number with its label.
  package init(
    label: String, count: Int, averageRating: Double? = nil, ratedCount: Int = 0, filter: String,
    day: DiaryDate? = nil, family: StyleFamily? = nil
  ) {
    self.label = label
    self.count = count
    self.averageRating = averageRating
    self.ratedCount = ratedCount
    self.filter = filter
    self.day = day
    self.family = family
  }

  /// The average rating with two decimals; empty if there is none.
  package var averageText: String { averageRating.map { NumberText.fixed($0, decimals: 2) } ?? "" }
}

/// Numbers under one heading.
package struct StatisticsSection: Hashable, Sendable {
  /// How the numbers are drawn.
  package enum Form: Hashable, Sendable {
    /// Horizontal bars for the counts, one below the other.
    case bars
    /// Horizontal bars for the average ratings.
    case ratingBars
    /// The average ratings as dots on lines; the more rated beers, the larger the dot.
    case ratingDots
    /// Fields with dots, in rows of this many.
    case scatter(columns: Int)
    /// Vertical bars, one next to the other.
    case columns
    /// One square per day and one column per week, as wide as the screen.
    case calendar
    /// Only the labels: of names without beers, or of facts that have a line each.
    case names
    /// Numbers in one line, above the others.
    case facts
  }

  /// The heading.
  package let title: String

  /// How the numbers are drawn.
  package let form: Form
  /// What the counts are of.
  package let counting: DiaryStatistics.Counting

  /// The numbers, in the order in which they are drawn.
  package let items: [StatisticsItem]

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - form: How the numbers are drawn.
  ///   - counting: What the counts are of.
  package init(
    _ title: String, _ form: Form, of counting: DiaryStatistics.Counting, _ items: [StatisticsItem]
  ) {
    self.title = title
    self.form = form
    self.counting = counting
    self.items = items
  }

  /// The largest count, which has the longest bar; 0 if there are no items.
  package var maxCount: Int { items.map(\.count).max() ?? 0 }

  /// Whether average ratings are shown next to the counts.
  package var hasAverages: Bool { form == .bars && items.contains { $0.averageRating != nil } }

  /// What is counted or averaged: `beers` or `different beers`; `nil` if there are only names.
  package var unit: String? { [.names, .facts].contains(form) ? nil : counting.unit }

  /// Returns the number of an item as text.
  package func number(_ item: StatisticsItem) -> String {
    switch form {
    case .bars, .columns, .calendar, .scatter: NumberText.count(item.count)
    case .ratingBars, .ratingDots: item.averageText
    case .names, .facts: ""
    }
  }

  /// The highest rating, which has the longest bar.
  private static let bestRating = NumberRange.rating.entered.upperBound

  /// Returns the bar of an item with at most `columns` columns.
  package func bar(_ item: StatisticsItem, columns: Int, _ glyphs: Glyphs) -> String {
    switch form {
    case .bars, .columns, .calendar, .scatter: glyphs.bar(item.count, of: maxCount, columns: columns)
    case .ratingDots:
      glyphs.dotLine(
        item.averageRating ?? 0, of: Self.bestRating,
        share: Double(item.ratedCount) / Double(max(1, items.lazy.map(\.ratedCount).max() ?? 0)),
        columns: columns)
    case .ratingBars:
      glyphs.bar(Int((item.averageRating ?? 0) * 100), of: Int(Self.bestRating * 100), columns: columns)
    case .names, .facts: ""
    }
  }
}

extension DiaryStatistics.Counting {
  /// What is counted, in the plural: `beers` or `different beers`.
  package var unit: String { self == .beers ? "beers" : "different beers" }

  /// Returns `1 beer` or `2 different beers`; a single beer differs from no other.
  package func text(_ count: Int) -> String {
    NumberText.count(count, self == .beers || count == 1 ? "beer" : "different beer")
  }
}

extension StatisticsSection {
  private static let barsShown = 12
  /// The minimum number of beers for naming the families without a beer, which would otherwise be most families.
  private static let minBeersForMissingFamilies = 20

  /// Returns all sections: what you like best and what you had most, when you had beers and what was new;
  /// then how they are distributed, and last what you never had.
  ///
  /// - Parameters:
  ///   - count: The number of months.
  ///   - dates: How months are written.
  ///   - days: The numbers of days, which come before the months; `nil` to leave them out.
  package static func all(
    _ statistics: DiaryStatistics, months count: Int = 12, dates: DateText = DateText(timeZone: .gmt),
    days: StatisticsSection? = nil
  ) -> [StatisticsSection] {
    let counting = statistics.counting
    func bars(_ title: String, _ items: [StatisticsItem]) -> StatisticsSection {
      StatisticsSection(title, .bars, of: counting, items)
    }
    func items(_ shares: [DiaryStatistics.Share], _ filter: (String) -> String) -> [StatisticsItem] {
      shares.map { item($0, counting, filter: filter($0.value)) }
    }
    func top(_ shares: [DiaryStatistics.Share], _ filter: (String) -> String) -> [StatisticsItem] {
      items(Array(shares.prefix(barsShown)), filter)
    }
    let months = lastMonths(statistics.months, count: count, horizon: statistics.horizon)
    let monthly = months.compactMap { month($0, counting, filter: "date", dates) }
    let rated = monthly.filter { $0.averageRating != nil }
    let hasEnough = statistics.beerCount >= minBeersForMissingFamilies
    let never = (hasEnough ? statistics.missingFamilies : []).map {
      StatisticsItem(label: $0.name, count: 0, filter: $0.id, family: $0)
    }
    let sections: [StatisticsSection?] = [
      StatisticsSection("Average by style", .ratingDots, of: counting, averages(statistics)),
      StatisticsSection(
        "Best breweries", .ratingDots, of: counting,
        top(statistics.bestBreweries) { "brewery=\(FilterText.value($0))" }),
      bars("Styles", statistics.styles.prefix(barsShown).map { style($0, counting) }),
      bars("Venues", top(statistics.places) { BeerFilter([[.init(.exactly(.place, $0))]]).description }),
      bars("Ratings", statistics.ratings.map { rating($0, counting) }),
      days,
      StatisticsSection("Per month", .columns, of: counting, monthly),
      bars("Per year", items(statistics.years) { "year:\($0)" }),
      StatisticsSection("First times", .columns, of: .labels, firstTimes(statistics, in: months, dates)),
      bars("ABV", abvs(statistics)),
      scatter(statistics),
      StatisticsSection("Rating per month", .ratingBars, of: counting, rated),
      bars("Families", statistics.families.map { family($0, counting) }),
      bars("Countries", top(statistics.countries) { "country=\(FilterText.value($0))" }),
      bars("Breweries", top(statistics.breweries) { "brewery=\(FilterText.value($0))" }),
      StatisticsSection("Families not in your diary", .names, of: counting, never),
    ]
    return sections.compactMap { $0 }.filter { !$0.items.isEmpty }
  }

  /// Returns the most frequent styles that are rated, the best first; the rating of a single beer comes after the averages.
  private static func averages(_ statistics: DiaryStatistics) -> [StatisticsItem] {
    let counting = statistics.counting
    let styles = statistics.styles.prefix(barsShown).filter { $0.averageRating != nil }
    func rank(_ share: DiaryStatistics.Share) -> (Int, Double, String) {
      (share.ratedCount > 1 ? 0 : 1, -(share.averageRating ?? 0), share.value)
    }
    return styles.sorted { rank($0) < rank($1) }.map { style($0, counting) }
  }

  /// Above this ABV, in percent, intervals without beers are left out, so that a mistyped value does not hide the others.
  private static let maxEmptyPercent = 20.0
  /// The highest possible ABV, in percent.
  private static let highestABV = 100.0

  private static func abvs(_ statistics: DiaryStatistics) -> [StatisticsItem] {
    statistics.abvs.filter { $0.count > 0 || $0.lowerBound < maxEmptyPercent }
      .map { abv($0, statistics.counting) }
  }

  /// Returns a field for each half star, the best first, and each percent between the lowest and the highest.
  private static func scatter(_ statistics: DiaryStatistics) -> StatisticsSection {
    let cells = statistics.abvRatingIntervals
    let counting = statistics.counting
    let percents = cells.map(\.percent)
    let bands = cells.map { Int($0.rating * 2) }
    guard let first = percents.min(), let last = percents.max(), let worst = bands.min(),
      let best = bands.max()
    else { return StatisticsSection("ABV and rating", .scatter(columns: 1), of: counting, []) }
    let known = Dictionary(
      cells.map { ([$0.percent, Int($0.rating * 2)], $0) }, uniquingKeysWith: { first, _ in first })
    let items = (worst...best).reversed().flatMap { band in
      (first...last).map { percent in
        strength(percent, Double(band) / 2, known[[percent, band]], counting)
      }
    }
    return StatisticsSection("ABV and rating", .scatter(columns: last - first + 1), of: counting, items)
  }

  private static func strength(
    _ percent: Int, _ rating: Double, _ cell: DiaryStatistics.ABVRatingInterval?,
    _ counting: DiaryStatistics.Counting
  ) -> StatisticsItem {
    let isLast = percent == DiaryStatistics.ABVRatingInterval.maxPercent
    let lower = NumberText.exact(rating)
    let upper = NumberText.exact(rating + 0.5)
    let abv = isLast ? "\(percent)% and more" : "\(percent) to \(percent + 1)%"
    let isBest = rating >= bestRating
    let stars = isBest ? "\(lower) stars" : "\(lower) to \(upper) stars"
    var item = StatisticsItem(
      label: "\(abv), \(stars)", count: cell?.count(of: counting) ?? 0,
      filter: "abv>=\(percent)\(isLast ? "" : " abv<\(percent + 1)") rating>=\(lower)"
        + (isBest ? "" : " rating<\(upper)"))
    item.dots = cell?.dots ?? 0
    return item
  }

  /// Returns the first times of the same months as those of the beers; empty if there is none at all.
  private static func firstTimes(
    _ statistics: DiaryStatistics, in months: [DiaryStatistics.Share], _ dates: DateText
  ) -> [StatisticsItem] {
    if statistics.firstTimes.isEmpty { return [] }
    let known = Dictionary(
      statistics.firstTimes.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
    return months.compactMap {
      month(known[$0.value] ?? DiaryStatistics.Share($0.value, 0), .labels, filter: "first", dates)
    }
  }

  /// Returns consecutive months up to the last one with a beer before the horizon.
  private static func lastMonths(
    _ shares: [DiaryStatistics.Share], count: Int, horizon: String?
  ) -> [DiaryStatistics.Share] {
    let past = shares.last { share in horizon.map { share.value <= $0 } ?? true }
    let known = Dictionary(shares.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
    guard let last = (past ?? shares.last).flatMap({ DiaryDate($0.value) }), let month = last.month else {
      return []
    }
    let number = last.year * 12 + month - 1
    return (number - count + 1...number).map { number in
      let month = NumberText.padded(number / 12, to: 4) + "-" + NumberText.padded(number % 12 + 1)
      return known[month] ?? DiaryStatistics.Share(month, 0)
    }
  }

  private static func item(
    _ share: DiaryStatistics.Share, _ counting: DiaryStatistics.Counting, filter: String
  ) -> StatisticsItem {
    StatisticsItem(
      label: share.value, count: share.count(of: counting), averageRating: share.averageRating,
      ratedCount: share.ratedCount, filter: filter)
  }

  private static func month(
    _ share: DiaryStatistics.Share, _ counting: DiaryStatistics.Counting, filter: String, _ dates: DateText
  ) -> StatisticsItem? {
    DiaryDate(share.value).map { month in
      StatisticsItem(
        label: dates.short(month), count: share.count(of: counting),
        averageRating: share.averageRating, filter: "\(filter):\(month.text)", day: month)
    }
  }

  private static func family(
    _ family: DiaryStatistics.FamilyShare, _ counting: DiaryStatistics.Counting
  ) -> StatisticsItem {
    StatisticsItem(
      label: family.family.name, count: family.share.count(of: counting),
      averageRating: family.share.averageRating,
      filter: family.styles.map { "style=" + FilterText.value($0) }.joined(separator: " or "),
      family: family.family)
  }

  private static func style(
    _ share: DiaryStatistics.Share, _ counting: DiaryStatistics.Counting
  ) -> StatisticsItem {
    var item = item(share, counting, filter: "style=\(FilterText.value(share.value))")
    item.family = StyleFamily.of(style: share.value)
    return item
  }

  private static func rating(
    _ bin: DiaryStatistics.Bin, _ counting: DiaryStatistics.Counting
  ) -> StatisticsItem {
    let lower = NumberText.exact(bin.lowerBound)
    let upper = NumberText.exact(bin.lowerBound + 0.5)
    let isBest = bin.lowerBound >= bestRating
    return StatisticsItem(
      label: isBest ? lower : "\(lower) to \(upper)", count: bin.count(of: counting),
      filter: "rating>=\(lower)" + (isBest ? "" : " rating<\(upper)"))
  }

  private static func abv(
    _ bin: DiaryStatistics.Bin, _ counting: DiaryStatistics.Counting
  ) -> StatisticsItem {
    let lower = NumberText.exact(bin.lowerBound)
    let upper = NumberText.exact(bin.lowerBound + 1)
    let isHighest = bin.lowerBound >= highestABV
    return StatisticsItem(
      label: isHighest ? "\(lower)%" : "\(lower) to \(upper)%", count: bin.count(of: counting),
      filter: "abv>=\(lower)" + (isHighest ? "" : " abv<\(upper)"))
  }
}
