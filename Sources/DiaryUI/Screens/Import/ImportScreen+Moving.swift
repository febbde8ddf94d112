// The cursor moves through the lines of columns, and stays on the screen. The page can be scrolled beyond them, where no
// column is selected. In words, the cursor moves through all lines.
extension ImportScreen {
  mutating func move(_ move: Move, in context: ScreenContext) {
    let visible = context.layout.body.count
    if context.appearance.usesWords { return read(move, in: context) }
    guard let file, let rows = columnRows(context) else {
      self.file?.offset.move(move, visible: visible, readsLines: false)
      return
    }
    let last = rows.count - 1
    let isSeen = seen(rows, from: file.offset, visible).contains(file.row)
    switch move {
    case .down where isSeen && file.row < last:
      self.file?.row += 1
      revealCursor(in: context)
    case .up where isSeen && file.row > 0:
      self.file?.row -= 1
      revealCursor(in: context)
    case .first:
      self.file?.row = 0
      self.file?.offset.move(.first, visible: visible, readsLines: false)
      moveCursorIntoView(rows, visible)
    default:
      self.file?.offset.move(move, visible: visible, readsLines: false)
      clampOffset(in: context)
      moveCursorIntoView(rows, visible)
    }
  }

  /// Scrolls to the cursor, also from beyond the columns.
  mutating func revealCursor(in context: ScreenContext) {
    file?.isScrolledPastColumns = false
    guard let line = cursorLine(context) else { return }
    if context.appearance.usesWords { file?.offset.read(line) }
    file?.offset.reveal(line, visible: context.layout.body.count)
  }

  /// Moves from line to line; the column in the line is selected.
  private mutating func read(_ move: Move, in context: ScreenContext) {
    // The progress or the result is read from the beginning.
    if file?.preview == nil, file?.offset.line == nil { file?.offset.read(0) }
    file?.offset.move(move, visible: context.layout.body.count, readsLines: true)
    clampOffset(in: context)
    guard let rows = columnRows(context) else { return }
    let line = file?.offset.line.flatMap { rows.contains($0) ? $0 : nil }
    file?.isScrolledPastColumns = line == nil
    if let line { file?.row = line - rows.lowerBound }
  }

  /// Has the summary of the first preview read, which is above the columns.
  mutating func readSummary(in context: ScreenContext) {
    guard context.appearance.usesWords, let page = page(context) else { return }
    file?.offset.read(page.summaryLine)
    file?.isScrolledPastColumns = true
  }

  /// Keeps the cursor on the screen, as when the screen gets smaller or a prompt covers a part of it.
  mutating func clampScrolling(in context: ScreenContext) {
    guard let file else { return }
    self.file?.row = min(file.row, max(0, file.rows.count - 1))
    if !file.isScrolledPastColumns { revealCursor(in: context) }
    clampOffset(in: context)
  }

  private mutating func clampOffset(in context: ScreenContext) {
    let count = lines(context).count
    file?.offset.clamp(count: count, visible: context.layout.body.count)
  }

  /// Returns the index of the line under the cursor among all lines of the page; `nil` if there is none.
  func cursorLine(_ context: ScreenContext) -> Int? {
    columnRows(context).map { $0.lowerBound + (file?.row ?? 0) }
  }

  /// Returns the lines of the columns; `nil` if columns cannot be changed.
  private func columnRows(_ context: ScreenContext) -> Range<Int>? {
    guard let file, file.canMap, !file.rows.isEmpty,
      let page = page(context)
    else { return nil }
    return page.firstRow..<page.firstRow + file.rows.count
  }

  /// Returns the indexes of the visible rows.
  private func seen(_ rows: Range<Int>, from offset: ScrollOffset, _ visible: Int) -> Range<Int> {
    let lines = (offset.top..<offset.top + max(1, visible)).clamped(to: rows)
    return lines.lowerBound - rows.lowerBound..<lines.upperBound - rows.lowerBound
  }

  /// Moves the cursor to a visible line after the page was scrolled; if none is visible, no column is selected.
  private mutating func moveCursorIntoView(_ rows: Range<Int>, _ visible: Int) {
    guard let file else { return }
    let seen = seen(rows, from: file.offset, visible)
    self.file?.isScrolledPastColumns = seen.isEmpty
    guard let first = seen.first, let last = seen.last else {
      // The one that is nearest, to which the way back leads.
      self.file?.row = file.offset.top < rows.lowerBound ? 0 : rows.count - 1
      return
    }
    self.file?.row = min(max(file.row, first), last)
  }
}
