package import DiaryModel
import DiaryStore
package import Foundation

/// Formats dates: `1 Jun 2024` in lists, `Saturday 1 June 2024, 18:04` elsewhere, or in digits as the user prefers.
///
/// Shows only the known parts. An instant is shown in the local time of `timeZone`; a date without a zone is shown
/// as it was entered.
package struct DateText: Hashable, Sendable {
  /// The short format of a day.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// `1 Jun 2024`
    case words
    /// `2024-06-01`
    case iso
    /// `01.06.2024`
    case dots
    /// `06/01/2024`
    case slashes

    /// The order of day and month in dates that the user types, such as `01/02/2019`; `nil` if the format does not say it.
    package var order: DateOrder? { self == .slashes ? .monthFirst : nil }
  }

  let timeZone: TimeZone

  /// How days and months are written.
  package let format: Format

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone in which instants are shown.
  ///   - format: How days and months are written.
  package init(timeZone: TimeZone, format: Format = .words) {
    self.timeZone = timeZone
    self.format = format
  }

  /// Returns a date without its time, in at most 11 columns: `1 Jun 2024`, `Jun 2024` or `2024`.
  package func short(_ date: DiaryDate) -> String { short(moment(of: date)) }

  /// Returns a date with its time, if it has one: `1 Jun 2024 18:04`.
  package func shortWithTime(_ date: DiaryDate) -> String { shortWithTime(moment(of: date)) }

  /// Returns a date with its time and seconds, if it has them: `1 Jun 2024 18:04:05`.
  package func shortWithSeconds(_ date: DiaryDate) -> String {
    shortWithTime(moment(of: date, seconds: true))
  }

  private func shortWithTime(_ moment: Moment) -> String {
    [short(moment), moment.clock].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns a date in full: `Saturday 1 June 2024, 18:04`, or with digits `Saturday 2024-06-01, 18:04`.
  package func long(_ date: DiaryDate) -> String {
    let moment = moment(of: date)
    guard let month = moment.month else { return String(moment.year) }
    let name = CalendarNames.months[month - 1]
    guard let day = moment.day else { return self.month(month, named: name, of: String(moment.year)) }
    let number = CivilDay.number(year: moment.year, month: month, day: day)
    let weekday = CalendarNames.weekdays[CivilDay.weekday(number)]
    let text = format == .words ? "\(day) \(name) \(moment.year)" : short(moment)
    return ["\(weekday) \(text)", moment.clock].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns a month: `June 2024`, or with digits `2024-06`.
  ///
  /// - Parameter month: 1...12.
  package func month(_ month: Int, of year: Int) -> String {
    self.month(month, named: CalendarNames.months[month - 1], of: NumberText.padded(year, to: 4))
  }

  private func month(_ month: Int, named name: String, of year: String) -> String {
    let number = NumberText.padded(month)
    return switch format {
    case .words: "\(name) \(year)"
    case .iso: "\(year)-\(number)"
    case .dots: "\(number).\(year)"
    case .slashes: "\(number)/\(year)"
    }
  }

  /// Returns the English name of a month.
  ///
  /// - Parameter month: 1...12.
  package static func monthName(_ month: Int) -> String { CalendarNames.months[month - 1] }

  /// Returns the English name of a day of the week.
  ///
  /// - Parameter weekday: 0...6, from Monday.
  package static func weekdayName(_ weekday: Int) -> String { CalendarNames.weekdays[weekday] }

  private func short(_ moment: Moment) -> String {
    guard let month = moment.month else { return String(moment.year) }
    let name = String(CalendarNames.months[month - 1].prefix(3))
    guard let day = moment.day else { return self.month(month, named: name, of: String(moment.year)) }
    let number = NumberText.padded(month)
    let padded = NumberText.padded(day)
    return switch format {
    case .words: "\(day) \(name) \(moment.year)"
    case .iso: "\(moment.year)-\(number)-\(padded)"
    case .dots: "\(padded).\(number).\(moment.year)"
    case .slashes: "\(number)/\(padded)/\(moment.year)"
    }
  }
}

extension DateText {
  private struct Moment {
    var year: Int
    var month: Int?
    var day: Int?
    var clock: String?
  }

  private func moment(of date: DiaryDate, seconds: Bool = false) -> Moment {
    let local = date.localTime(in: timeZone)
    // Time zones differ by whole minutes.
    let second = date.text.dropFirst("2024-06-01T18:04:".count).prefix(2)
    let end = seconds && second.count == 2 ? ":" + second : ""
    let clock = local.time.map { NumberText.padded($0.hour) + ":" + NumberText.padded($0.minute) + end }
    return Moment(year: local.year, month: local.month, day: local.day, clock: clock)
  }
}
