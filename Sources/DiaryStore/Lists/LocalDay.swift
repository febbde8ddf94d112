/// A day on the local clock; only its month or its year if no more is known.
struct LocalDay: Hashable, Comparable {
  /// Greater for later days; a year precedes its months, and a month its days.
  let number: Int

  /// Creates a day from a number for the same.
  fileprivate init(number: Int) { self.number = number }

  /// From 0 to 9999.
  var year: Int { number / 32 / 13 }
  /// 1 to 12; `nil` if it is unknown.
  var month: Int? { number / 32 % 13 == 0 ? nil : number / 32 % 13 }
  /// 1 to 31; `nil` if it is unknown.
  var day: Int? { month == nil || number % 32 == 0 ? nil : number % 32 }

  /// The same without the day of the month.
  var withoutDay: LocalDay { LocalDay(number: number / 32 * 32) }

  /// The text with which the stored date begins: `2024-05-31`, `2024-05` or `2024`.
  var text: String {
    func digits(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return [digits(year, 4), month.map { digits($0, 2) }, day.map { digits($0, 2) }]
      .compactMap { $0 }.joined(separator: "-")
  }

  static func < (a: LocalDay, b: LocalDay) -> Bool { a.number < b.number }
}

extension LocalTimeKey {
  /// The day, without the time.
  ///
  /// A date without a time is one less than the first time of the day.
  var day: LocalDay { LocalDay(number: Int((order + 1) / 100_000_000)) }
}
