import Terminal

/// The sign of a marked beer: a dot before it.
enum RowMark {
  /// Draws the sign.
  ///
  /// - Parameters:
  ///   - column: The column of the left margin.
  ///   - width: The columns of the beer with both margins.
  static func draw(
    isMarked: Bool, row: Int, column: Int = 0, width: Int, _ appearance: Appearance, into canvas: inout Canvas
  ) {
    guard isMarked else { return }
    let point = Point(column: column, row: row)
    if canvas.cursor == point {
      // The cursor's bar moves to the other end.
      let end = Point(column: column + width - 1, row: row)
      canvas.put(String(appearance.glyphs.rightBar), at: end, style: appearance.theme.accent)
    }
    canvas.put(String(appearance.glyphs.mark), at: point, style: appearance.theme.key)
  }
}

/// The sign of the row under the cursor: a bar before it, a background or reverse video, and the real cursor.
enum RowCursor {
  /// Draws the cursor over all rows of an item.
  ///
  /// What is drawn on them later needs a selected style.
  ///
  /// - Parameters:
  ///   - column: The column of the bar.
  ///   - width: The columns after the bar; `nil` for all.
  static func draw(
    row: Int, column: Int = 0, height: Int = 1, width: Int? = nil, _ appearance: Appearance,
    into canvas: inout Canvas
  ) {
    for row in row..<row + height {
      canvas.put(
        String(appearance.glyphs.cursorBar), at: Point(column: column, row: row),
        style: appearance.theme.accent)
    }
    canvas.fill(
      Point(column: column + 1, row: row), Size(width: width ?? canvas.size.width - 2, height: height),
      style: appearance.theme.selected(.plain))
    canvas.cursor = Point(column: column, row: row)
  }
}
