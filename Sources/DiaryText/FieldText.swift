package import DiaryModel
import DiaryStore
package import Foundation

/// The error for a text that is not a value of a field; says what is accepted, in a few words.
package struct FieldProblem: Error, Hashable {
  /// What is accepted instead, such as `a date, such as today 20:30, 1 Jun 2019 or 2019-06`.
  package let text: String

  /// Further advice, as a sentence for the command line; `nil` if there is none.
  package let advice: String?

  /// Creates an error with a description of what is accepted, and a sentence of advice.
  package init(text: String, advice: String? = nil) {
    self.text = text
    self.advice = advice
  }
}

/// Parses and formats the values of fields, in the form and on the command line.
///
/// Functions that parse throw a ``FieldProblem`` if a text is not valid; a text that is `nil` clears the field.
package enum FieldText {
  /// Sets the field of a column to a typed text; `nil` clears the field.
  ///
  /// - Parameters:
  ///   - today: The day that relative dates count from.
  ///   - format: How the user writes dates in digits.
  package static func set(
    _ column: BeerColumn, to text: String?, in fields: inout BeerFields, today: DiaryDate?,
    format: DateText.Format = .words
  )
    throws(FieldProblem)
  {
    switch column.content {
    case .text(let property): fields[keyPath: property] = text
    case .number(let property, let range): fields[keyPath: property] = try number(text, range)
    case .date(let property): fields[keyPath: property] = try date(text, today: today, format: format)
    case .customFields: break
    }
  }

  /// Parses `5.2`, `5,2` or, for a percentage, `5.2 %`, and for a rating `4½` and `★★★★½`.
  ///
  /// - Throws: `FieldProblem` with the range, so that no example is outside it; for a text that is no number, it also says
  ///   so.
  package static func number(_ text: String?, _ range: NumberRange?) throws(FieldProblem) -> Double? {
    guard let text else { return nil }
    // `+0.5` could mean an addition to the present value.
    if text.hasPrefix("+") { throw FieldProblem(text: "a number without +") }
    let bounds = range.map { "\($0.enteredBounds) \($0.unit)" }
    guard let number = TypedNumber(text, in: range) else {
      throw FieldProblem(text: bounds.map { "a number from " + $0 } ?? "a number, such as 5.2")
    }
    if let range, let bounds, !range.entered.contains(number.value) { throw FieldProblem(text: bounds) }
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

  /// Parses a date as ``TypedDates`` describes it.
  ///
  /// - Parameter format: How the user writes dates in digits: `06/01/2019` is a date only with ``DateText/Format/slashes``,
  ///   because others read it as 6 January.
  package static func date(
    _ text: String?, today: DiaryDate?, format: DateText.Format = .words
  ) throws(FieldProblem) -> DiaryDate? {
    guard let text else { return nil }
    let dates = DateText(timeZone: .gmt, format: format)
    switch TypedDates(today: today, order: format.order).read(text) {
    case .date(let date): return date
    case .ambiguous(let meanings): throw FieldProblem(text: meanings, advice: monthFirstAdvice)
    case .wrongWeekday(let day, let weekday):
      throw FieldProblem(text: "the right weekday (\(dates.short(day)) is a \(weekday))")
    case nil:
      let example = DiaryDate("2019-06-01").map(dates.short) ?? ""
      throw FieldProblem(text: "a date, such as today 20:30, \(example) or 2019-06")
    }
  }

  /// The sentence about the setting with which a date such as `03/04/2026` is certain.
  package static let monthFirstAdvice =
    "If you write the month first, use `beerdiary config set date slashes`."

  /// Returns a typed date with the day that its word means, such as `2019-06-01 18:04` for `today 18:04`; other texts as
  /// they are.
  package static func resolvingNamedDay(_ text: String, today: DiaryDate?, in timeZone: TimeZone) -> String {
    let typed = text.trimmingCharacters(in: .whitespaces)
    guard (try? date(typed, today: nil)) == nil, let date = try? date(typed, today: today) else {
      return text
    }
    return dateText(date, in: timeZone)
  }
}
