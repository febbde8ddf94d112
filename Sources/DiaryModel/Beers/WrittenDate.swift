/// The order of the numbers in a date such as `01/02/2019`.
package enum DateOrder: String, Hashable, Sendable, CaseIterable {
  /// Day, month, year: `31.1.2019`.
  case dayFirst = "day-first"
  /// Month, day, year: `1/31/2019`.
  case monthFirst = "month-first"
}

/// A date as people and programs write it, of which the order of day and month may not be certain.
///
/// - ISO 8601: `2019`, `2019-06`, `2019-06-01`, with a time after `T` or a blank (`18:04`, `18:04:00`, `18:04:00.5`,
///   `6:04 PM`) and with `Z` or an offset after that. Year-first dates with `/` or `.` and with single digits are read
///   too.
/// - Names of months, also in German and French: `1 Jun 2019`, `June 1, 2019`, `Jun 2019`, `1er août 2019`; as in RFC
///   2822, `Sat, 01 Jun 2019 18:04:00 +0000`; as in spreadsheets, `1-Jun-19`.
/// - Numbers with the year last: `31.1.2019`, `1/31/19`, `06/2019`. Of two digits, those from 70 on are in the 20th
///   century.
///
/// A day can have its day of the week before it, and a time after it. The day of the week decides which of two days is
/// meant; it may be that of neither, see ``correctedWeekday(in:)``.
package struct WrittenDate {
  /// The date, with the day first if its order is not certain.
  private var time: CalendarTime
  /// What separates a day and a month in digits before the year; `nil` for other dates, whose order is certain.
  private let separator: Unicode.Scalar?
  /// The day of the week, 0...6 from Monday; `nil` if it is not named.
  private let weekday: Int?

  /// Reads a whole text without white space at its ends; `nil` if it is not written like a date.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = ByteCursor(bytes)
    weekday = cursor.attempt(Self.weekday)
    if let time = cursor.attempt(Self.yearFirst) ?? cursor.attempt(Self.withMonthName) {
      self.time = time
      separator = nil
    } else if let (time, separator) = Self.yearLast(&cursor) {
      self.time = time
      self.separator = separator
    } else {
      return nil
    }
    guard time.day != nil || weekday == nil else { return nil }
    if time.day != nil, !cursor.isAtEnd {
      guard let clock = Self.clockAfterDay(&cursor) else { return nil }
      time.clock = clock
    }
    guard cursor.isAtEnd else { return nil }
  }

  /// The order of day and month that the date itself shows; `nil` if it could be either, and if its day does not exist.
  ///
  /// With dots the month never comes first; if both numbers are equal, the order does not matter.
  package var order: DateOrder? {
    guard let separator, separator != "." else { return .dayFirst }
    let orders = DateOrder.allCases.filter { time(in: $0) != nil }
    return orders.count == 1 || !isReversible ? orders.first : nil
  }

  /// Whether it is a day that exists, and not only a month or a year.
  package var isDay: Bool { time.day != nil && DateOrder.allCases.contains { time(in: $0) != nil } }

  /// Whether it consists of numbers with the year last, as spreadsheets write dates.
  package var isYearLast: Bool { separator != nil }

  /// Whether the other order would make it another date.
  package var isReversible: Bool {
    guard separator != nil, let day = time.day else { return false }
    return day != time.month
  }

  /// The days that it could be, in ISO 8601; empty if none of them exists.
  package var meanings: [String] {
    let days = DateOrder.allCases.compactMap { order in
      var day = time(in: order)
      day?.clock = nil
      return day?.diaryDate?.text
    }
    return days.first == days.last ? Array(days.prefix(1)) : days
  }

  /// Returns the date with day and month in an order, if that is not certain anyway.
  ///
  /// `nil` if the day does not exist, or if the named day of the week is right only in the other order. The time may
  /// not exist.
  package func time(in order: DateOrder) -> CalendarTime? {
    guard let time = calendarTime(in: order) else { return nil }
    let other = order == .dayFirst ? DateOrder.monthFirst : .dayFirst
    // With dots the month never comes first.
    guard correctedWeekday(in: order) != nil, separator != "." || other == .dayFirst else { return time }
    let otherIsRight = calendarTime(in: other) != nil && correctedWeekday(in: other) == nil
    return otherIsRight ? nil : time
  }

  /// Returns the correct day of the week, such as `Sunday`, if the text names a wrong one; `nil` if the named one is
  /// right, if none is named, or if the day does not exist.
  package func correctedWeekday(in order: DateOrder) -> String? {
    guard let weekday, let time = calendarTime(in: order), let month = time.month, let day = time.day else {
      return nil
    }
    let own = CivilDay.weekday(CivilDay.number(year: time.year, month: month, day: day))
    return own == weekday ? nil : CalendarNames.weekdays[own]
  }

  /// Returns the date with day and month in an order; `nil` if the day does not exist.
  private func calendarTime(in order: DateOrder) -> CalendarTime? {
    var time = time
    if order == .monthFirst, separator != nil, let first = time.day {
      time.day = time.month
      time.month = first
    }
    guard let month = time.month else { return time }
    guard 1...12 ~= month else { return nil }
    guard let day = time.day else { return time }
    return 1...DiaryDate.days(inMonth: month, of: time.year) ~= day ? time : nil
  }
}

// MARK: - Days

extension WrittenDate {
  private static func weekday(_ cursor: inout ByteCursor) -> Int? {
    let word = cursor.word()
    guard let weekday = CalendarNames.weekdayNumber(word) ?? CalendarNames.germanWeekdayNumber(word) else {
      return nil
    }
    skipGap(&cursor)
    return weekday
  }

  /// Skips what can be between words and numbers: a sign, and blanks.
  private static func skipGap(_ cursor: inout ByteCursor) {
    _ = cursor.skip(anyOf: ",.-/")
    cursor.skipBlanks()
  }

  private static func yearFirst(_ cursor: inout ByteCursor) -> CalendarTime? {
    guard let year = cursor.number(digits: 4...4) else { return nil }
    var time = CalendarTime(year: year)
    if let separator = cursor.skip(anyOf: "-/.").map(Unicode.Scalar.init) {
      guard let month = cursor.number(digits: 1...2) else { return nil }
      time.month = month
      if cursor.skip(separator) {
        guard let day = cursor.number(digits: 1...2) else { return nil }
        time.day = day
      }
    }
    return time
  }

  private static func withMonthName(_ cursor: inout ByteCursor) -> CalendarTime? {
    var day = dayOfMonth(&cursor)
    if day != nil { skipGap(&cursor) }
    guard let month = CalendarNames.monthNumber(cursor.word()) else { return nil }
    let isHyphenated = cursor.next == UInt8(ascii: "-")
    skipGap(&cursor)
    if let year = cursor.attempt({ $0.number(digits: 4...4) }) {
      return CalendarTime(year: year, month: month, day: day)
    }
    if day != nil {
      // In `24 Nov 26` the year may come first.
      guard isHyphenated, let year = shortYear(&cursor) else { return nil }
      return CalendarTime(year: year, month: month, day: day)
    }
    day = dayOfMonth(&cursor)
    skipGap(&cursor)
    guard day != nil, let year = cursor.number(digits: 4...4) else { return nil }
    return CalendarTime(year: year, month: month, day: day)
  }

  /// Reads a day of the month in digits, which may be an ordinal such as `1st` and `1er`.
  private static func dayOfMonth(_ cursor: inout ByteCursor) -> Int? {
    guard let day = cursor.number(digits: 1...2) else { return nil }
    _ = cursor.attempt { ["st", "nd", "rd", "th", "er"].contains($0.word()) ? true : nil }
    return day
  }

  private static func yearLast(_ cursor: inout ByteCursor) -> (CalendarTime, Unicode.Scalar)? {
    guard let first = cursor.number(digits: 1...2),
      let separator = cursor.skip(anyOf: "/.-").map(Unicode.Scalar.init)
    else { return nil }
    if let year = cursor.attempt({ $0.number(digits: 4...4) }) {
      return (CalendarTime(year: year, month: first), separator)
    }
    guard let second = cursor.number(digits: 1...2), cursor.skip(separator),
      let year = lastYear(&cursor, after: separator)
    else { return nil }
    return (CalendarTime(year: year, month: second, day: first), separator)
  }

  private static func lastYear(_ cursor: inout ByteCursor, after separator: Unicode.Scalar) -> Int? {
    if let year = cursor.attempt({ $0.number(digits: 4...4) }) { return year }
    // In 19-06-01 the year may come first.
    return separator == "-" ? nil : shortYear(&cursor)
  }

  private static func shortYear(_ cursor: inout ByteCursor) -> Int? {
    cursor.number(digits: 2...2).map { $0 + ($0 < 70 ? 2000 : 1900) }
  }
}

// MARK: - Time of day

extension WrittenDate {
  private static func clockAfterDay(_ cursor: inout ByteCursor) -> CalendarTime.Clock? {
    let hasComma = cursor.skip(",")
    guard cursor.skip(" ") || !hasComma && (cursor.skip("T") || cursor.skip("t")) else { return nil }
    cursor.skipBlanks()
    return clock(&cursor)
  }

  private static func clock(_ cursor: inout ByteCursor) -> CalendarTime.Clock? {
    guard let hour = cursor.number(digits: 1...2), cursor.skip(":"),
      let minute = cursor.number(digits: 2...2)
    else { return nil }
    var clock = CalendarTime.Clock(hour: hour, minute: minute)
    if cursor.skip(":") {
      guard let second = cursor.number(digits: 2...2) else { return nil }
      clock.second = second
      if cursor.skip(anyOf: ".,") != nil {
        guard let milliseconds = milliseconds(&cursor) else { return nil }
        clock.milliseconds = milliseconds
      }
    }
    cursor.skipBlanks()
    guard readHalfDay(&cursor, into: &clock) else { return nil }
    if cursor.isAtEnd { return clock }
    guard let offset = offset(&cursor) else { return nil }
    clock.offset = offset
    return clock
  }

  /// Reads `AM` or `PM`, if that comes next; `false` if the hour is not 1...12.
  private static func readHalfDay(_ cursor: inout ByteCursor, into clock: inout CalendarTime.Clock) -> Bool {
    var ahead = cursor
    let word = ahead.word()
    guard word == "am" || word == "pm" else { return true }
    guard 1...12 ~= clock.hour else { return false }
    clock.hour = clock.hour % 12 + (word == "pm" ? 12 : 0)
    ahead.skipBlanks()
    cursor = ahead
    return true
  }

  /// Reads the decimals of a second; those after the third are dropped.
  private static func milliseconds(_ cursor: inout ByteCursor) -> Int? {
    var value = 0
    var digits = 0
    while let digit = cursor.number(digits: 1...1) {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  /// Minutes east of Greenwich from `Z`, `UTC`, `GMT`, `+02`, `+0200` or `-03:30`.
  private static func offset(_ cursor: inout ByteCursor) -> Int? {
    guard let sign = cursor.skip(anyOf: "+-") else {
      return ["z", "utc", "gmt", "ut"].contains(cursor.word()) ? 0 : nil
    }
    guard let hours = cursor.number(digits: 2...2) else { return nil }
    let hasColon = cursor.skip(":")
    let minutes = cursor.isAtEnd && !hasColon ? 0 : cursor.number(digits: 2...2)
    guard let minutes, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
