package import Foundation

extension DiaryDate {
  /// Returns an instant as the local time of a time zone, to the minute, and any other date as it is.
  ///
  /// This defines the day on which a beer was drunk. Lists, filters, statistics and readable exports use it.
  package func localTime(in timeZone: TimeZone) -> DiaryDate {
    guard precision == .instant, let time, let dayNumber else { return self }
    let seconds = dayNumber * 86_400 + time.hour * 3600 + time.minute * 60
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let minutes = Int((Double(seconds + offset) / 60).rounded(.down))
    let (day, minute) = ((Double(minutes) / 1440).rounded(.down), (minutes % 1440 + 1440) % 1440)
    guard let date = DiaryDate(dayNumber: Int(day)) else { return self }
    let clock = "\(Self.digits(minute / 60, 2)):\(Self.digits(minute % 60, 2))"
    // In some time zones, the first hours of the year 0 and the last ones of 9999 are in a year that has no text.
    return DiaryDate("\(date.text)T\(clock)") ?? self
  }
}
