/// Day numbers of the proleptic Gregorian calendar: day 0 is 1970-01-01.
///
///     CivilDay.number(year: 1970, month: 1, day: 2)  // 1
///
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil` and `civil_from_days`.
package enum CivilDay {
  /// Returns the number of a day; days before 1970 are negative.
  ///
  /// - Parameters:
  ///   - month: 1 to 12.
  ///   - day: 1 to 31.
  package static func number(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Returns the date of a day number.
  package static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Returns the day of the week: 0 for Monday to 6 for Sunday.
  package static func weekday(_ number: Int) -> Int { ((number + 3) % 7 + 7) % 7 }
}

extension DiaryDate {
  /// Creates a date with the precision of a day; `nil` outside of the years 0 to 9999.
  package init?(dayNumber: Int) {
    let (year, month, day) = CivilDay.date(dayNumber)
    guard 0...9999 ~= year else { return nil }
    self.init("\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))")
  }

  /// The number of the day, in UTC for an instant; `nil` if only a month or a year is known.
  package var dayNumber: Int? {
    guard let month, let day else { return nil }
    return CivilDay.number(year: year, month: month, day: day)
  }

  /// Returns the same day a number of months earlier, or the last day of a shorter month.
  ///
  /// `nil` if the day is not known, or before the year 0.
  func monthsAgo(_ count: Int) -> DiaryDate? {
    guard let month, let day else { return nil }
    let months = year * 12 + month - 1 - count
    guard months >= 0 else { return nil }
    let year = months / 12
    let index = months % 12
    let last = CivilDay.number(year: year + (index + 1) / 12, month: (index + 1) % 12 + 1, day: 1) - 1
    let first = CivilDay.number(year: year, month: index + 1, day: 1)
    return DiaryDate(dayNumber: min(first + day - 1, last))
  }

  /// Returns a number of 0 or more, padded with zeros to at least `count` digits.
  static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
