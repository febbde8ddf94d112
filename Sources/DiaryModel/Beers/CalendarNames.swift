/// The English names of months and of days of the week.
package enum CalendarNames {
  /// January first.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// Monday first.
  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  // Spelled as words are compared, because an import looks up a name for each date that has one.
  private static let lowercasedMonths = months.map { $0.lowercased() }
  private static let lowercasedWeekdays = weekdays.map { $0.lowercased() }

  /// Returns the number of a month, 1...12, by a word in lower case whose first three letters are those of its name; `nil`
  /// for other words.
  ///
  /// Names in other languages often begin with the same letters, such as `januari` and `marzo`. The Finnish `marraskuu`
  /// does as well, but is November.
  static func monthNumber(_ word: some StringProtocol) -> Int? {
    if word.hasPrefix("marras") { return nil }
    return lowercasedMonths.firstIndex { $0.prefix(3) == word.prefix(3) }.map { $0 + 1 }
  }

  /// Returns the number of a day of the week, 0...6 from Monday, by its name in lower case or at least three letters of
  /// it; `nil` for other words.
  static func weekdayNumber(_ word: some StringProtocol) -> Int? {
    word.utf8.count < 3 ? nil : lowercasedWeekdays.firstIndex { $0.hasPrefix(word) }
  }
}
