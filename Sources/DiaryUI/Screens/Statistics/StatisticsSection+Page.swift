import DiaryModel
import DiaryStore
import DiaryText
import Foundation

extension StatisticsSection {
  /// Returns the sections of the page: the days, and all others.
  ///
  /// - Parameter width: The columns of the page.
  static func page(_ statistics: DiaryStatistics, width: Int) -> [StatisticsSection] {
    let columnWidth = StatisticsLayout.columnWidth(width)
    let columns = DateColumns.count(in: columnWidth)
    guard let days = DaySpan(statistics) else {
      return all(statistics, months: columns).filter { $0.fits(columnWidth) }
    }
    if days.isWhole, days.numbers.count <= columns {
      // A year of empty days would say less, and a single bar nothing.
      let sections = [daily(statistics, .columns, days.numbers)] + all(statistics, months: days.monthCount)
      return sections.filter { $0.fits(columnWidth) && !($0.form == .columns && $0.items.count == 1) }
    }
    let others = all(statistics, months: columns).filter { $0.fits(columnWidth) }
    return [daily(statistics, .calendar, days.weeks(DayCalendar(width: width).weeks))] + others
  }

  /// Whether the section can be drawn in a column of the page; a part of a scatter plot would hide beers.
  private func fits(_ width: Int) -> Bool {
    if case .scatter(let columns) = form { ScatterPlot.width(columns: columns) <= width } else { true }
  }

  /// Returns the numbers of days.
  private static func daily(
    _ statistics: DiaryStatistics, _ form: Form, _ days: ClosedRange<Int>
  ) -> StatisticsSection {
    let counting = statistics.counting
    let counts = Dictionary(
      statistics.days.map { ($0.value, $0.count(of: counting)) }, uniquingKeysWith: +)
    let items = days.compactMap { DiaryDate(dayNumber: $0) }.map { day in
      StatisticsItem(
        label: DateText(timeZone: .gmt).short(day), count: counts[day.text] ?? 0, filter: "date:\(day.text)",
        day: day)
    }
    return StatisticsSection("Per day", form, of: counting, items)
  }

  /// The rows of the section, with its heading and a blank row below.
  var height: Int {
    switch form {
    case .bars, .ratingBars, .ratingDots, .names: items.count + 2
    case .scatter(let columns): ScatterPlot.height(count: items.count, columns: columns) + 2
    case .columns: DateColumns.height + 2
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
