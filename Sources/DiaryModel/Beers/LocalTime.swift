package import Foundation

extension DiaryDate {
  /// Returns an instant as the local time of a time zone, to the minute, and any other date as it is.
  ///
  /// This defines the day on which a beer was drunk. Lists, filters, statistics and readable exports use it.
  package func localTime(in timeZone: TimeZone) -> DiaryDate {
    guard precision == .instant, let minutes = localMinute(in: timeZone) else { return self }
    let day = (Double(minutes) / 1440).rounded(.down)
    let minute = (minutes % 1440 + 1440) % 1440
    guard let date = DiaryDate(dayNumber: Int(day)) else { return self }
    let clock = "\(Self.digits(minute / 60, 2)):\(Self.digits(minute % 60, 2))"
    // In some time zones, the first hours of the year 0 and the last ones of 9999 are in a year that has no text.
    return DiaryDate("\(date.text)T\(clock)") ?? self
  }

  /// Returns the number of the day to whose evening a date belongs; `nil` if only a month or a year is known.
  ///
  /// A drinking day ends at 4 in the morning: a time before 04:00 local time belongs to the evening before.
  package func drinkingDay(in timeZone: TimeZone) -> Int? {
    localMinute(in: timeZone).map { Int((Double($0 - Self.startOfDrinkingDay) / 1440).rounded(.down)) }
  }

  /// In minutes after midnight.
  private static let startOfDrinkingDay = 4 * 60

  /// Returns the minutes from 1970-01-01T00:00 to a date, both in local time; `nil` if only a month or a year is known.
  ///
  /// If only the day is known, the minute is that in which its drinking day starts.
  func localMinute(in timeZone: TimeZone) -> Int? {
    guard let dayNumber else { return nil }
    guard let time else { return dayNumber * 1440 + Self.startOfDrinkingDay }
    let minutes = dayNumber * 1440 + time.hour * 60 + time.minute
    guard precision == .instant else { return minutes }
    let seconds = minutes * 60
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    return Int((Double(seconds + offset) / 60).rounded(.down))
  }
}
