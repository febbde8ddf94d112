import DiaryModel
import DiaryStore

/// The days from the first to the last one with a beer, of those that the calendar has room for.
struct DaySpan: Hashable, Sendable {
  /// The numbers of the days; see `CivilDay`.
  let numbers: ClosedRange<Int>
  /// The number of months that the days are in.
  let monthCount: Int
  /// Whether no beer is from an earlier month.
  let isWhole: Bool

  /// `nil` if no day has a beer.
  init?(_ statistics: DiaryStatistics) {
    let dates = [statistics.days.first, statistics.days.last].compactMap {
      $0.flatMap { DiaryDate($0.value) }
    }
    guard let first = dates.first, let last = dates.last, let start = first.dayNumber,
      let end = last.dayNumber, start <= end
    else { return nil }
    numbers = start...end
    monthCount = (last.year - first.year) * 12 + (last.month ?? 1) - (first.month ?? 1) + 1
    isWhole = statistics.months.first.map { $0.value >= first.text.prefix("2024-06".count) } ?? true
  }

  /// Returns the days of at most as many weeks, from a Monday to the last day; weeks before the first beer are left out.
  func weeks(_ count: Int) -> ClosedRange<Int> {
    let monday = numbers.upperBound - CivilDay.weekday(numbers.upperBound)
    let first = monday - (count - 1) * 7
    guard isWhole else { return first...numbers.upperBound }
    let own = numbers.lowerBound - CivilDay.weekday(numbers.lowerBound)
    return max(first, own)...numbers.upperBound
  }
}
