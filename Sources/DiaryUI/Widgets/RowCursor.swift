import Terminal

/// What shows that a beer is marked: a dot before it.
enum RowMark {
  static func draw(isMarked: Bool, row: Int, _ appearance: Appearance, into canvas: inout Canvas) {
    guard isMarked else { return }
    let place = Point(column: 0, row: row)
    if canvas.cursor == place {
      // The cursor's bar gives way and stands at the other end.
      let end = Point(column: canvas.size.width - 1, row: row)
      canvas.put(String(appearance.glyphs.rightBar), at: end, style: appearance.theme.accent)
    }
    canvas.put(String(appearance.glyphs.mark), at: place, style: appearance.theme.key)
  }
}

/// What shows what is under the cursor: a bar before it, reverse video over all of it, and the real cursor.
enum RowCursor {
  /// Draws it over all rows of what is selected; what is put on them afterwards has to be in a selected style.
  static func draw(row: Int, height: Int = 1, _ appearance: Appearance, into canvas: inout Canvas) {
    for row in row..<row + height {
      canvas.put(
        String(appearance.glyphs.cursorBar), at: Point(column: 0, row: row), style: appearance.theme.accent)
    }
    canvas.fill(
      Point(column: 1, row: row), Size(width: canvas.size.width - 2, height: height),
      style: appearance.theme.selected(.plain))
    canvas.cursor = Point(column: 0, row: row)
  }
}
