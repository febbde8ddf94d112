/// The parts of a date that is being parsed: as precise as the text, and a local time or an instant.
package struct CalendarTime {
  var year: Int
  var month: Int?
  var day: Int?
  /// The time of day; `nil` if only the day or less is known.
  package var clock: Clock?

  /// A time of day, whether it exists or not.
  package struct Clock {
    var hour: Int
    var minute: Int
    /// 0...60, to allow for a leap second.
    var second = 0
    var milliseconds = 0
    /// Minutes east of Greenwich; `nil` if the text has no offset.
    package var offset: Int?
  }

  /// The diary's date, with an offset applied, which makes it an instant in UTC.
  ///
  /// `nil` for a day or time that does not exist.
  package var diaryDate: DiaryDate? {
    guard let clock, let offset = clock.offset else { return DiaryDate(text) }
    if offset == 0 { return DiaryDate(text + "Z") }
    // Only a day that exists can be moved to another day.
    guard DiaryDate(text) != nil, abs(offset) <= 18 * 60 else { return nil }
    return inUTC(clock, offset: offset).flatMap { DiaryDate($0.text + "Z") }
  }

  /// Seconds since 1970 on the same clock, whatever its offset; `nil` without a time or for a day that does not exist.
  package var secondsOnClock: Int? {
    guard let clock, let day = DiaryDate(text)?.dayNumber else { return nil }
    return day * 86_400 + clock.hour * 3600 + clock.minute * 60 + clock.second
  }

  /// The same moment on a clock in Greenwich; `nil` outside the years 0...9999.
  private func inUTC(_ clock: Clock, offset: Int) -> CalendarTime? {
    var result = self
    var minutes = clock.hour * 60 + clock.minute - offset
    if minutes < 0 {
      result.moveToPreviousDay()
      minutes += 24 * 60
    } else if minutes >= 24 * 60 {
      result.moveToNextDay()
      minutes -= 24 * 60
    }
    result.clock?.hour = minutes / 60
    result.clock?.minute = minutes % 60
    return 0...9999 ~= result.year ? result : nil
  }

  private mutating func moveToNextDay() {
    guard let month, let day else { return }
    let isLastDay = day == DiaryDate.days(inMonth: month, of: year)
    let isLastMonth = isLastDay && month == 12
    self.day = isLastDay ? 1 : day + 1
    self.month = isLastMonth ? 1 : isLastDay ? month + 1 : month
    if isLastMonth { year += 1 }
  }

  private mutating func moveToPreviousDay() {
    guard let month, let day else { return }
    let isFirstMonth = day == 1 && month == 1
    let earlierMonth = isFirstMonth ? 12 : month - 1
    self.month = day == 1 ? earlierMonth : month
    self.day = day == 1 ? DiaryDate.days(inMonth: earlierMonth, of: year) : day - 1
    if isFirstMonth { year -= 1 }
  }
}

extension CalendarTime {
  /// ISO 8601 text without the offset.
  private var text: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(24)
    append(year, width: 4, to: &digits)
    for part in [month, day] {
      guard let part else { break }
      digits.append(UInt8(ascii: "-"))
      append(part, width: 2, to: &digits)
    }
    if let clock { append(clock, to: &digits) }
    return String(decoding: digits, as: UTF8.self)
  }

  private func append(_ clock: Clock, to digits: inout [UInt8]) {
    digits.append(UInt8(ascii: "T"))
    append(clock.hour, width: 2, to: &digits)
    digits.append(UInt8(ascii: ":"))
    append(clock.minute, width: 2, to: &digits)
    digits.append(UInt8(ascii: ":"))
    append(clock.second, width: 2, to: &digits)
    guard clock.milliseconds > 0 else { return }
    digits.append(UInt8(ascii: "."))
    append(clock.milliseconds, width: 3, to: &digits)
  }

  private func append(_ number: Int, width: Int, to digits: inout [UInt8]) {
    let end = digits.count + width
    for _ in 0..<width { digits.append(0x30) }
    var rest = number
    var index = end
    while rest > 0, index > end - width {
      index -= 1
      digits[index] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
  }
}
