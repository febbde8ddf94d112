package import Foundation

/// A point in time as precise as it is known, in ISO 8601 text.
///
/// `2019`, `2019-06`, `2019-06-01`, `2019-06-01T18:04:00` (the drinker's local time) or `2019-06-01T16:04:00Z`
/// (an instant, with up to three decimals of a second). The text sorts by time.
package struct DiaryDate: Hashable, Sendable {
  /// The ISO 8601 text, as stored.
  package let text: String

  /// How precisely a point in time is known, the least precise first.
  package enum Precision: Int, Comparable, Sendable {
    /// Only the year, such as `2019`.
    case year
    /// The year and the month, such as `2019-06`.
    case month
    /// The day, such as `2019-06-01`.
    case day
    /// The drinker's local time, such as `2019-06-01T18:04:00`.
    case localTime
    /// A point in time, in UTC with up to three decimals of a second, such as `2019-06-01T16:04:00Z`.
    case instant

    /// Orders precisions from the least to the most precise.
    package static func < (a: Precision, b: Precision) -> Bool { a.rawValue < b.rawValue }
  }

  /// Which parts are known.
  package let precision: Precision
  /// 0 to 9999.
  package let year: Int
  /// 1 to 12; `nil` if it is not known.
  package let month: Int?
  /// 1 to 31; `nil` if it is not known.
  package let day: Int?
  /// In UTC for an instant; `nil` if it is not known.
  package let time: ClockTime?

  /// Hours and minutes; seconds are only in ``DiaryDate/text``.
  package struct ClockTime: Hashable, Sendable {
    /// 0 to 23.
    package let hour: Int
    /// 0 to 59.
    package let minute: Int
  }

  /// Parses ISO 8601 text; `nil` if it has another form or names a day that does not exist.
  ///
  ///     DiaryDate("2019-06")?.precision  // .month
  ///     DiaryDate("2019-02-29")          // nil
  package init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4) else { return nil }
    var month: Int?
    var day: Int?
    var time: ClockTime?
    var precision = Precision.year
    if scanner.skip("-") {
      guard let value = scanner.number(digits: 2), 1...12 ~= value else { return nil }
      month = value
      precision = .month
      if scanner.skip("-") {
        guard let value = scanner.number(digits: 2), 1...Self.days(inMonth: month ?? 1, of: year) ~= value
        else {
          return nil
        }
        day = value
        precision = .day
        if scanner.skip("T") {
          guard let clock = scanner.clockTime() else { return nil }
          time = clock
          precision = scanner.skip("Z") ? .instant : .localTime
        }
      }
    }
    guard scanner.isAtEnd else { return nil }
    self.text = text
    self.year = year
    self.month = month
    self.day = day
    self.time = time
    self.precision = precision
  }

  /// Creates an instant, rounded to milliseconds; `nil` outside of the years 0 to 9999.
  package init?(instant: Date) {
    let seconds = instant.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 300_000_000_000 else { return nil }
    self.init(unixMilliseconds: Int((seconds * 1000).rounded()))
  }

  /// Creates an instant from milliseconds since 1970; `nil` outside of the years 0 to 9999.
  package init?(unixMilliseconds: Int) {
    let milliseconds = Int64(unixMilliseconds)
    let (days, inDay) = milliseconds.dividedFloor(by: 86_400_000)
    let date = CivilDay.date(Int(days))
    guard 0...9999 ~= date.year else { return nil }
    let millisecond = Int(inDay)
    let time = ClockTime(hour: millisecond / 3_600_000, minute: millisecond / 60_000 % 60)
    text = String(unsafeUninitializedCapacity: 24) { buffer in
      var digits = DigitWriter(buffer: buffer)
      digits.write(date.year, digits: 4, after: nil)
      digits.write(date.month, digits: 2, after: "-")
      digits.write(date.day, digits: 2, after: "-")
      digits.write(time.hour, digits: 2, after: "T")
      digits.write(time.minute, digits: 2, after: ":")
      digits.write(millisecond / 1000 % 60, digits: 2, after: ":")
      if millisecond % 1000 > 0 { digits.write(millisecond % 1000, digits: 3, after: ".") }
      digits.write("Z")
      return digits.count
    }
    year = date.year
    month = date.month
    day = date.day
    precision = .instant
    self.time = time
  }

  /// Returns the number of days of a month.
  ///
  /// - Parameter month: 1...12.
  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// Returns quotient and remainder, with the remainder in `0..<divisor`.
  fileprivate func dividedFloor(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Writes fixed numbers of ASCII digits into a buffer, which must be large enough.
private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func write(_ separator: Unicode.Scalar) {
    buffer[count] = UInt8(ascii: separator)
    count += 1
  }

  mutating func write(_ number: Int, digits: Int, after separator: Unicode.Scalar?) {
    if let separator { write(separator) }
    var rest = number
    for index in stride(from: count + digits - 1, through: count, by: -1) {
      buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
  }
}

/// Reads fixed numbers of ASCII digits from the beginning of a text.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int? {
    let run = rest.prefix(digits)
    guard run.count == digits, run.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    rest.removeFirst(digits)
    return run.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Reads `HH:MM`, and seconds with up to three decimals if they follow.
  mutating func clockTime() -> DiaryDate.ClockTime? {
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60
    else {
      return nil
    }
    if skip(":") {
      guard let second = number(digits: 2), second < 61 else { return nil }
      if skip(".") {
        let decimals = rest.prefix { 48...57 ~= $0 }.count
        guard 1...3 ~= decimals else { return nil }
        rest.removeFirst(decimals)
      }
    }
    return DiaryDate.ClockTime(hour: hour, minute: minute)
  }
}
