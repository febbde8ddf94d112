package import DiaryModel
import DiaryStore
package import Foundation

/// The error for a text that is not a value of a field; says what is accepted, in a few words.
package struct FieldProblem: Error, Hashable {
  /// What is accepted instead, such as `a date, such as today, 2019-06-01 or 2019-06`.
  package let text: String

  /// Creates an error with a description of what is accepted.
  package init(text: String) { self.text = text }
}

/// Parses and formats the values of fields, in the form and on the command line.
///
/// Functions that parse throw a ``FieldProblem`` if a text is not valid; a text that is `nil` clears the field.
package enum FieldText {
  /// Sets the field of a column to a typed text; `nil` clears the field.
  ///
  /// - Parameters:
  ///   - today: The day for `today` and `yesterday`.
  ///   - format: How the user writes dates in digits.
  package static func set(
    _ column: BeerColumn, to text: String?, in fields: inout BeerFields, today: DiaryDate?,
    format: DateText.Format = .words
  )
    throws(FieldProblem)
  {
    switch column.content {
    // SQLite ends text at a NUL, which would cut off what follows.
    case .text(let property): fields[keyPath: property] = text?.filter { $0 != "\0" }
    case .number(let property, let range): fields[keyPath: property] = try number(text, range)
    case .date(let property): fields[keyPath: property] = try date(text, today: today, format: format)
    case .customFields: break
    }
  }

  /// Parses `5.2`, `5,2` or, for a percentage, `5.2 %`.
  ///
  /// - Throws: `FieldProblem` with the range, so that no example is outside it.
  package static func number(_ text: String?, _ range: NumberRange?) throws(FieldProblem) -> Double? {
    guard let text else { return nil }
    guard let number = TypedNumber(text), !number.isPercentage || range?.isPercentage == true,
      range?.entered.contains(number.value) != false
    else {
      throw FieldProblem(text: range.map { "\($0.enteredBounds) \($0.unit)" } ?? "a number, such as 5.2")
    }
    if number.isAmbiguous(in: range?.entered) { throw FieldProblem(text: number.meanings) }
    return number.value
  }

  /// Parses `52.09,5.12`, or the same with white space instead of the comma or next to it.
  package static func position(_ text: String?) throws(FieldProblem) -> (Double?, Double?) {
    guard let text else { return (nil, nil) }
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 1 { parts = text.split(whereSeparator: \.isWhitespace) }
    let degrees = parts.compactMap { TypedNumber($0) }.filter { !$0.isPercentage }.map(\.value)
    let columns = ["latitude", "longitude"].compactMap(BeerColumn.named)
    let ranges = columns.compactMap(\.range)
    guard parts.count == 2, degrees.count == 2, zip(ranges, degrees).allSatisfy({ $0.entered.contains($1) })
    else {
      let bounds = zip(columns, ranges).map { "\($0.name) (\($1.enteredBounds))" }
      throw FieldProblem(text: "\(bounds.joined(separator: " and ")), such as 52.09,5.12")
    }
    return (degrees[0], degrees[1])
  }

  /// Parses `hop=Citra`.
  package static func assignment(_ text: String) throws(FieldProblem) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw FieldProblem(text: "a name and a value, such as hop=Citra")
    }
    if let problem = problem(withCustomName: parts[0]) { throw FieldProblem(text: problem) }
    return (parts[0], parts[1])
  }

  /// Returns what a custom field needs instead of a name; `nil` if it can have the name.
  package static func problem(withCustomName name: String) -> String? {
    if name.isEmpty { return "a name" }
    return CustomFieldName.builtInField(named: name).map {
      "another name, because every beer has the field \($0)"
    }
  }

  /// Returns a value of the same type as the former one, if the text can be one.
  package static func value(_ text: String, like former: JSONValue?) -> JSONValue {
    switch former {
    case .boolean, nil:
      if ["yes", "true"].contains(text.lowercased()), former != nil { return .boolean(true) }
      if ["no", "false"].contains(text.lowercased()), former != nil { return .boolean(false) }
      return former == nil ? numberOrText(text) : .text(text)
    case .integer, .number, .decimal: return numberOrText(text)
    default: return .text(text)
    }
  }

  private static func numberOrText(_ text: String) -> JSONValue {
    // Text that is not the usual form of a number, such as 007, stays text.
    JSONValue(number: text) ?? .text(text)
  }
}

extension FieldText {
  /// Returns a date as it is typed: `2019-06-01 18:04`; an instant as the local time of a time zone.
  package static func dateText(_ date: DiaryDate, in timeZone: TimeZone) -> String {
    let date = date.localTime(in: timeZone)
    guard date.precision == .localTime else { return date.text }
    return date.text.replacing("T", with: " ").replacing(/:00$/, with: "")
  }

  /// Parses `today` and `yesterday`, ISO dates of any precision, `1.6.2019`, and dates as they are shown, such as
  /// `1 Jun 2019`; a day can have a time.
  ///
  /// - Parameter format: How the user writes dates in digits: `06/01/2019` is a date only with ``DateText/Format/slashes``,
  ///   because others read it as 6 January.
  package static func date(
    _ text: String?, today: DiaryDate?, format: DateText.Format = .words
  ) throws(FieldProblem) -> DiaryDate? {
    guard let text else { return nil }
    let words = text.lowercased().split(separator: " ").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      .map(String.init)
    if let day = day(words, today: today, format) { return day }
    if let time = words.last, let day = day(Array(words.dropLast()), today: today, format),
      let date = DiaryDate(day.text + "T" + clock(time))
    {
      return date
    }
    if let date = DiaryDate(text.uppercased()) { return date }
    throw FieldProblem(text: "a date, such as today, 2019-06-01 or 2019-06")
  }

  /// Returns a typed date with the day that its word means, such as `2019-06-01 18:04` for `today 18:04`; other texts as
  /// they are.
  package static func resolvingNamedDay(_ text: String, today: DiaryDate?, in timeZone: TimeZone) -> String {
    let typed = text.trimmingCharacters(in: .whitespaces)
    guard (try? date(typed, today: nil)) == nil, let date = try? date(typed, today: today) else {
      return text
    }
    return dateText(date, in: timeZone)
  }

  /// The names of days, such as `today`.
  package static let namedDays = FilterKeyword.namedDays

  /// Returns the days by their names.
  package static func namedDays(today: DiaryDate?) -> [String: DiaryDate] {
    namedDays.reduce(into: [:]) { $0[$1] = day($1, today: today) }
  }

  private static func clock(_ text: String) -> String {
    let padded = text.count == 4 || text.prefix(2).last == ":" ? "0" + text : text
    return padded.count == 5 ? padded + ":00" : padded.uppercased()
  }

  /// Returns the day, month or year that words mean.
  private static func day(_ words: [String], today: DiaryDate?, _ format: DateText.Format) -> DiaryDate? {
    guard let first = words.first, words.count > 1 else {
      return words.first.flatMap { day($0, today: today) ?? inDigits($0, format) }
    }
    guard let weekday = DateText.weekdayNumber(first) else { return withMonth(words) }
    // A day of the week is only repeated.
    let rest = Array(words.dropFirst())
    guard let date = rest.count == 1 ? day(rest, today: nil, format) : withMonth(rest),
      date.dayNumber.map(CivilDay.weekday) == weekday
    else { return nil }
    return date
  }

  private static func day(_ word: String, today: DiaryDate?) -> DiaryDate? {
    switch word {
    case "today", "t": return today
    case "yesterday", "y": return today.flatMap { before($0) }
    default: return DiaryDate(word) ?? dotted(word)
    }
  }

  /// Parses `1 jun 2019`, `jun 1 2019` and `jun 2019`; days and months may have a dot.
  private static func withMonth(_ words: [String]) -> DiaryDate? {
    let parts = words.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    guard let index = parts.prefix(2).firstIndex(where: { DateText.monthNumber($0) != nil }),
      let month = DateText.monthNumber(parts[index]), let year = parts.last, year.count == 4
    else { return nil }
    if parts.count == 2 { return index == 0 ? DiaryDate("\(year)-\(NumberText.padded(month))") : nil }
    guard parts.count == 3, let number = Int(year), let day = Int(parts[1 - index]) else { return nil }
    return civil((number, month, day))
  }

  /// Parses what only the user's own format makes certain: `06/01/2019`, `06/2019` and `06.2019`.
  private static func inDigits(_ word: String, _ format: DateText.Format) -> DiaryDate? {
    let separators: [DateText.Format: Character] = [.slashes: "/", .dots: "."]
    guard let separator = separators[format] else { return nil }
    let texts = word.split(separator: separator, omittingEmptySubsequences: false)
    let parts = texts.compactMap { Int($0) }
    guard parts.count == texts.count, let year = parts.last, (1000...9999).contains(year) else { return nil }
    switch parts.count {
    case 3 where format == .slashes: return civil((year, parts[0], parts[1]))
    case 2: return DiaryDate("\(year)-\(NumberText.padded(parts[0]))")
    default: return nil
    }
  }

  private static func before(_ date: DiaryDate) -> DiaryDate? {
    date.dayNumber.flatMap { DiaryDate(dayNumber: $0 - 1) }
  }

  /// Parses day, month and year with dots between them.
  private static func dotted(_ word: String) -> DiaryDate? {
    let parts = word.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 3, (1000...9999).contains(parts[2]) else { return nil }
    return civil((parts[2], parts[1], parts[0]))
  }

  private static func civil(_ day: (year: Int, month: Int, day: Int)) -> DiaryDate? {
    DiaryDate(
      "\(NumberText.padded(day.year, to: 4))-\(NumberText.padded(day.month))-\(NumberText.padded(day.day))")
  }
}
