package import DiaryStore
import Foundation
import Terminal

struct StatisticsState: Hashable, Sendable {
  /// `nil` until it has been counted.
  var statistics: DiaryStatistics?
  var failure: DiaryError?
  /// Whether the numbers have been asked for.
  var isCounting = false
  /// Which bar the cursor is on, counted through all sections.
  var cursor = 0
  var top = 0

  var isUnknown: Bool { statistics == nil && failure == nil }

  mutating func accept(_ result: Result<DiaryStatistics, DiaryError>) {
    isCounting = false
    switch result {
    case .success(let statistics): (self.statistics, failure) = (statistics, nil)
    case .failure(let error): failure = error
    }
  }
}

/// A bar of the statistics: what it counts, how much, and which beers these are.
package struct StatisticsBar: Hashable, Sendable {
  package let label: String
  package let count: Int
  /// The beers, in the language of the list's filter.
  let filter: String
}

/// Bars under one heading.
package struct StatisticsSection: Hashable, Sendable {
  package let title: String
  package let bars: [StatisticsBar]

  package var most: Int { bars.map(\.count).max() ?? 0 }
  /// With its heading and a blank row below.
  var height: Int { bars.count + 2 }
}

extension StatisticsSection {
  /// Everything that is known, in the order in which people ask for it.
  package static func all(_ statistics: DiaryStatistics) -> [StatisticsSection] {
    [
      StatisticsSection(title: "Per year", bars: statistics.years.map { bar($0, "year") }),
      StatisticsSection(title: "Last months", bars: statistics.months.suffix(12).map(month)),
      StatisticsSection(title: "Ratings", bars: statistics.ratings.map(rating)),
      StatisticsSection(title: "ABV", bars: statistics.abvs.map(abv)),
      StatisticsSection(title: "Styles", bars: statistics.styles.prefix(12).map { bar($0, "style") }),
      StatisticsSection(
        title: "Breweries", bars: statistics.breweries.prefix(12).map { bar($0, "brewery") }),
      StatisticsSection(title: "Places", bars: statistics.places.prefix(12).map { bar($0, "place") }),
      StatisticsSection(title: "Countries", bars: statistics.countries.prefix(12).map { bar($0, "country") }),
    ].filter { !$0.bars.isEmpty }
  }

  private static func bar(_ share: DiaryStatistics.Share, _ field: String) -> StatisticsBar {
    let isWord = share.value.allSatisfy { $0.isLetter || $0.isNumber }
    let value = isWord ? share.value : "\"\(share.value.replacing("\"", with: "\\\""))\""
    return StatisticsBar(label: share.value, count: share.count, filter: "\(field):\(value)")
  }

  private static func month(_ share: DiaryStatistics.Share) -> StatisticsBar {
    let label = DiaryDate(share.value).map { DateText(timeZone: .gmt).short($0) } ?? share.value
    return StatisticsBar(label: label, count: share.count, filter: "date:\(share.value)")
  }

  private static func rating(_ bin: DiaryStatistics.Bin) -> StatisticsBar {
    let lower = NumberText.exact(bin.lowerBound)
    let upper = NumberText.exact(bin.lowerBound + 0.5)
    let isBest = bin.lowerBound >= 5
    return StatisticsBar(
      label: isBest ? lower : "\(lower) to \(upper)", count: bin.count,
      filter: "rating>=\(lower)" + (isBest ? "" : " rating<\(upper)"))
  }

  private static func abv(_ bin: DiaryStatistics.Bin) -> StatisticsBar {
    let lower = NumberText.exact(bin.lowerBound)
    let upper = NumberText.exact(bin.lowerBound + 1)
    return StatisticsBar(
      label: "\(lower) to \(upper) %", count: bin.count, filter: "abv>=\(lower) abv<\(upper)")
  }
}
