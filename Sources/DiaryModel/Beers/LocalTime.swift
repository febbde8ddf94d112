package import Foundation

extension DiaryDate {
  /// The date on the clock of a time zone: an instant as a local time, to the minute, and any other date as it is.
  ///
  /// This is the one definition of the day a beer was drunk. Lists, filters, statistics and exports for reading use it.
  package func localTime(in timeZone: TimeZone) -> DiaryDate {
    guard precision == .instant, let time, let dayNumber else { return self }
    let seconds = dayNumber * 86_400 + time.hour * 3600 + time.minute * 60
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let minutes = Int((Double(seconds + offset) / 60).rounded(.down))
    let (day, minute) = ((Double(minutes) / 1440).rounded(.down), (minutes % 1440 + 1440) % 1440)
    guard let date = DiaryDate(dayNumber: Int(day)) else { return self }
    let clock = "\(Self.digits(minute / 60, 2)):\(Self.digits(minute % 60, 2))"
    // Of the years 0 and 9999, the first and the last hours are in another year somewhere.
    return DiaryDate("\(date.text)T\(clock)") ?? self
  }
}
