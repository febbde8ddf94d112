/// Reads dates as they are typed: as ``WrittenDate`` describes them, or relative to today.
package struct TypedDates: Hashable, Sendable {
  /// The day that relative dates count from; `nil` if it is not known, so that they are no dates.
  package let today: DiaryDate?
  /// The order of day and month in dates such as `01/02/2019`; `nil` if it is not known, so that they are ambiguous.
  package let order: DateOrder?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - today: The day that relative dates count from; `nil` if it is not known.
  ///   - order: The user's order of day and month; it does not matter for dates that show their order.
  package init(today: DiaryDate? = nil, order: DateOrder? = nil) {
    self.today = today
    self.order = order
  }

  /// A text that was read.
  package enum Reading: Hashable, Sendable {
    /// A date that is certain.
    case date(DiaryDate)
    /// A date that could be two, such as `2019-02-01 or 2019-01-02`.
    case ambiguous(meanings: String)
    /// A day with the name of another day of the week, with its own one, such as `Sunday`.
    case wrongWeekday(DiaryDate, correct: String)
  }

  /// Reads `today`, `yesterday`, `friday`, `3 days ago`, `-3d`, `12 nov` or a written date, in any case; `nil` for other
  /// texts.
  ///
  /// A day without a year is the last such day up to today. A day can have a time after it: `yesterday 18:04` or
  /// `yesterday at 6pm`; without a day, it is one of today.
  package func read(_ text: String) -> Reading? {
    var words = Self.words(of: text)
    // The time in `2019-06-01T18:04` is a part of the word.
    let clock = words.firstIndex { $0.prefix(3).contains(":") } ?? words.endIndex
    let day = clock == words.startIndex && !words.isEmpty ? today : relativeDay(words[..<clock])
    if let day { words.replaceSubrange(..<clock, with: [day.text[...]]) }
    var typed = words.joined(separator: " ")
    guard let written = typed.withUTF8({ WrittenDate($0) }) else { return nil }
    if let order = written.order ?? order {
      var time = written.time(in: order)
      guard let weekday = written.correctedWeekday(in: order) else {
        return time?.diaryDate.map { .date($0) }
      }
      time?.clock = nil
      return time?.diaryDate.map { .wrongWeekday($0, correct: weekday) }
    }
    let meanings = written.meanings
    return meanings.isEmpty ? nil : .ambiguous(meanings: meanings.joined(separator: " or "))
  }

  /// Returns the words of a text in lower case, with the time of day as digits: `9:00 pm` for `at 9pm`.
  private static func words(of text: String) -> [Substring] {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map {
      $0.hasSuffix(",") ? $0.dropLast() : $0
    }.filter { $0 != "at" }
    guard let last = words.last, last.hasSuffix("am") || last.hasSuffix("pm") else { return words }
    let hour = last.count == 2 ? words.dropLast().last ?? "" : last.dropLast(2)
    guard 1...2 ~= hour.utf8.count, hour.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return words }
    words.removeLast(last.count == 2 ? 2 : 1)
    return words + ["\(hour):00", last.suffix(2)]
  }

  private func relativeDay(_ words: ArraySlice<Substring>) -> DiaryDate? {
    guard let today, let number = today.dayNumber, let first = words.first else { return nil }
    if words.count == 2, let second = words.last {
      if first == "last", CalendarNames.weekdayNumber(second) != nil { return relativeDay([second]) }
      return lastDay(first, of: second, upTo: today)
    }
    guard words.count == 1 else {
      let unit = words[words.startIndex + 1]
      guard words.count == 3, words.last == "ago",
        ["day", "week", "month", "year"].contains(unit.hasSuffix("s") ? unit.dropLast() : unit)
      else { return nil }
      return today.ago(Int(first), unit.first)
    }
    switch first {
    case "today", "t", "now", "tonight": return today
    case "yesterday", "y": return DiaryDate(dayNumber: number - 1)
    default:
      // The last one before today.
      if let weekday = CalendarNames.weekdayNumber(first) {
        return DiaryDate(dayNumber: number - 1 - (CivilDay.weekday(number) - weekday + 6) % 7)
      }
      return first.hasPrefix("-") ? today.ago(Int(first.dropFirst().dropLast()), first.last) : nil
    }
  }

  /// Returns the last day up to today that `12` and `nov` mean; `nil` if they are not a day and a month.
  ///
  /// The day comes first: `Nov 12` may be the month of 2012. The month is a name or its beginning, so `5 decaf` is not one.
  private func lastDay(_ day: Substring, of month: Substring, upTo today: DiaryDate) -> DiaryDate? {
    let name = month.hasSuffix(".") ? month.dropLast() : month
    guard let month = CalendarNames.monthNumber(name),
      name == "sept" || CalendarNames.months[month - 1].lowercased().hasPrefix(name),
      let day = Int(day.hasSuffix(".") ? day.dropLast() : day),
      1...31 ~= day
    else { return nil }
    // A leap day can be eight years ago.
    return (0...8).lazy.compactMap { CalendarTime(year: today.year - $0, month: month, day: day).diaryDate }
      .first { !$0.begins(after: today) }
  }
}

extension DiaryDate {
  /// Returns the day that is a number of days (`d`), weeks (`w`), months (`m`) or years (`y`) earlier.
  ///
  /// `nil` if the number is not from 0 to 100,000, for other units, and if the day is not known.
  fileprivate func ago(_ count: Int?, _ unit: Character?) -> DiaryDate? {
    guard let count, 0...100_000 ~= count else { return nil }
    return switch unit {
    case "d": dayNumber.flatMap { DiaryDate(dayNumber: $0 - count) }
    case "w": dayNumber.flatMap { DiaryDate(dayNumber: $0 - 7 * count) }
    case "m": monthsAgo(count)
    case "y": monthsAgo(12 * count)
    default: nil
    }
  }
}
