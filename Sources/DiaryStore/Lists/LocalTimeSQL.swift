import DiaryModel
import Foundation
import GRDB

/// SQL for the local time at which a beer was drunk; see ``DiaryDate/localTime(in:)``.
enum LocalTimeSQL {
  /// `drunk_at` as a local time.
  ///
  /// The function is called only for instants; other dates are local times already.
  static let drunkAt = "iif(substr(drunk_at, -1) = 'Z', local_time(drunk_at), drunk_at)"

  /// A condition that `drunk_at` is a date; another program may have written text that does not begin with a year.
  ///
  /// ``LocalTimeKeys`` has the same rule.
  static let isDate = "drunk_at GLOB '[0-9][0-9][0-9][0-9]*'"

  /// The SQL functions `local_time`, for stored dates, and `local_offset`, in seconds, for Unix times.
  ///
  /// - Parameter timeZone: Evaluated in each call, so that `TimeZone.autoupdatingCurrent` follows the system's setting.
  static func functions(_ timeZone: TimeZone) -> [DatabaseFunction] {
    [
      DatabaseFunction("local_time", argumentCount: 1) { localTime($0[0], in: timeZone) },
      DatabaseFunction("local_offset", argumentCount: 1) { offset($0[0], in: timeZone) },
    ]
  }

  private static func localTime(_ stored: DatabaseValue, in timeZone: TimeZone) -> DatabaseValue {
    guard let text = String.fromDatabaseValue(stored), let date = DiaryDate(text) else { return stored }
    return date.localTime(in: timeZone).text.databaseValue
  }

  private static func offset(_ stored: DatabaseValue, in timeZone: TimeZone) -> DatabaseValue {
    guard let seconds = Double.fromDatabaseValue(stored) else { return .null }
    return timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)).databaseValue
  }

  /// A condition on `drunk_at` and the values of its parameters.
  typealias Condition = (sql: String, arguments: StatementArguments)

  /// Returns a condition that compares `drunk_at` with a period.
  ///
  /// Every day of June 2019 is equal to `2019-06`, and none is later.
  ///
  /// - Parameter date: A year, a month or a day.
  static func condition(_ comparison: BeerFilter.Comparison, _ date: DiaryDate) -> Condition {
    let start = Bound(startOf: date)
    let end = Bound(endOf: date)
    switch comparison {
    case .equal:
      let from = start.isAtOrAfter
      let until = end.isBefore
      return ("\(from.sql) AND \(until.sql)", from.arguments + until.arguments)
    case .less: return start.isBefore
    case .atMost: return end.isBefore
    case .more: return end.isAtOrAfter
    case .atLeast: return start.isAtOrAfter
    }
  }

  /// Returns a condition that compares a local time, as SQL, with a period.
  ///
  /// - Parameter date: A year, a month or a day.
  static func comparison(_ time: String, _ comparison: BeerFilter.Comparison, _ date: DiaryDate) -> Condition
  {
    // Sorts after every text that begins with the date, and before the next date.
    let start = date.text
    let end = date.text + "~"
    return switch comparison {
    case .equal: ("\(time) >= ? AND \(time) < ?", [start, end])
    case .less: ("\(time) < ?", [start])
    case .atMost: ("\(time) < ?", [end])
    case .more: ("\(time) >= ?", [end])
    case .atLeast: ("\(time) >= ?", [start])
    }
  }

  /// Returns a condition that `drunk_at` is before a period, for which SQLite does not use the index of dates.
  ///
  /// - Parameter date: A year, a month or a day.
  static func isBeforeWithoutIndex(_ date: DiaryDate) -> Condition {
    let start = Bound(startOf: date)
    return (
      "CASE WHEN drunk_at < ? THEN 1 WHEN drunk_at >= ? THEN 0 ELSE \(drunkAt) < ? END",
      [start.beforeInEveryZone, start.afterInEveryZone, start.text]
    )
  }

  /// The start or the end of a period on the local clock.
  ///
  /// An instant is less than a day away from its local time. So except near the bound, `drunk_at` itself is compared,
  /// and its index can be used.
  private struct Bound {
    let text: String
    /// Every stored date before this one is before the bound in any time zone.
    let beforeInEveryZone: String
    /// Every stored date from this one on is at or after the bound in any time zone.
    let afterInEveryZone: String

    init(startOf date: DiaryDate) {
      let first = CivilDay.number(year: date.year, month: date.month ?? 1, day: date.day ?? 1)
      text = date.text
      beforeInEveryZone = Self.day(first - 1, orElse: "")
      afterInEveryZone = Self.day(first + 1, orElse: "~")
    }

    init(endOf date: DiaryDate) {
      let last =
        if let day = date.dayNumber {
          day
        } else if let month = date.month {
          CivilDay.number(year: date.year + month / 12, month: month % 12 + 1, day: 1) - 1
        } else {
          CivilDay.number(year: date.year, month: 12, day: 31)
        }
      // Sorts after every text that begins with the date, and before the next date.
      text = date.text + "~"
      beforeInEveryZone = Self.day(last, orElse: "")
      afterInEveryZone = Self.day(last + 2, orElse: "~")
    }

    private static func day(_ number: Int, orElse end: String) -> String {
      DiaryDate(dayNumber: number)?.text ?? end
    }

    var isBefore: Condition {
      (
        "drunk_at < ? AND (drunk_at < ? OR \(LocalTimeSQL.drunkAt) < ?)",
        [afterInEveryZone, beforeInEveryZone, text]
      )
    }

    var isAtOrAfter: Condition {
      (
        "drunk_at >= ? AND (drunk_at >= ? OR \(LocalTimeSQL.drunkAt) >= ?)",
        [beforeInEveryZone, afterInEveryZone, text]
      )
    }
  }
}
