import Terminal

/// Rows of text in aligned columns, for lists that people read.
struct TextTable {
  struct Column {
    /// In terminal columns; 0 leaves the column out.
    var width: Int
    var alignment = TextAlignment.leading
    /// Whether a longer text is cut; otherwise it shifts the rest of its row.
    var cuts = true
  }

  private static let separator = "  "

  let columns: [Column]
  var ellipsis = "…"

  /// Returns a row as one line; cells after the last column are not padded.
  func line(_ cells: [String]) -> String {
    let fitted = zip(cells, columns).compactMap { cell, column -> String? in
      if column.width == 0 { return nil }
      let text = cell.safeForTerminal
      if !column.cuts, text.columns > column.width { return text }
      return text.fitted(to: column.width, alignment: column.alignment, ellipsis: ellipsis)
    }
    return (fitted + cells.dropFirst(columns.count)).joined(separator: Self.separator).trimmedEnd
  }

  /// Returns lines with columns as wide as their widest cell; the last column is not padded.
  static func lines(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let columns = (0..<max(0, count - 1)).map { index in
      Column(width: width(of: rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }))
    }
    return rows.map(TextTable(columns: columns).line)
  }

  /// Returns the width of the widest cell, in terminal columns.
  static func width(of cells: [String]) -> Int { cells.map(\.safeForTerminal.columns).max() ?? 0 }
}
