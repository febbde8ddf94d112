import DiaryStore

/// Reads dates in the forms whose order of day and month is certain.
///
/// - ISO 8601: `2019`, `2019-06`, `2019-06-01`, with a time behind `T` or a blank (`18:04`, `18:04:00`, `18:04:00.5`)
///   and with `Z` or an offset behind that. Year-first dates with `/` or `.` and with single digits are read too.
/// - RFC 2822: `Sat, 01 Jun 2019 18:04:00 +0000`, the weekday, the time and the offset being optional.
///
/// `01/02/2019` is not guessed at: what Americans and Europeans write would silently become another day.
struct DateParser {
  /// Whether a time without an offset is UTC instead of the drinker's local time.
  let timesAreUTC: Bool

  /// The date in trimmed bytes; `nil` where they are empty.
  func date(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> DiaryDate? {
    guard !bytes.isEmpty else { return nil }
    guard let time = isoDate(bytes) ?? mailDate(bytes) else {
      throw Self.numericDateProblem(bytes) ?? .notADate
    }
    guard let date = time.diaryDate else { throw .noSuchDate }
    return date
  }

  private func isoDate(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarTime? {
    var cursor = ByteCursor(bytes)
    guard let year = cursor.number(digits: 4...4) else { return nil }
    var time = CalendarTime(year: year)
    if let separator = cursor.skip(anyOf: "-/.").map(Unicode.Scalar.init) {
      guard let month = cursor.number(digits: 1...2) else { return nil }
      time.month = month
      if cursor.skip(separator) {
        guard let day = cursor.number(digits: 1...2) else { return nil }
        time.day = day
        if cursor.skip("T") || cursor.skip("t") || cursor.skip(" ") {
          guard let clock = clock(&cursor) else { return nil }
          time.clock = clock
        }
      }
    }
    return cursor.isAtEnd ? time : nil
  }

  private func mailDate(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarTime? {
    var cursor = ByteCursor(bytes)
    let weekday = cursor.word()
    if !weekday.isEmpty {
      guard Self.weekdays.contains(String(weekday.prefix(3))), cursor.skip(",") else { return nil }
      cursor.skipBlanks()
    }
    guard let day = cursor.number(digits: 1...2), cursor.skip(" "),
      let month = Self.months.firstIndex(of: String(cursor.word().prefix(3))), cursor.skip(" "),
      let year = cursor.number(digits: 4...4)
    else { return nil }
    var time = CalendarTime(year: year, month: month + 1, day: day)
    if cursor.skip(" ") {
      guard let clock = clock(&cursor) else { return nil }
      time.clock = clock
    }
    return cursor.isAtEnd ? time : nil
  }

  private static let weekdays: Set = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

// MARK: - Time of day

extension DateParser {
  private func clock(_ cursor: inout ByteCursor) -> CalendarTime.Clock? {
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
    if cursor.isAtEnd {
      clock.offset = timesAreUTC ? 0 : nil
    } else {
      guard let offset = offset(&cursor) else { return nil }
      clock.offset = offset
    }
    return clock
  }

  /// Decimals of a second; those behind the third are dropped.
  private func milliseconds(_ cursor: inout ByteCursor) -> Int? {
    var (value, digits) = (0, 0)
    while let digit = cursor.number(digits: 1...1) {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  /// Minutes east of Greenwich from `Z`, `UTC`, `GMT`, `+02`, `+0200` or `-03:30`.
  private func offset(_ cursor: inout ByteCursor) -> Int? {
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

// MARK: - Dates that are not read

extension DateParser {
  /// What to say of `01/02/2019`, `1.2.2019` and `13-02-2019`; `nil` for another form.
  private static func numericDateProblem(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueProblem? {
    var cursor = ByteCursor(bytes)
    guard let first = cursor.number(digits: 1...2),
      let separator = cursor.skip(anyOf: "/.-").map(Unicode.Scalar.init),
      let second = cursor.number(digits: 1...2), cursor.skip(separator),
      let year = cursor.number(digits: 4...4)
    else { return nil }
    var suggestions: [String] = []
    for (day, month) in [(first, second), (second, first)] {
      let date = CalendarTime(year: year, month: month, day: day).diaryDate?.text
      if let date, !suggestions.contains(date) { suggestions.append(date) }
    }
    return suggestions.isEmpty ? .noSuchDate : .unclearDate(suggestions: suggestions)
  }
}
