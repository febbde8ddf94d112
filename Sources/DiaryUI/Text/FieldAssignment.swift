package import DiaryModel
package import DiaryStore
package import DiaryText
import Foundation

/// A field and its new value, as typed: `style=Stout`, `rating=4.5`, `hop=Citra`, `place=`.
package struct FieldAssignment: Hashable, Sendable {
  package let field: AssignableField
  /// `nil` clears the field.
  package let value: JSONValue?

  /// Parses an assignment such as `style=Stout`.
  ///
  /// - Parameter customFields: The names of the diary's custom fields; `nil` if they have not been read yet. An unknown
  ///   name becomes a new field unless it resembles a known name.
  /// - Throws: `FieldProblem` if the text has no `=`, or if the field or its value is refused.
  package init(_ text: String, customFields: [String]?) throws(FieldProblem) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2, !parts[0].isEmpty else {
      throw FieldProblem(text: "Type a field and its value, such as style=Stout.")
    }
    field = try Self.field(parts[0], customFields ?? [])
    value = try parts[1].isEmpty ? nil : Self.value(parts[1], of: field)
  }

  private static func field(_ name: String, _ customFields: [String]) throws(FieldProblem) -> AssignableField
  {
    if let builtIn = AssignableField(builtIn: name) { return builtIn }
    if individualFields.contains(name.lowercased()) {
      throw FieldProblem(
        text: "The \(name.lowercased()) cannot be set for several beers. Edit each of them instead.")
    }
    let folded = FilterKeyword.folded(name)
    if let custom = customFields.first(where: { FilterKeyword.folded($0) == folded }) {
      return .custom(custom)
    }
    if let nearest = Spelling.nearest(to: name, among: AssignableField.builtInNames + customFields) {
      throw FieldProblem(text: "Unknown field “\(name)”. Did you mean “\(nearest)”?")
    }
    return .custom(name)
  }

  /// The fields that are set for one beer at a time.
  private static let individualFields: Set = ["name", "notes", "date", "position"]

  private static func value(_ text: String, of field: AssignableField) throws(FieldProblem) -> JSONValue? {
    switch field {
    case .text: return .text(text)
    case .number(let field):
      return try FieldText.number(text, BeerColumn.named(field.rawValue)?.range).map { .number($0) }
    case .custom: return FieldText.value(text, like: nil)
    }
  }
}
