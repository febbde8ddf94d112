import DiaryModel
import Foundation

/// SQL for the value of a custom field, as it is indexed, compared and sorted.
///
/// Booleans are `yes` and `no`, arrays and objects are their JSON, and a missing field is NULL.
struct CustomFieldExpression {
  let name: String

  /// Whether SQLite's JSON paths can name the field, which is not so if JSON escapes its name.
  var isIndexable: Bool {
    let field: Extras = [name: .null]
    return !name.isEmpty && field.json == "{\"\(name)\":null}"
  }

  /// The expression.
  ///
  /// SQLite uses an index only for the same text, so the expression depends on nothing but the name.
  var sql: String {
    guard isIndexable else {
      return "(SELECT CASE type WHEN 'true' THEN 'yes' WHEN 'false' THEN 'no' ELSE value END "
        + "FROM json_each(extras) WHERE key = \(quoted(name)))"
    }
    let path = quoted("$.\"\(name)\"")
    return "CASE json_type(extras, \(path)) WHEN 'true' THEN 'yes' WHEN 'false' THEN 'no' "
      + "ELSE json_extract(extras, \(path)) END"
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "''", options: .literal) + "'"
  }
}
