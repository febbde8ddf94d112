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

  /// Names in other languages that begin with the same three letters as the English ones, January first.
  private static let similarMonths = [
    ["januar", "januari", "januarie", "janvier", "janeiro"],
    ["febbraio", "febrero", "februar", "februari", "februarie"],
    ["março", "març", "mars", "mart", "martie", "marts", "marzo", "marzec", "marca"],
    ["aprile", "aprilie", "aprill"], ["mayo"], ["junho", "juni", "junio", "junij", "juny"],
    ["julho", "juli", "julij", "julio", "juliol"], ["august", "augusti", "augustus"],
    ["septembre", "septembrie", "septembris", "septiembre"],
    ["octobre", "octombrie", "octubre"], ["novembre", "novembris", "novembro", "noviembre"],
    ["decembre", "decembrie", "decembris"],
  ]

  /// Names in other languages that begin differently, without accents, with their months.
  private static let otherMonths = [
    ("fevrier", 2), ("maart", 3), ("avril", 4), ("mai", 5), ("mei", 5), ("juin", 6), ("juillet", 7),
    ("aout", 8), ("oktober", 10), ("dezember", 12),
  ]

  private static let germanWeekdays = [
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag",
  ]

  /// Returns the number of a month, 1...12, by its name in lower case or at least three letters of it; `nil` for other
  /// words.
  ///
  /// Names in other languages count if they begin like the English one, such as `januari` and `marzo`, and also those in
  /// German, French and Dutch, without accents.
  static func monthNumber(_ word: some StringProtocol) -> Int? {
    let start = word.prefix(3)
    guard start.count == 3 else { return nil }
    guard let month = lowercasedMonths.firstIndex(where: { $0.hasPrefix(start) }) else {
      // Three letters can begin two names: `juin` and `juillet`.
      let others = otherMonths.filter { $0.0.hasPrefix(word) }
      return others.count == 1 ? others[0].1 : nil
    }
    let names = [lowercasedMonths[month]] + similarMonths[month]
    return names.contains { $0.hasPrefix(word) } ? month + 1 : nil
  }

  /// Returns the number of a day of the week, 0...6 from Monday, by its name in lower case or at least three letters of
  /// it; `nil` for other words.
  static func weekdayNumber(_ word: some StringProtocol) -> Int? {
    word.utf8.count < 3 ? nil : lowercasedWeekdays.firstIndex { $0.hasPrefix(word) }
  }

  /// Returns the number of a day of the week, 0...6 from Monday, by its German name in lower case or at least two letters
  /// of it; `nil` for other words.
  static func germanWeekdayNumber(_ word: some StringProtocol) -> Int? {
    word.utf8.count < 2 ? nil : germanWeekdays.firstIndex { $0.hasPrefix(word) }
  }
}
