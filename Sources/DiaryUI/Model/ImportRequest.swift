package import Interchange

/// A file to be imported, with what the user says about it.
package struct ImportRequest: Hashable, Sendable {
  package let path: String
  /// The saved mapping that is used for it.
  package var mapping: SavedMapping?
  /// What its columns are, where the user has said so.
  package var assignments: [ColumnAssignment] = []
  /// How its values are written, where the user has said so.
  package var reading = ValueReading()

  /// The columns that its rows are recognized by; `nil` if the user has said nothing, empty to have them found.
  package var identity: [String]?
  /// The folder of its photos, if the user has named one.
  package var photoFolder: String?
  /// The list of a JSON file that is read, if the user has named one.
  package var list: String?

  /// Whether the user has changed how it is read.
  var isChanged: Bool { !assignments.isEmpty || reading != ValueReading() || hasOwnIdentity }

  /// Whether the user has said other columns to recognize rows by than the mapping.
  private var hasOwnIdentity: Bool { identity.map { $0 != mapping?.identity ?? [] } ?? false }

  /// The columns that the user says identify a row, of the mapping if nothing else is said; see `ImportOptions.identity`.
  package var identityColumns: [String] { identity ?? mapping?.identity ?? [] }

  package init(path: String) { self.path = path }

  /// Forgets what was said of columns, which have other names now.
  mutating func forgetColumns() {
    mapping = nil
    assignments = []
    identity = nil
  }
}
