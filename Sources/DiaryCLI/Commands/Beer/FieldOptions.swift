import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

/// The fields of a beer as options; an empty value clears a field.
///
/// A value may begin with a minus, as a southern latitude does.
struct FieldOptions: ParsableArguments {
  @OptionGroup var facts: LabelFactOptions
  @Option(name: .long, parsing: .unconditional, help: "Bitterness in IBU, for example 27.")
  var ibu: String?
  @Option(
    name: .long, parsing: .unconditional,
    help: "Rating from \(NumberRange.rating.enteredBounds), for example 4.25.")
  var rating: String?
  @Option(
    name: .long, parsing: .unconditional, help: "Date: today, yesterday, 2019-06-01 18:04, 2019-06, or 2019.",
    completion: .days)
  var date: String?
  @Option(
    name: [.long, .customLong("venue")], parsing: .unconditional,
    help: ArgumentHelp("Venue, for example \"Café de Klomp\".", valueName: "venue"),
    completion: .values(of: "place"))
  var place: String?
  @Option(
    name: .long, parsing: .unconditional, help: "Serving, for example \"bottle, 33 cl\".",
    completion: .values(of: "serving"))
  var serving: String?
  @Option(
    name: .long, parsing: .unconditional, help: "Price, for example €4.50.", completion: .values(of: "price"))
  var price: String?
  @Option(
    name: .long, parsing: .unconditional, help: "Tasting notes; - reads them from standard input.")
  var notes: String?
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Position in degrees, for example 52.09,5.12.", valueName: "latitude,longitude"))
  var position: String?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a custom field, for example hop=Citra; hop= removes it. Can be repeated.", valueName: "name=value"),
    completion: .assignments)
  var set: [String] = []

  /// The options with the columns that they set; columns without an option are set with `--set`.
  private var options: [ColumnOption] {
    facts.options + [
      ColumnOption("--place", "place", place), ColumnOption("--serving", "serving", serving),
      ColumnOption("--price", "price", price), ColumnOption("--notes", "notes", notes),
      ColumnOption("--ibu", "ibu", ibu), ColumnOption("--rating", "rating", rating),
      ColumnOption("--date", "drunk_at", date),
    ]
  }

  var isEmpty: Bool { options.allSatisfy { $0.text == nil } && position == nil && set.isEmpty }

  /// Reports values that are wrong in any diary as usage errors.
  func validate() throws {
    var fields = BeerFields()
    try applyOptions(to: &fields) { Self.formatForValidation(of: date) }
    var names: [String] = []
    for assignment in set {
      let (name, value) = try Self.parse(assignment)
      if let other = names.first(where: { FilterKeyword.areSame($0, name) }) {
        let field = other == name ? "“\(name)”" : "“\(other)” and “\(name)”, which are the same field"
        throw ValidationError("--set is given twice for \(field). Give it once.")
      }
      names.append(name)
      // Only the diary knows whether a built-in name, such as `style` or `venue`, is also that of a custom field, and what
      // can be cleared.
      let canBeCustom =
        CustomFieldName.builtInField(namedOnScreen: name) != nil && column(withoutOption: name) == nil
      if value != nil, !canBeCustom {
        try assign(name, to: value, in: &fields, []) { Self.formatForValidation(of: value) }
      }
    }
  }

  /// Returns a date format for checking a text before the settings are read.
  ///
  /// Only the settings say whether the day or the month comes first in `03/04/2026`, which must not be refused here.
  private static func formatForValidation(of text: String?) -> DateText.Format {
    guard let text, case .ambiguous? = TypedDates().read(text) else { return .words }
    return .slashes
  }

  /// Returns the options with the notes from standard input if they are `-`.
  ///
  /// - Throws: The error of ``notes(in:)``.
  func readingNotes(in context: CommandContext) throws(CommandFailure) -> FieldOptions {
    guard notes == "-" else { return self }
    if context.input.isTerminal { context.errors.line("Type the notes, and end them with Ctrl-D.") }
    var options = self
    options.notes = try Self.notes(in: context.input.readBytes())
    return options
  }

  /// Returns notes from standard input without a byte order mark and without empty lines at their end.
  ///
  /// - Throws: `CommandFailure` if they are not UTF-8 or have a NUL, which the diary could not keep as they are.
  static func notes(in bytes: [UInt8]) throws(CommandFailure) -> String {
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        sentence: "The notes on standard input are not valid UTF-8. Nothing was saved.", status: .badData)
    }
    if bytes.contains(0) {
      throw CommandFailure(
        sentence: "The notes on standard input contain a NUL character. Nothing was saved.", status: .badData)
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    while let last = lines.last, BeerText.readable(last) == nil { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Sets the given values in `fields`.
  ///
  /// - Parameters:
  ///   - customFields: The custom fields of the diary, whose spelling and type are kept.
  ///   - format: How the user writes dates in digits; evaluated only if a date is given.
  /// - Throws: `ValidationError` if a field does not accept its value.
  func apply(
    to fields: inout BeerFields, customFields: [CustomField] = [], format: @autoclosure () -> DateText.Format
  ) throws {
    try applyOptions(to: &fields, format)
    for assignment in set {
      let (name, value) = try Self.parse(assignment)
      try assign(name, to: value, in: &fields, customFields, format)
    }
  }

  private func applyOptions(to fields: inout BeerFields, _ format: () -> DateText.Format) throws {
    for option in options { try option.apply(to: &fields, format: format()) }
    if let position {
      (fields.latitude, fields.longitude) = try ColumnOption.read("--position", position) {
        try FieldText.position($0)
      }
    }
  }

  /// Returns the diary's custom fields, which only `--set` needs.
  func customFields(of diary: Diary) throws -> [CustomField] { try set.isEmpty ? [] : diary.customFields() }

  /// Returns the name and the value of an argument of `--set`; the value is `nil` if the field is cleared.
  private static func parse(_ assignment: String) throws -> (name: String, value: String?) {
    guard let sign = assignment.firstIndex(of: "="),
      let name = BeerText.readable(String(assignment[..<sign]))
    else {
      throw ValidationError(
        RequirementText.sentence("--set requires a name and a value, such as hop=Citra", not: assignment))
    }
    return (name, BeerText.readable(String(assignment[assignment.index(after: sign)...])))
  }

  /// Returns the column that is set by its name, as it has no option; `nil` for other names.
  private func column(withoutOption name: String) -> BeerColumn? {
    guard let column = BeerColumn.values.first(where: { $0.name == name }), column.name != "name",
      !options.contains(where: { $0.column == name })
    else { return nil }
    return column
  }

  /// Sets a field that has no option, or a custom field, of which one spelling stays: that of the beer rather than the
  /// usual one of the diary.
  private func assign(
    _ typed: String, to value: String?, in fields: inout BeerFields, _ customFields: [CustomField],
    _ format: () -> DateText.Format
  ) throws {
    let known = Array(fields.extras.keys) + customFields.map(\.name)
    let own = CustomFieldName.known(typed, among: fields.extras.keys)
    let name = FilterKeyword.fieldName(
      own ?? CustomFieldName.spelled(typed, like: known), customFields: known)
    if let column = column(withoutOption: name) {
      return try ColumnOption("--set \(name)", column.name, value ?? "").apply(to: &fields, format: format())
    }
    if !known.contains(name), let field = CustomFieldName.builtInField(named: name) {
      let option = options.first { $0.column == field }?.option ?? "its own option"
      throw ValidationError("“\(typed)” is not a custom field. Use \(option) instead of --set.")
    }
    let example = fields.extras[name] ?? customFields.first { $0.name == name }?.kind.example
    for spelling in fields.extras.keys where FilterKeyword.areSame(spelling, name) {
      fields.extras[spelling] = nil
    }
    fields.extras[name] = value.map { FieldText.value($0, like: example) }
  }
}

/// What is on a label as options; an empty value clears a fact.
struct LabelFactOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional, help: "Brewery, for example Orval.",
    completion: .values(of: "brewery"))
  var brewery: String?
  @Option(
    name: .long, parsing: .unconditional, help: "Style, for example Stout.", completion: .values(of: "style"))
  var style: String?
  @Option(name: .long, parsing: .unconditional, help: "ABV in percent, for example 5.2.")
  var abv: String?

  /// The options with the columns that they set.
  var options: [ColumnOption] {
    [
      ColumnOption("--brewery", "brewery", brewery), ColumnOption("--style", "style", style),
      ColumnOption("--abv", "abv", abv),
    ]
  }
}

/// An option that sets the field of a column.
struct ColumnOption {
  /// Such as `--abv`.
  let option: String
  /// The name of the column.
  let column: String
  /// What the user gave; `nil` without the option.
  let text: String?

  /// Creates an option of a column.
  init(_ option: String, _ column: String, _ text: String?) {
    self.option = option
    self.column = column
    self.text = text
  }

  /// Sets the field, if the user gave a value; an empty one clears it.
  ///
  /// - Parameter format: How the user writes dates in digits; evaluated only for a date.
  /// - Throws: `ValidationError` if the field does not accept the value.
  func apply(to fields: inout BeerFields, format: @autoclosure () -> DateText.Format = .words) throws {
    guard let text, let column = BeerColumn.named(column) else { return }
    var isDate = false
    if case .date = column.content { isDate = true }
    let format = isDate ? format() : .words
    try Self.read(option, text) {
      try FieldText.set(column, to: $0, in: &fields, today: .today, format: format)
    }
  }

  /// Returns the value of an option, of which `body` reads the text; `nil` is an empty text.
  ///
  /// - Throws: `ValidationError` if the text is not accepted.
  static func read<Value>(_ option: String, _ text: String, _ body: (String?) throws -> Value) throws -> Value
  {
    do {
      return try body(BeerText.readable(text))
    } catch let error as FieldProblem {
      let advice = error.advice.map { " \($0)" } ?? ""
      throw ValidationError(RequirementText.sentence("\(option) requires \(error.text)", not: text) + advice)
    }
  }
}
