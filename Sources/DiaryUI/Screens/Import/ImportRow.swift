import Interchange

/// A line of the import screen that the cursor can be on.
enum ImportRow: Hashable, Sendable {
  /// One column of the file, by its index.
  case column(Int)
  /// Two or more columns of the same kind on one line.
  case group(ColumnKind, [Int])

  /// The indexes of the columns on the line.
  var columns: [Int] {
    switch self {
    case .column(let own): [own]
    case .group(_, let columns): columns
    }
  }

  func contains(_ column: Int) -> Bool { columns.contains(column) }
}

extension ImportPreview {
  /// The columns that become fields, in the order of the fields.
  var fieldColumns: [Int] {
    BeerField.all.flatMap { field in columns.indices.filter { columns[$0].role == .field(field) } }
  }

  /// Returns some columns, then the others, of which those of the same kind share a line.
  func rows(startingWith first: [Int]) -> [ImportRow] {
    let others = ColumnKind.allCases.flatMap { kind -> [ImportRow] in
      let own = columns.indices.filter { columns[$0].kind == kind && !first.contains($0) }
      return own.count < 2 ? own.map(ImportRow.column) : [.group(kind, own)]
    }
    return first.map(ImportRow.column) + others
  }
}

extension ImportState {
  /// The lines that the cursor can be on; empty until the file has been read.
  ///
  /// They stay where they are when a column gets another field.
  var rows: [ImportRow] {
    guard let preview else { return [] }
    if !preview.canMap { return [.group(.field, Array(preview.columns.indices))] }
    return showsAllColumns
      ? preview.columns.indices.map(ImportRow.column) : preview.rows(startingWith: firstColumns)
  }

  /// The line under the cursor; `nil` if the page was scrolled beyond it.
  var rowUnderCursor: ImportRow? { !isScrolledPastColumns && rows.indices.contains(row) ? rows[row] : nil }

  /// Shows each column on its own line.
  mutating func showAllColumns() {
    guard case .group(_, let columns) = rowUnderCursor, let first = columns.first else { return }
    showsAllColumns = true
    moveCursor(to: first)
  }

  /// Moves the cursor to the row of a column; it stays if there is no such row.
  ///
  /// - Parameter column: The index of a column.
  mutating func moveCursor(to column: Int) {
    isScrolledPastColumns = false
    row = rows.firstIndex { $0.contains(column) } ?? row
  }
}
