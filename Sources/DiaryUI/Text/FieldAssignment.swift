package import DiaryModel
package import DiaryStore
package import DiaryText
import Foundation

/// A field and its new value, which is typed as text.
package struct FieldAssignment: Hashable, Sendable {
  /// The field, which may be a custom field that no beer has yet.
  package let field: AssignableField
  /// `nil` clears the field.
  package let value: JSONValue?

  /// Creates an assignment; an empty text clears the field.
  ///
  /// - Throws: `FieldProblem` if the value is refused.
  package init(_ field: AssignableField, text: String) throws(FieldProblem) {
    self.field = field
    value = try text.isEmpty ? nil : Self.value(text, of: field)
  }

  /// Returns the field with a name.
  ///
  /// - Parameter customFields: The names of the diary's custom fields; an unknown name becomes a new field unless it
  ///   resembles a known name.
  /// - Throws: `FieldProblem` if the field is refused.
  package static func field(
    named name: String, customFields: [String]
  ) throws(FieldProblem) -> AssignableField {
    let fieldName = FilterKeyword.fieldName(name, customFields: customFields)
    if let builtIn = AssignableField(builtIn: fieldName) { return builtIn }
    let known = CustomFieldName.builtInField(named: fieldName)
    if let known, !AssignableField.builtInNames.contains(known) {
      throw refusal(ofSeveral: name)
    }
    if let custom = CustomFieldName.known(name, among: customFields) { return .custom(custom) }
    if let nearest = Spelling.nearest(to: name, among: AssignableField.builtInNames + customFields) {
      throw FieldProblem(text: "Unknown field “\(name)”. Did you mean “\(nearest)”?")
    }
    return .custom(name)
  }

  /// Returns why a built-in field with a name cannot be set.
  static func refusal(ofSeveral name: String) -> FieldProblem {
    FieldProblem(text: "The \(name.lowercased()) cannot be set for several beers. Edit each of them instead.")
  }

  private static func value(_ text: String, of field: AssignableField) throws(FieldProblem) -> JSONValue? {
    switch field {
    case .text: return .text(text)
    case .number(let field):
      return try FieldText.number(text, BeerColumn.named(field.rawValue)?.range).map { .number($0) }
    case .custom: return FieldText.value(text, like: nil)
    }
  }
}
