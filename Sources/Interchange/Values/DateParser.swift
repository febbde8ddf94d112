import DiaryModel
import DiaryStore

/// Reads dates in the forms whose order of day and month is certain.
///
/// - ISO 8601: `2019`, `2019-06`, `2019-06-01`, with a time after `T` or a blank (`18:04`, `18:04:00`, `18:04:00.5`)
///   and with `Z` or an offset after that. Year-first dates with `/` or `.` and with single digits are read too.
/// - RFC 2822: `Sat, 01 Jun 2019 18:04:00 +0000`, the weekday, the time and the offset being optional.
/// - Unix time: seconds since 1970, or milliseconds, of ten and thirteen digits or one less.
/// - `01/02/2019` or `1/2/19` in the order of its column, and only if that is known: what Americans and Europeans write
///   would silently become another day.
struct DateParser {
  /// What a time without an offset means.
  let times: TimeReading
  /// The order of day and month in dates that end with the year; `nil` if it is not known.
  var order: DateOrder?

  /// A date, and whether its time zone was assumed.
  struct Result {
    let date: DiaryDate
    /// Whether the date is an instant because of `times`, as it was written without a time zone.
    var wasGivenZone = false
  }

  /// Returns the date in trimmed bytes; `nil` if they are empty.
  func date(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> DiaryDate? { try parse(bytes)?.date }

  /// Reads the date in trimmed bytes; `nil` if they are empty.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Result? {
    guard !bytes.isEmpty else { return nil }
    if let date = unixTime(bytes) { return Result(date: date) }
    var time = isoDate(bytes) ?? mailDate(bytes)
    if time == nil { time = try yearLastDate(bytes) }
    guard var time else { throw .notADate }
    let offset = time.clock != nil && time.clock?.offset == nil ? times.offset(at: time) : nil
    if let offset { time.clock?.offset = offset }
    guard let date = time.diaryDate else { throw .noSuchDate }
    return Result(date: date, wasGivenZone: offset != nil)
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
        guard readClock(&cursor, into: &time) else { return nil }
      }
    }
    return cursor.isAtEnd ? time : nil
  }

  /// Reads the time after a day, if there is one; `false` if what follows is not a time.
  private func readClock(_ cursor: inout ByteCursor, into time: inout CalendarTime) -> Bool {
    guard cursor.skip("T") || cursor.skip("t") || cursor.skip(" ") else { return true }
    time.clock = clock(&cursor)
    return time.clock != nil
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
    guard readHalfDay(&cursor, into: &clock) else { return nil }
    if cursor.isAtEnd { return clock }
    guard let offset = offset(&cursor) else { return nil }
    clock.offset = offset
    return clock
  }

  /// Reads `AM` or `PM`, if that comes next; `false` if the hour is not 1...12.
  private func readHalfDay(_ cursor: inout ByteCursor, into clock: inout CalendarTime.Clock) -> Bool {
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
  private func milliseconds(_ cursor: inout ByteCursor) -> Int? {
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

// MARK: - Other dates

extension DateParser {
  /// Seconds or milliseconds since 1970, in the years 1973 to 2286, so that no other number is taken for them.
  private func unixTime(_ bytes: UnsafeBufferPointer<UInt8>) -> DiaryDate? {
    guard 9...13 ~= bytes.count, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return switch number {
    case 100_000_000..<10_000_000_000: DiaryDate(unixMilliseconds: number * 1000)
    case 100_000_000_000..<10_000_000_000_000: DiaryDate(unixMilliseconds: number)
    default: nil
    }
  }

  private func yearLastDate(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> CalendarTime? {
    var cursor = ByteCursor(bytes)
    guard let numbers = YearLastDate(&cursor) else { return nil }
    guard let order = order ?? numbers.order else { throw numbers.problem }
    var time = numbers.time(order)
    guard time.diaryDate != nil else { throw numbers.problem }
    guard readClock(&cursor, into: &time), cursor.isAtEnd else { return nil }
    return time
  }
}

/// The order of the numbers in a date such as `01/02/2019`.
package enum DateOrder: String, Hashable, Sendable, CaseIterable {
  /// Day, month, year: `31.1.2019`.
  case dayFirst = "day-first"
  /// Month, day, year: `1/31/2019`.
  case monthFirst = "month-first"
}

/// A date of three numbers with the year last, which may have two digits: from 70 on, they are in the 20th century.
struct YearLastDate {
  private let first: Int
  private let second: Int
  private let year: Int
  private let separator: Unicode.Scalar

  /// Reads the date and leaves the cursor after it; `nil` if there is none.
  init?(_ cursor: inout ByteCursor) {
    guard let first = cursor.number(digits: 1...2),
      let separator = cursor.skip(anyOf: "/.-").map(Unicode.Scalar.init),
      let second = cursor.number(digits: 1...2), cursor.skip(separator),
      let year = Self.year(&cursor, after: separator)
    else { return nil }
    self.first = first
    self.second = second
    self.year = year
    self.separator = separator
  }

  private static func year(_ cursor: inout ByteCursor, after separator: Unicode.Scalar) -> Int? {
    var ahead = cursor
    if let year = ahead.number(digits: 4...4) {
      cursor = ahead
      return year
    }
    // In 19-06-01 the year may come first.
    guard separator != "-", let year = cursor.number(digits: 2...2) else { return nil }
    return year + (year < 70 ? 2000 : 1900)
  }

  /// The order that the date itself shows; `nil` if it could be either.
  ///
  /// With points the month never comes first; if both numbers are equal, the order does not matter.
  var order: DateOrder? {
    if first > 12 || separator == "." { return .dayFirst }
    if second > 12 { return .monthFirst }
    return first == second ? .dayFirst : nil
  }

  var isSameEitherWay: Bool { first == second }

  func time(_ order: DateOrder) -> CalendarTime {
    order == .dayFirst
      ? CalendarTime(year: year, month: second, day: first)
      : CalendarTime(year: year, month: first, day: second)
  }

  /// The problem with a date whose order is not known, or that does not exist in the given order.
  var problem: ValueProblem {
    var suggestions: [String] = []
    for order in DateOrder.allCases.reversed() {
      let date = time(order).diaryDate?.text
      if let date, !suggestions.contains(date) { suggestions.insert(date, at: 0) }
    }
    return suggestions.isEmpty ? .noSuchDate : .unclearDate(suggestions: suggestions)
  }
}
