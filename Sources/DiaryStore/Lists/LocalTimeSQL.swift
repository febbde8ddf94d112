import DiaryModel
import Foundation
import GRDB

/// The day a beer was drunk, in SQL: see ``DiaryDate/localTime(in:)``.
enum LocalTimeSQL {
  /// `drunk_at` as a local time.
  ///
  /// Only instants cost a call.
  static let drunkAt = "iif(substr(drunk_at, -1) = 'Z', local_time(drunk_at), drunk_at)"

  /// The function that the expression calls, and one for how many seconds local time is ahead of UTC at a Unix time.
  ///
  /// - Parameter timeZone: Asked for each value, so that it can follow the system's.
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

  /// A condition on `drunk_at`, with what its parameters stand for.
  typealias Condition = (sql: String, arguments: StatementArguments)

  /// A date compares as a whole: all of June 2019 is equal to it, and its last day is not after it.
  ///
  /// - Parameter date: A year, a month or a day.
  static func condition(_ comparison: BeerFilter.Comparison, _ date: DiaryDate) -> Condition {
    let (start, end) = (Bound(startOf: date), Bound(endOf: date))
    switch comparison {
    case .equal:
      let (from, until) = (start.isAtOrAfter, end.isBefore)
      return ("\(from.sql) AND \(until.sql)", from.arguments + until.arguments)
    case .less: return start.isBefore
    case .atMost: return end.isBefore
    case .more: return end.isAtOrAfter
    case .atLeast: return start.isAtOrAfter
    }
  }

  /// The start or the end of a period on the local clock.
  ///
  /// An instant is less than a day away from its local time, so `drunk_at` itself decides for all dates but those
  /// around the bound, and the index by date can be used.
  private struct Bound {
    private let text: String
    /// Every date before it is before the bound, whatever the time zone.
    private let surelyBefore: String
    /// Every date from it on is at or after the bound.
    private let surelyAfter: String

    init(startOf date: DiaryDate) {
      let first = CivilDay.number(year: date.year, month: date.month ?? 1, day: date.day ?? 1)
      text = date.text
      (surelyBefore, surelyAfter) = (Self.day(first - 1, orElse: ""), Self.day(first + 1, orElse: "~"))
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
      // Sorts after whatever follows the text, and before the next date.
      text = date.text + "~"
      (surelyBefore, surelyAfter) = (Self.day(last, orElse: ""), Self.day(last + 2, orElse: "~"))
    }

    private static func day(_ number: Int, orElse end: String) -> String {
      DiaryDate(dayNumber: number)?.text ?? end
    }

    var isBefore: Condition {
      ("drunk_at < ? AND (drunk_at < ? OR \(LocalTimeSQL.drunkAt) < ?)", [surelyAfter, surelyBefore, text])
    }

    var isAtOrAfter: Condition {
      (
        "drunk_at >= ? AND (drunk_at >= ? OR \(LocalTimeSQL.drunkAt) >= ?)",
        [surelyBefore, surelyAfter, text]
      )
    }
  }
}
