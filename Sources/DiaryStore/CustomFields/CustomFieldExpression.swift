import DiaryModel
import Foundation

/// The value of a custom field in SQL, as it is indexed, compared and sorted.
///
/// Truth values are `yes` and `no`, as they are read, and nested values their JSON; what a beer lacks is NULL.
struct CustomFieldExpression {
  let name: String

  /// Whether SQLite's JSON paths can name the field: not where its name is written with escapes in JSON.
  var isIndexable: Bool {
    let field: Extras = [name: .null]
    return !name.isEmpty && field.json == "{\"\(name)\":null}"
  }

  /// The expression; the same for the same name, which is how SQLite finds the index.
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
