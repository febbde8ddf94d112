import Interchange

extension ImportState {
  /// Assigns a role to a column, removing a field from the column that had it; returns `false` if nothing changes.
  mutating func assign(_ role: ColumnMapping.Role, to column: Int) -> Bool {
    guard case .preview(var preview) = phase, preview.columns.indices.contains(column),
      preview.columns[column].role != role
    else { return false }
    // A field has only one column, so the other column becomes a custom field.
    if case .field = role {
      for other in preview.columns.indices where preview.columns[other].role == role {
        preview.columns[other].role = .extra
      }
    }
    preview.columns[column].role = role
    phase = .preview(preview)
    moveCursor(to: column)
    if let mapping = request.mapping, request.identity == nil { request.identity = mapping.identity }
    request.mapping = nil
    request.assignments = ColumnAssignment.chosen(preview.header, preview.columns.map(\.role))
    return true
  }
}

extension ImportState {
  /// Leaves out the columns of the line under the cursor, and moves the cursor to the next line.
  ///
  /// If they are left out already, takes them in again as what they were before, or as custom fields if another column has
  /// their field by now. Returns `false` if there are none.
  mutating func switchIgnoredColumns() -> Bool {
    guard let preview, let line = rowUnderCursor else { return false }
    let columns = line.columns.map { (index: $0, role: preview.columns[$0].role) }
    let areIgnored = columns.allSatisfy { $0.role == .ignored }
    let before = row
    for column in columns where areIgnored || column.role != .ignored {
      if !areIgnored { rolesBeforeIgnoring[column.index] = column.role }
      _ = assign(areIgnored ? roleBeforeIgnoring(column.index) : .ignored, to: column.index)
    }
    if areIgnored { return !columns.isEmpty }
    // A column without a line of its own has moved to those that are left out, and the next line is in its place.
    let isInPlace = rows.indices.contains(before) && rows[before] == line
    row = max(0, min(before + (isInPlace ? 1 : 0), rows.count - 1))
    return !columns.isEmpty
  }
}

extension ImportState {
  /// Returns what a column was before it was left out; a custom field if another column has its field by now.
  private func roleBeforeIgnoring(_ column: Int) -> ColumnMapping.Role {
    guard let role = rolesBeforeIgnoring[column] else { return .extra }
    if case .field = role, preview?.columns.contains(where: { $0.role == role }) == true { return .extra }
    return role
  }
}

extension ImportPreview {
  var header: Header { Header(columns.map(\.name)) }
}
