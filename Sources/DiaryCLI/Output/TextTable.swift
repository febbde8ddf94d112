import Terminal

/// Rows of text in columns that line up, for lists that people read.
struct TextTable {
  struct Column {
    /// In terminal columns; 0 leaves the column out.
    var width: Int
    var alignment = TextAlignment.leading
    /// Whether a longer text is cut; otherwise it pushes the rest of its row aside.
    var cuts = true
  }

  private static let separator = "  "

  let columns: [Column]
  var ellipsis = "…"

  /// A row as one line; cells behind the last column stand as they are.
  func line(_ cells: [String]) -> String {
    let fitted = zip(cells, columns).compactMap { cell, column -> String? in
      if column.width == 0 { return nil }
      let text = cell.safeForTerminal
      if !column.cuts, text.columns > column.width { return text }
      return text.fitted(to: column.width, alignment: column.alignment, ellipsis: ellipsis)
    }
    return (fitted + cells.dropFirst(columns.count)).joined(separator: Self.separator).trimmedEnd
  }

  /// Rows with columns as wide as their widest cell; the last one is never filled up.
  static func lines(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let columns = (0..<max(0, count - 1)).map { index in
      Column(width: width(of: rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }))
    }
    return rows.map(TextTable(columns: columns).line)
  }

  /// The columns that the widest of some cells takes.
  static func width(of cells: [String]) -> Int { cells.map(\.safeForTerminal.columns).max() ?? 0 }
}
