import Interchange

/// A line of the import screen that the cursor can be on.
enum ImportRow: Hashable, Sendable {
  /// One column of the file, by its index.
  case column(Int)
  /// Two or more columns of the same kind on one line.
  case group(ColumnKind, [Int])

  func contains(_ column: Int) -> Bool {
    switch self {
    case .column(let own): own == column
    case .group(_, let columns): columns.contains(column)
    }
  }
}

extension ImportPreview {
  /// Returns the columns that become fields, in the order of the fields, then the other columns, grouped or one by one.
  func rows(showsAll: Bool) -> [ImportRow] {
    if !canMap { return [.group(.field, Array(columns.indices))] }
    let fields = BeerField.all.flatMap { field in
      columns.indices.filter { columns[$0].role == .field(field) }.map(ImportRow.column)
    }
    let others = ColumnKind.allCases.filter { $0 != .field }.flatMap { kind -> [ImportRow] in
      let own = columns.indices.filter { columns[$0].kind == kind }
      return showsAll || own.count < 2 ? own.map(ImportRow.column) : [.group(kind, own)]
    }
    return fields + others
  }
}

extension ImportState {
  /// The lines that the cursor can be on; empty until the file has been read.
  var rows: [ImportRow] { preview?.rows(showsAll: showsAllColumns || needsName) ?? [] }

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
