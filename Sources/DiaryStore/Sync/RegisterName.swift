/// The names of the registers of beers, photos and labels, in which devices exchange the values of their rows.
///
/// Most have the name of their column.
package enum RegisterName {
  /// The prefix of the registers of custom fields.
  package static let customPrefix = "custom:"

  /// The prefix of the registers for labels that are kept apart, before the UUID of the other label.
  package static let apartPrefix = "apart:"

  /// Returns the registers that have the value of a column of a row, or a part of it.
  ///
  /// - Parameters:
  ///   - column: A column that ``ChangeTracker/ChangedRow/columns`` names.
  ///   - known: All registers of the row, including those without a value.
  package static func names(ofColumn column: String, among known: Set<String>) -> Set<String> {
    switch column {
    case "latitude", "longitude": ["coordinates"]
    case "source", "source_id": ["origin"]
    case "extras": known.filter { $0.hasPrefix(customPrefix) }
    case "apart": known.filter { $0.hasPrefix(apartPrefix) }
    // Merges are read from the labels that were merged; see `LocalChangeReader`.
    case "merged": []
    case "beer_id": ["beer"]
    case "sha256": ["image"]
    case "order_key": []
    default: [column]
    }
  }

  /// Returns the registers that have the values of columns of a row, or parts of them.
  package static func names(ofColumns columns: Set<String>, among known: Set<String>) -> Set<String> {
    columns.reduce(into: []) { $0.formUnion(names(ofColumn: $1, among: known)) }
  }
}
