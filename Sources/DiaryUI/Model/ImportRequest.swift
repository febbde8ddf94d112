package import Interchange

/// A file to be imported, with what the user says about it.
package struct ImportRequest: Hashable, Sendable {
  package let path: String
  /// A mapping that was kept and is used for it.
  package var mapping: SavedMapping?
  /// What its columns are, where the user has said so.
  package var assignments: [ColumnAssignment] = []
  /// How its values are written, where the user has said so.
  package var reading = ValueReading()

  /// The columns that its rows are recognised by, with commas between, if the user has said so; empty otherwise.
  package var identity = ""
  /// The folder of its photos, if the user has named one.
  package var photoFolder: String?
  /// The list of a JSON file that is read, if the user has named one.
  package var list: String?

  /// Whether the user has changed how it is read.
  var isChanged: Bool { !assignments.isEmpty || reading != ValueReading() || !identity.isEmpty }

  /// The columns that the user says identify a row, of the mapping if nothing else is said; see `ImportOptions.identity`.
  package var identityColumns: [String] { identity.isEmpty ? mapping?.identity ?? [] : [identity] }

  package init(path: String) { self.path = path }
}
