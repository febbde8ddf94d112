/// The part of a term after the field's name: the operator and the value.
struct FilterField {
  let symbol: FilterLexer.Piece
  let value: FilterValue

  private var comparison: BeerFilter.Comparison { .init(rawValue: symbol.text) ?? .equal }
  private var isEquality: Bool { comparison == .equal }
  private var isExact: Bool { symbol.text == "=" }

  /// Returns the conditions for a built-in field, which must all hold; `nil` if there is no such field.
  ///
  /// Errors must not be thrown within the right side of `??`: with a typed error, the compiled program crashes.
  ///
  /// - Parameter typed: What the user calls the field.
  func known(_ name: String, typed: String) throws(FilterError) -> [BeerFilter.Condition]? {
    if let field = BeerFilter.TextField(rawValue: name) {
      try requireText(typed.lowercased())
      return [isExact ? .exactly(field, value.text) : .text(field, try value.words)]
    }
    if let field = BeerFilter.NumberField(rawValue: name) {
      let range = BeerColumn.named(name)?.range
      return try conditions { value, comparison throws(FilterError) in
        .number(field, comparison, try value.number(in: range))
      }
    }
    switch name {
    case FilterKeyword.date, FilterKeyword.year:
      return try conditions { value, comparison throws(FilterError) in .date(comparison, try value.date) }
    case FilterKeyword.times:
      return try conditions { value, comparison throws(FilterError) in
        .label(.times(comparison, try value.number(in: nil)))
      }
    case FilterKeyword.first:
      return try conditions { value, comparison throws(FilterError) in
        .label(.first(comparison, try value.date))
      }
    case FilterKeyword.last:
      return try conditions { value, comparison throws(FilterError) in
        .label(.last(comparison, try value.date))
      }
    case FilterKeyword.meanRating:
      return try conditions { value, comparison throws(FilterError) in
        .label(.meanRating(comparison, try value.number(in: .rating)))
      }
    case FilterKeyword.after: return [.date(.more, try dateWithoutComparison(name))]
    case FilterKeyword.before: return [.date(.less, try dateWithoutComparison(name))]
    case FilterKeyword.month: return [try month()]
    case FilterKeyword.position: return [try position()]
    case FilterKeyword.id: return [.ids(try ids())]
    default: return nil
    }
  }

  /// Returns the conditions for a custom field, which must all hold.
  func custom(_ name: String) throws(FilterError) -> [BeerFilter.Condition] {
    let range = try range { value, comparison throws(FilterError) in
      if value.optionalNumber == nil, let date = try? value.date {
        return .customDate(name, comparison, date)
      }
      guard let number = value.optionalNumber else { throw value.notNumberOrDateError }
      return .customNumber(name, comparison, number)
    }
    if let range { return range }
    if symbol.text == ":" {
      if let day = value.namedDay { return [.customDate(name, .equal, day)] }
      return [.custom(name, words: try value.words)]
    }
    // An equal text may be written like a date.
    if value.optionalNumber == nil, let date = isExact ? value.optionalDate : (try? value.date) {
      return [.customDate(name, comparison, date)]
    }
    if isExact, value.optionalNumber == nil { return [.customExactly(name, value.text)] }
    guard let number = value.optionalNumber else { throw value.notNumberOrDateError }
    return [.customNumber(name, comparison, number)]
  }

  /// Returns the conditions for a range, or else the one for the value.
  private func conditions(
    _ condition: (FilterValue, BeerFilter.Comparison) throws(FilterError) -> BeerFilter.Condition
  ) throws(FilterError) -> [BeerFilter.Condition] {
    // Not with `??`: an error of a typed `throws` that passes its autoclosure crashes the program.
    if let range = try range(condition) { return range }
    return [try condition(value, comparison)]
  }

  /// Returns the conditions for a range such as `3..4`, `3..` or `..4`; `nil` if the value is not a range.
  private func range(
    _ condition: (FilterValue, BeerFilter.Comparison) throws(FilterError) -> BeerFilter.Condition
  ) throws(FilterError) -> [BeerFilter.Condition]? {
    guard let (start, end) = value.ends else { return nil }
    guard isEquality else {
      throw FilterError(range: symbol.range, sentence: "Write a range after “:”, such as rating:3..4.")
    }
    var conditions: [BeerFilter.Condition] = []
    if let start { conditions.append(try condition(start, .atLeast)) }
    if let end { conditions.append(try condition(end, .atMost)) }
    let areDates = conditions.contains(where: \.isAboutDate)
    if let start, let end, areDates ? start.isLater(than: end) : start.isLarger(than: end) {
      throw FilterError(
        range: value.range, sentence: "This range is reversed. Write \(end.text)..\(start.text).")
    }
    return conditions
  }

  private func requireText(_ name: String) throws(FilterError) {
    guard isEquality else {
      throw FilterError(
        range: symbol.range,
        sentence:
          "“\(name)” is text and cannot be compared like a number. Use : or =, as in "
          + "\(name):\(FilterText.value(value.text))."
      )
    }
    guard value.ends == nil else {
      throw FilterError(
        range: value.range, sentence: "“\(name)” is text and has no ranges. Quote “\(value.text)”.")
    }
  }

  private func dateWithoutComparison(_ name: String) throws(FilterError) -> DiaryDate {
    guard isEquality else {
      throw FilterError(range: symbol.range, sentence: "Write “\(name):” and a date, such as 2019-06.")
    }
    return try value.date
  }

  /// Returns the ids of a comparison such as `id>=100`, or of a list such as `id:3,7,9..12`.
  private func ids() throws(FilterError) -> [ClosedRange<Int64>] {
    if isEquality { return try value.ids }
    let id = try value.id(value.text[...])
    switch comparison {
    // No beer has the lowest or the highest of all ids.
    case .less: return [Int64.min...(id == .min ? id : id - 1)]
    case .more: return [(id == .max ? id : id + 1)...Int64.max]
    case .atMost: return [Int64.min...id]
    case .atLeast: return [id...Int64.max]
    case .equal: return [id...id]
    }
  }

  private func position() throws(FilterError) -> BeerFilter.Condition {
    guard isEquality, let position = RoundedPosition(value.text) else {
      throw FilterError(
        range: isEquality ? value.range : symbol.range,
        sentence: "Write “\(FilterKeyword.position):”, a latitude and a longitude, such as 52.09,5.12.")
    }
    return .position(position)
  }

  private func month() throws(FilterError) -> BeerFilter.Condition {
    guard isEquality else {
      throw FilterError(range: symbol.range, sentence: "Write “month:” and a month, such as 6 or june.")
    }
    return try value.month
  }
}

/// The value after an operator, or a word, and what it can be read as.
package struct FilterValue {
  private let piece: FilterLexer.Piece
  private let dates: TypedDates

  init(_ piece: FilterLexer.Piece, dates: TypedDates = TypedDates()) {
    self.piece = piece
    self.dates = dates
  }

  /// The text without quotation marks.
  var text: String { piece.text }
  var range: Range<Int> { piece.range }

  /// Returns whether this is a larger number than another.
  func isLarger(than other: FilterValue) -> Bool {
    guard let number = TypedNumber(text), let other = TypedNumber(other.text) else { return false }
    return number.value > other.value
  }

  /// Returns whether this is a later date than another; a month is not later than its year.
  ///
  /// Months such as `12.2018` look like numbers as well, which have another order.
  func isLater(than other: FilterValue) -> Bool {
    guard let date = try? date.text, let other = try? other.date.text else { return false }
    return date > other && !date.hasPrefix(other)
  }

  /// The ends of `3..4`, `3..` or `..4`; `nil` for anything else.
  var ends: (start: FilterValue?, end: FilterValue?)? {
    guard !piece.isQuoted, let dots = text.firstRange(of: "..") else { return nil }
    let parts = [text[..<dots.lowerBound], text[dots.upperBound...]]
    guard parts.contains(where: { !$0.isEmpty }), parts[1].first != "." else { return nil }
    let ends = parts.map { part in
      part.isEmpty
        ? nil
        : FilterValue(
          FilterLexer.Piece(text: String(part), range: piece.range, isQuoted: false), dates: dates)
    }
    return (ends[0], ends[1])
  }

  /// The text, if it has a letter or a digit to search for.
  var words: String {
    get throws(FilterError) {
      guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
        throw error("has no letter or digit to search for")
      }
      return text
    }
  }

  /// The number of any field; `nil` for other text, and if a comma may separate thousands.
  var optionalNumber: Double? { Self.number(text) }

  /// Returns the number of any field that a text stands for: `4.5`, `4,5` and `4.5%` are the same.
  ///
  /// - Returns: `nil` for other text, and if a comma may separate thousands.
  package static func number(_ text: String) -> Double? {
    TypedNumber(text).flatMap { $0.isAmbiguous(in: nil) ? nil : $0.value }
  }

  /// Returns the number of a built-in field.
  ///
  /// - Parameter range: What the field accepts; `nil` for any number.
  func number(in range: NumberRange?) throws(FilterError) -> Double {
    let number = TypedNumber(text, in: range)
    guard let number else {
      let advice = rangeAdvice { TypedNumber($0) != nil } ?? "a number such as 4.5"
      throw error("is not a number. Write \(advice)")
    }
    if number.isAmbiguous(in: range?.entered) { throw error("is ambiguous. Write \(number.meanings)") }
    return number.value
  }

  var notNumberOrDateError: FilterError {
    if let number = TypedNumber(text) { return error("is ambiguous. Write \(number.meanings)") }
    return error("is neither a number nor a date. Write one such as 4.5 or 2019-06")
  }

  /// Returns `4..5` for `4-5`, which may be meant as a range, if its ends can be such ones; `nil` for other texts.
  private func rangeAdvice(_ canBeEnd: (String) -> Bool) -> String? {
    let ends = text.split { $0 == "-" || $0 == "–" }.map(String.init)
    return ends.count == 2 && ends.allSatisfy(canBeEnd) ? ends.joined(separator: "..") : nil
  }

  /// The day that `today` or `-30d` stands for; `nil` if quoted, or for anything else.
  var namedDay: DiaryDate? {
    guard !piece.isQuoted, Self.isNamedDay(text), case .date(let day) = dates.read(text) else { return nil }
    return day
  }

  /// Returns whether an unquoted text would be read as a day such as `today` or `-30d` in any field.
  static func isNamedDay(_ text: String) -> Bool {
    FilterKeyword.namedDays.contains(text.lowercased()) || text.wholeMatch(of: /-[0-9]+[dwmyDWMY]/) != nil
  }

  /// The year, month or day of a custom field, whose values may be texts that only look like dates; `nil` if the text is
  /// none of these.
  var optionalDate: DiaryDate? {
    if let namedDay { return namedDay }
    return DiaryDate(text).flatMap { $0.precision <= .day ? $0 : nil }
  }

  /// The year, month or day, as it is typed in the form.
  var date: DiaryDate {
    get throws(FilterError) {
      switch dates.read(text) {
      case .date(let date) where date.precision <= .day: return date
      case .ambiguous(let meanings):
        var error = error("is ambiguous. Write \(meanings)")
        error.isAboutDateOrder = true
        throw error
      case .wrongWeekday(let day, let weekday):
        throw error("has the wrong day of the week. \(day.text) is a \(weekday)")
      default:
        let examples = dates.today == nil ? "2019-06 or 2019-06-01" : "2019-06, friday or -30d"
        let advice = rangeAdvice { DiaryDate($0) != nil } ?? "a date such as \(examples)"
        throw error("is not a date. Write \(advice)")
      }
    }
  }

  /// A month of any year, by number or name, or of one year.
  var month: BeerFilter.Condition {
    get throws(FilterError) {
      if let number = Int(text), 1...12 ~= number { return .month(number) }
      if let date = DiaryDate(text), date.precision == .month { return .date(.equal, date) }
      if text.allSatisfy(\.isLetter), let number = CalendarNames.monthNumber(text.lowercased()) {
        return .month(number)
      }
      throw error("is not a month. Write 6, june or 2019-06")
    }
  }

  /// The ids of a list such as `3,7,9..12`, as ascending ranges that do not touch.
  var ids: [ClosedRange<Int64>] {
    get throws(FilterError) {
      var ranges: [ClosedRange<Int64>] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        ranges.append(try idRange(part))
      }
      return ranges.sorted { $0.lowerBound < $1.lowerBound }
        .reduce(into: [ClosedRange<Int64>]()) { merged, range in
          if let last = merged.last, last.upperBound == .max || range.lowerBound <= last.upperBound + 1 {
            merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
          } else {
            merged.append(range)
          }
        }
    }
  }

  /// Returns the ids of `12`, `9..12`, `9..` or `..12`.
  private func idRange(_ text: Substring) throws(FilterError) -> ClosedRange<Int64> {
    guard let dots = text.firstRange(of: "..") else {
      let id = try id(text)
      return id...id
    }
    let first = text[..<dots.lowerBound]
    let last = text[dots.upperBound...]
    // Of two dots alone, neither end is an id.
    let start: Int64 = try first.isEmpty && !last.isEmpty ? .min : id(first)
    let end: Int64 = try last.isEmpty ? .max : id(last)
    guard start <= end else {
      throw FilterError(range: range, sentence: "This range is reversed. Write \(end)..\(start).")
    }
    return start...end
  }

  /// Returns the id that a text is.
  func id(_ text: Substring) throws(FilterError) -> Int64 {
    guard let id = Int64(text) else {
      throw FilterError(
        range: range,
        sentence: "“\(text)” is not an id. Write ids without spaces, such as id:12 or id:3,7,9..12.")
    }
    return id
  }

  private func error(_ problem: String) -> FilterError {
    FilterError(range: piece.range, sentence: "“\(text)” \(problem).")
  }
}

extension BeerFilter.Condition {
  /// Whether the condition compares a date.
  fileprivate var isAboutDate: Bool {
    switch self {
    case .date, .customDate, .label(.first), .label(.last): true
    default: false
    }
  }
}
