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

extension ImportPreview {
  var header: Header { Header(columns.map(\.name)) }
}
