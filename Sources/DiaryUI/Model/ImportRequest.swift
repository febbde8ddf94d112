package import Interchange

/// A file to be imported, with what was said of its columns.
package struct ImportRequest: Hashable, Sendable {
  package let path: String
  /// A mapping that was kept and is used for it.
  package var mapping: SavedMapping?
  /// What its columns are, where the user has said so.
  package var assignments: [ColumnAssignment] = []
  /// How its values are written, where the user has said so.
  package var reading = ValueReading()

  /// Whether the user has changed how it is read.
  var isChanged: Bool { !assignments.isEmpty || reading != ValueReading() }

  package init(path: String) { self.path = path }
}
