/// What the columns of some kind of file are, saved under a name.
package struct SavedMapping: Hashable, Sendable {
  /// The longest name, in characters.
  package static let longestName = 60

  package let name: String
  package let assignments: [ColumnAssignment]
  /// The columns that identify a row; empty if they are to be found in the file.
  package let identity: [String]

  package init(name: String, assignments: [ColumnAssignment], identity: [String] = []) {
    self.name = name
    self.assignments = assignments
    self.identity = identity
  }

  /// All that the columns of a file were found or said to be.
  ///
  /// A custom field is named only where another file's column of this name could be taken for something else.
  package init(name: String, header: Header, roles: [ColumnMapping.Role], identity: [String] = []) {
    let dialect = Dialect(header)
    let assignments = header.names.indices.compactMap { column -> ColumnAssignment? in
      let role = roles[column]
      guard role.canBeChosen, role != .extra || BeerField.isAny(header.fieldKeys[column], in: dialect) else {
        return nil
      }
      return ColumnAssignment(column: header.names[column], role: role)
    }
    self.init(name: name, assignments: assignments, identity: identity)
  }

  /// Whether something can be kept under a name: one line of text, not too long.
  package static func canBeNamed(_ name: String) -> Bool {
    1...longestName ~= name.count && name.contains { !$0.isWhitespace }
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Whether a text names columns: one, or several with commas between.
  package static func namesColumns(_ text: String) -> Bool {
    text.contains { $0 != "," && !$0.isWhitespace }
  }

  /// The columns that must be there and are not: those of fields.
  package func missingColumns(in header: Header) -> [String] {
    assignments.filter { assignment in
      if case .field = assignment.role { header.column(named: assignment.column) == nil } else { false }
    }.map(\.column)
  }
}
