import Interchange

/// A line of the import screen that the cursor can be on.
enum ImportRow: Hashable, Sendable {
  /// One column of the file, from 0.
  case column(Int)
  /// Two or more columns that nothing else is worth saying of, on one line.
  case group(ColumnKind, [Int])

  func contains(_ column: Int) -> Bool {
    switch self {
    case .column(let own): own == column
    case .group(_, let columns): columns.contains(column)
    }
  }
}

extension ImportPreview {
  /// The columns that become fields of a beer, in the order of the fields; then the others, together or one by one.
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
  /// The lines that the cursor can be on; none before the file was read.
  var rows: [ImportRow] { preview?.rows(showsAll: showsAllColumns || needsName) ?? [] }

  var rowUnderCursor: ImportRow? { rows.indices.contains(row) ? rows[row] : nil }

  /// Gives each column a line of its own.
  mutating func showAllColumns() {
    guard case .group(_, let columns) = rowUnderCursor, let first = columns.first else { return }
    showsAllColumns = true
    moveCursor(to: first)
  }

  /// - Parameter column: From 0.
  mutating func moveCursor(to column: Int) { row = rows.firstIndex { $0.contains(column) } ?? row }
}
