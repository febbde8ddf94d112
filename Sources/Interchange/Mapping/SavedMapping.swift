/// The meaning of a file's columns, saved under a name for similar files.
package struct SavedMapping: Hashable, Sendable {
  /// The maximum length of a name, in characters.
  package static let maxNameLength = 60

  /// The name that the user gave it.
  package let name: String
  /// The roles of columns, in the order of the file from which they were saved.
  package let assignments: [ColumnAssignment]
  /// The columns that identify a row; empty if they are detected.
  package let identity: [String]

  /// Creates a mapping as it was saved.
  package init(name: String, assignments: [ColumnAssignment], identity: [String] = []) {
    self.name = name
    self.assignments = assignments
    self.identity = identity
  }

  /// Saves the roles of a file's columns.
  ///
  /// Custom fields are saved as well, because a later version may take their names for those of fields.
  package init(name: String, header: Header, roles: [ColumnMapping.Role], identity: [String] = []) {
    self.init(name: name, assignments: ColumnAssignment.chosen(header, roles), identity: identity)
  }

  /// Returns whether a mapping can have this name: one line of text, not longer than `maxNameLength`.
  package static func isValidName(_ name: String) -> Bool {
    1...maxNameLength ~= name.count && name.contains { !$0.isWhitespace }
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns whether a text names at least one column; commas separate several.
  package static func namesColumns(_ text: String) -> Bool {
    text.contains { $0 != "," && !$0.isWhitespace }
  }

  /// Returns the columns that a file lacks; only columns that are fields are required.
  package func missingColumns(in header: Header) -> [String] {
    assignments.filter { assignment in
      if case .field = assignment.role { header.column(named: assignment.column) == nil } else { false }
    }.map(\.column)
  }
}
