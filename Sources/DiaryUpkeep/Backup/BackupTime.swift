import DiaryModel
package import Foundation

/// The time in the name of a dated backup: local time, to the minute.
///
///     BackupTime(fileName: "diary-2026-11-25T1830.sqlite", of: "diary")?.text  // 2026-11-25T18:30
package struct BackupTime: Hashable, Comparable, Sendable {
  /// The number of the day; see ``CivilDay``.
  package let day: Int
  /// From 0 to 1439.
  package let minute: Int
  /// The number among the backups of one minute; the first is 1.
  package let number: Int

  /// Creates the time of a backup.
  package init(day: Int, minute: Int, number: Int = 1) {
    self.day = day
    self.minute = minute
    self.number = number
  }

  /// Creates the time that a date has in a time zone.
  package init(_ date: Date, in timeZone: TimeZone = .current) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    let minutes = Int((seconds / 60).rounded(.down))
    let day = Int((Double(minutes) / 1440).rounded(.down))
    self.init(day: day, minute: minutes - day * 1440)
  }

  /// Reads the name of a dated backup; `nil` if it is the name of anything else.
  ///
  /// - Parameter base: The name of the diary's file, without `.sqlite`.
  package init?(fileName: String, of base: String) {
    guard fileName.hasPrefix(base + "-"), fileName.hasSuffix(Self.ending) else { return nil }
    let parts = fileName.dropFirst(base.count + 1).dropLast(Self.ending.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), let year = Int(parts[0]), let month = Int(parts[1]) else {
      return nil
    }
    let dayAndClock = parts[2].split(separator: "T", omittingEmptySubsequences: false)
    guard dayAndClock.count == 2, let day = Int(dayAndClock[0]), let clock = Int(dayAndClock[1]),
      0...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0...23 ~= clock / 100, 0...59 ~= clock % 100
    else { return nil }
    guard let number = parts.count == 4 ? Int(parts[3]) : 1, number > 0 else { return nil }
    self.init(
      day: CivilDay.number(year: year, month: month, day: day), minute: clock / 100 * 60 + clock % 100,
      number: number)
    // Every time has exactly one name, and the 31st of February does not exist.
    if self.fileName(of: base) != fileName { return nil }
  }

  private static let ending = ".sqlite"

  /// Returns the name of a backup.
  ///
  /// - Parameter base: The name of the diary's file, without `.sqlite`.
  package func fileName(of base: String) -> String {
    let clock = Self.padded(minute / 60, 2) + Self.padded(minute % 60, 2)
    return "\(base)-\(date)T\(clock)\(number > 1 ? "-\(number)" : "")\(Self.ending)"
  }

  /// The time, such as `2026-11-25T18:30`.
  package var text: String { "\(date)T\(Self.padded(minute / 60, 2)):\(Self.padded(minute % 60, 2))" }

  private var date: String {
    let (year, month, day) = CivilDay.date(day)
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Orders backups by their time, and those of one minute by their number.
  package static func < (one: BackupTime, other: BackupTime) -> Bool {
    (one.day, one.minute, one.number) < (other.day, other.minute, other.number)
  }
}

/// Which dated backups are kept.
package enum BackupSeries {
  /// The number of days, with the current one, of which all backups are kept: the newest may have the mistake because of
  /// which an older one is needed.
  package static let wholeDays = 2
  /// The number of days, with the current one, of which the newest backup is kept.
  package static let days = 7
  /// The number of weeks, with the current one, of which the newest backup is kept.
  package static let weeks = 8

  /// Returns the backups that others make superfluous.
  ///
  /// All backups of the last 2 days are kept, and the newest of each of the last 7 days, of each of the last 8 weeks, and
  /// of each month. The newest of all is the newest of its month, so it is always kept. Times in the future count as those
  /// of the current day.
  ///
  /// - Parameter today: The number of the current day.
  package static func superfluous(_ times: some Sequence<BackupTime>, today: Int) -> Set<BackupTime> {
    let times = Set(times)
    var newest: [Span: BackupTime] = [:]
    let older = times.filter { today - $0.day >= wholeDays }
    for time in times {
      for span in spans(of: time, today: today) {
        if let other = newest[span], other > time { continue }
        newest[span] = time
      }
    }
    return older.subtracting(newest.values)
  }

  /// A span of time of which one backup is kept.
  private enum Span: Hashable {
    case day(Int)
    case week(Int)
    case month(year: Int, month: Int)
  }

  private static func spans(of time: BackupTime, today: Int) -> [Span] {
    let date = CivilDay.date(time.day)
    var spans = [Span.month(year: date.year, month: date.month)]
    if today - time.day < days { spans.append(.day(time.day)) }
    let age = week(of: today) - week(of: time.day)
    if age < weeks { spans.append(.week(week(of: time.day))) }
    return spans
  }

  /// Returns the number of the week that a day belongs to; weeks begin on Monday.
  private static func week(of day: Int) -> Int {
    Int((Double(day - CivilDay.weekday(day)) / 7).rounded(.down))
  }
}
