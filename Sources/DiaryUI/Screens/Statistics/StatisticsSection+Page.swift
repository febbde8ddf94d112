import DiaryModel
import DiaryStore
import DiaryText
import Foundation

extension StatisticsSection {
  /// Returns the sections of the page: the days, and all others.
  ///
  /// - Parameter width: The columns of the page.
  static func page(_ statistics: DiaryStatistics, width: Int) -> [StatisticsSection] {
    let months = MonthColumns.count(in: StatisticsLayout.columnWidth(width))
    let days = days(statistics, weeks: DayCalendar(width: width).weeks)
    let others = all(statistics, months: months).filter { $0.fits(StatisticsLayout.columnWidth(width)) }
    return (days.items.isEmpty ? [] : [days]) + others
  }

  /// Whether the section can be drawn in a column of the page; a part of a scatter plot would hide beers.
  private func fits(_ width: Int) -> Bool {
    if case .scatter(let columns) = form { ScatterPlot.width(columns: columns) <= width } else { true }
  }

  /// Returns all days of the weeks up to the last day with a beer.
  private static func days(_ statistics: DiaryStatistics, weeks: Int) -> StatisticsSection {
    let shares = statistics.days
    let counting = statistics.counting
    let counts = Dictionary(shares.map { ($0.value, $0.count(of: counting)) }, uniquingKeysWith: +)
    guard let last = shares.last.flatMap({ DiaryDate($0.value)?.dayNumber }) else {
      return StatisticsSection("Per day", .calendar, of: counting, [])
    }
    let first = last - CivilDay.weekday(last) - (weeks - 1) * 7
    let items = (first...last).compactMap { DiaryDate(dayNumber: $0) }.map { day in
      StatisticsItem(
        label: DateText(timeZone: .gmt).short(day), count: counts[day.text] ?? 0, filter: "date:\(day.text)",
        day: day)
    }
    return StatisticsSection("Per day", .calendar, of: counting, items)
  }

  /// The rows of the section, with its heading and a blank row below.
  var height: Int {
    switch form {
    case .bars, .ratingBars, .ratingDots, .names: items.count + 2
    case .scatter(let columns): ScatterPlot.height(count: items.count, columns: columns) + 2
    case .columns: MonthColumns.height + 2
    case .calendar: DayCalendar.height + 2
    }
  }

  /// Whether the items are one below the other.
  var isVertical: Bool {
    switch form {
    case .bars, .ratingBars, .ratingDots, .names: true
    case .columns, .calendar, .scatter: false
    }
  }
}
