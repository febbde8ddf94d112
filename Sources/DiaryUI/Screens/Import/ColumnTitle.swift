import DiaryModel
import DiaryText
import Interchange

// What the import screen calls the fields; commands and files call them by their names.
extension BeerField {
  /// The label of the field as in the form, such as `Venue` for `place`.
  var title: String {
    BeerColumn.named(rawValue)?.label ?? rawValue.replacing("_", with: " ").capitalizedFirst
  }
}

extension ColumnMapping.Role {
  /// What becomes of a column: `Venue`, `custom field`, the name of another custom field, or `left out`.
  var title: String {
    switch self {
    case .field(let field): field.title
    case .extra: "custom field"
    case .custom(let name): CustomFieldName.shown(name)
    case .ignored: "left out"
    }
  }
}
