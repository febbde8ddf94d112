package import Interchange

/// A file to import, with the user's choices.
package struct ImportRequest: Hashable, Sendable {
  /// The path of the file, as typed.
  package let path: String
  /// The saved mapping to use.
  package var mapping: SavedMapping?
  /// The column assignments that the user chose.
  package var assignments: [ColumnAssignment] = []
  /// The value formats that the user chose.
  package var formats = ValueFormats()

  /// The columns that identify a row; `nil` if the user chose none, empty to detect them.
  package var identity: [String]?
  /// The folder with photos, if the user chose one.
  package var photoFolder: String?
  /// The list in a JSON file, if the user chose one.
  package var list: String?

  /// Whether the user changed how the file is read.
  var isChanged: Bool { !assignments.isEmpty || formats != ValueFormats() || hasOwnIdentity }

  /// Whether the user chose other identifying columns than those of the mapping.
  private var hasOwnIdentity: Bool { identity.map { $0 != mapping?.identity ?? [] } ?? false }

  /// The identifying columns that the user chose, or else those of the mapping; see `ImportOptions.identity`.
  package var identityColumns: [String] { identity ?? mapping?.identity ?? [] }

  package init(path: String) { self.path = path }

  /// Discards the choices about columns, whose names have changed.
  mutating func forgetColumns() {
    mapping = nil
    assignments = []
    identity = nil
  }
}
