import DiaryModel
import DiaryStore
import DiaryText
import Foundation

extension StatisticsSection {
  /// Returns the sections of the page, with the days.
  ///
  /// - Parameters:
  ///   - width: The columns of the page.
  ///   - dates: How days and months are written.
  ///   - usesWords: Whether the numbers are in lines instead of drawings.
  static func page(
    _ statistics: DiaryStatistics, width: Int, dates: DateText = DateText(timeZone: .gmt),
    usesWords: Bool = false
  ) -> [StatisticsSection] {
    let columnWidth = StatisticsLayout.columnWidth(width)
    let sections = drawn(statistics, width: columnWidth, dates)
    if usesWords { return sections.map(\.inWords).filter { !$0.items.isEmpty } }
    return sections.filter { $0.fits(columnWidth) }.map {
      $0.form == .columns ? DateColumns.fitting($0, width: columnWidth) : $0
    }
  }

  /// Returns the sections as they are drawn in columns of a width, the days before the months.
  private static func drawn(
    _ statistics: DiaryStatistics, width: Int, _ dates: DateText
  ) -> [StatisticsSection] {
    let columns = DateColumns.count(in: width)
    guard let days = DaySpan(statistics) else { return all(statistics, months: columns, dates: dates) }
    if days.isWhole, days.numbers.count <= columns {
      // A year of empty days would say less, and a single bar nothing.
      let sections = all(
        statistics, months: days.monthCount, dates: dates,
        days: daily(statistics, .columns, days.numbers, dates))
      return sections.filter { $0.form != .columns || $0.items.count > 1 }
    }
    let weeks = days.weeks(DayCalendar(width: width).weeks)
    return all(statistics, months: columns, dates: dates, days: daily(statistics, .calendar, weeks, dates))
  }

  /// The same numbers in lines: of the days the last ones with beers, of a scatter plot the fields with the most.
  private var inWords: StatisticsSection {
    let counted = items.filter { $0.count > 0 }
    return switch form {
    case .bars, .ratingBars, .ratingDots, .names, .facts: self
    case .columns: StatisticsSection(title, .bars, of: counting, items)
    case .calendar:
      StatisticsSection("Last days", .bars, of: counting, Array(counted.suffix(Self.linesInWords)))
    case .scatter:
      StatisticsSection(
        title, .bars, of: counting,
        Array(counted.sorted { $0.count > $1.count }.prefix(Self.linesInWords)))
    }
  }

  private static let linesInWords = 12

  /// Whether the section can be drawn in a column of the page; a part of a scatter plot would hide beers.
  private func fits(_ width: Int) -> Bool {
    if case .scatter(let columns) = form { ScatterPlot.width(columns: columns) <= width } else { true }
  }

  /// Returns the numbers of days.
  private static func daily(
    _ statistics: DiaryStatistics, _ form: Form, _ days: ClosedRange<Int>, _ dates: DateText
  ) -> StatisticsSection {
    let counting = statistics.counting
    let counts = Dictionary(
      statistics.days.map { ($0.value, $0.count(of: counting)) }, uniquingKeysWith: +)
    let items = days.compactMap { DiaryDate(dayNumber: $0) }.map { day in
      StatisticsItem(
        label: dates.short(day), count: counts[day.text] ?? 0, filter: "date:\(day.text)", day: day)
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
    case .facts: 0
    }
  }

  /// Whether the items are one below the other.
  var isVertical: Bool {
    switch form {
    case .bars, .ratingBars, .ratingDots, .names: true
    case .columns, .calendar, .scatter, .facts: false
    }
  }
}
