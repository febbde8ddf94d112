import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText
import Foundation

/// The fields of a beer as options; an empty value takes a field away.
///
/// A value may begin with a minus, as a southern latitude does.
struct FieldOptions: ParsableArguments {
  @Option(name: .long, parsing: .unconditional, completion: .values(of: "brewery")) var brewery: String?
  @Option(name: .long, parsing: .unconditional, completion: .values(of: "style")) var style: String?
  @Option(name: .long, parsing: .unconditional, help: "Percent, such as 5.2.") var abv: String?
  @Option(name: .long, parsing: .unconditional) var ibu: String?
  @Option(name: .long, parsing: .unconditional, help: "\(NumberRange.rating.enteredBounds).") var rating:
    String?
  @Option(
    name: .long, parsing: .unconditional, help: "today, yesterday, 2019-06-01 18:04, 2019-06 or 2019.",
    completion: .days)
  var date: String?
  @Option(name: .long, parsing: .unconditional, completion: .values(of: "place")) var place: String?
  @Option(
    name: .long, parsing: .unconditional, help: "Such as \"bottle, 33 cl\".",
    completion: .values(of: "serving"))
  var serving: String?
  @Option(name: .long, parsing: .unconditional, completion: .values(of: "price")) var price: String?
  @Option(name: .long, parsing: .unconditional) var notes: String?
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Where it was: 52.09,5.12.", valueName: "latitude,longitude"))
  var position: String?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A field of your own, as often as needed; without a value it goes.", valueName: "name=value"),
    completion: .assignments)
  var set: [String] = []

  /// The options with the columns that they fill; a column without one is set with `--set`.
  private var options: [(option: String, column: String, text: String?)] {
    [
      ("--brewery", "brewery", brewery), ("--style", "style", style), ("--place", "place", place),
      ("--serving", "serving", serving), ("--price", "price", price), ("--notes", "notes", notes),
      ("--abv", "abv", abv), ("--ibu", "ibu", ibu), ("--rating", "rating", rating),
      ("--date", "drunk_at", date),
    ]
  }

  var isEmpty: Bool { options.allSatisfy { $0.text == nil } && position == nil && set.isEmpty }

  /// What is wrong in any diary is told with the command's usage.
  func validate() throws {
    var fields = BeerFields()
    try store(in: &fields)
  }

  /// Puts what was given into `fields`.
  ///
  /// - Parameter customFields: The custom fields of the diary, whose spelling and kind are kept.
  /// - Throws: `ValidationError` where a value is none of its field.
  func store(in fields: inout BeerFields, customFields: [CustomField] = []) throws {
    for (option, name, text) in options {
      guard let text, let column = BeerColumn.named(name) else { continue }
      try read(option, text) { try FieldText.set(column, to: $0, in: &fields, today: .today) }
    }
    if let position {
      (fields.latitude, fields.longitude) = try read("--position", position) { try FieldText.position($0) }
    }
    for assignment in set { try store(assignment, in: &fields, customFields) }
  }

  /// The diary's custom fields, which only `--set` asks for.
  func customFields(of diary: Diary) throws -> [CustomField] { try set.isEmpty ? [] : diary.customFields() }

  private func read<Value>(
    _ option: String, _ text: String, _ body: (String?) throws -> Value
  ) throws -> Value {
    do {
      return try body(BeerText.readable(text))
    } catch let error as FieldProblem {
      throw ValidationError("\(option) requires \(error.text), not \"\(text)\".")
    }
  }

  private func store(_ assignment: String, in fields: inout BeerFields, _ customFields: [CustomField])
    throws
  {
    guard let sign = assignment.firstIndex(of: "="),
      let typed = BeerText.readable(String(assignment[..<sign]))
    else {
      throw ValidationError("--set requires a name and a value, such as hop=Citra, not \"\(assignment)\".")
    }
    let name = CustomFieldName.spelled(typed, like: Array(fields.extras.keys) + customFields.map(\.name))
    let value = BeerText.readable(String(assignment[assignment.index(after: sign)...]))
    if let column = BeerColumn.named(name), column.name != "name",
      !options.contains(where: { $0.column == name })
    {
      return try read("--set \(name)", value ?? "") {
        try FieldText.set(column, to: $0, in: &fields, today: .today)
      }
    }
    if value != nil, fields.extras[name] == nil, let field = CustomFieldName.builtInField(named: name) {
      throw ValidationError("Every beer has the field “\(field)”; use its own option instead of --set.")
    }
    let example = fields.extras[name] ?? customFields.first { $0.name == name }?.kind.example
    fields.extras[name] = value.map { FieldText.value($0, like: example) }
  }
}
