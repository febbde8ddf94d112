// The cursor is on one of the lines of columns; the page goes on after the last of them.
extension ImportScreen {
  static func move(_ move: Move, in state: inout AppState) {
    let visible = state.layout.body.count
    guard let fileImport = state.screens.importing.file, let rows = columnRows(state) else {
      state.screens.importing.file?.offset.move(move, visible: visible)
      return
    }
    let last = rows.count - 1
    let isSeen = seen(rows, from: fileImport.offset, visible).contains(fileImport.row)
    switch move {
    case .down where isSeen && fileImport.row < last:
      state.screens.importing.file?.row += 1
      revealCursor(in: &state)
    case .up where isSeen && fileImport.row > 0:
      state.screens.importing.file?.row -= 1
      revealCursor(in: &state)
    case .first:
      state.screens.importing.file?.row = 0
      state.screens.importing.file?.offset.move(.first, visible: visible)
    default:
      state.screens.importing.file?.offset.move(move, visible: visible)
      settle(&state)
      follow(rows, visible, in: &state)
    }
  }

  static func revealCursor(in state: inout AppState) {
    let visible = state.layout.body.count
    if let line = cursorLine(state) { state.screens.importing.file?.offset.reveal(line, visible: visible) }
  }

  static func settle(_ state: inout AppState) {
    guard var fileImport = state.screens.importing.file else { return }
    fileImport.offset.settle(count: lines(state).count, visible: state.layout.body.count)
    fileImport.row = min(fileImport.row, max(0, fileImport.rows.count - 1))
    state.screens.importing.file = fileImport
  }

  /// The line under the cursor among all lines of the page, from 0; `nil` if there is none.
  static func cursorLine(_ state: AppState) -> Int? {
    columnRows(state).map { $0.lowerBound + (state.screens.importing.file?.row ?? 0) }
  }

  /// The lines of the columns; `nil` if the user has nothing to say of them.
  private static func columnRows(_ state: AppState) -> Range<Int>? {
    guard let fileImport = state.screens.importing.file, fileImport.canMap, !fileImport.rows.isEmpty,
      let page = page(state)
    else { return nil }
    return page.firstRow..<page.firstRow + fileImport.rows.count
  }

  /// The rows that are seen, from 0.
  private static func seen(_ rows: Range<Int>, from offset: ScrollOffset, _ visible: Int) -> Range<Int> {
    let lines = (offset.top..<offset.top + max(1, visible)).clamped(to: rows)
    return lines.lowerBound - rows.lowerBound..<lines.upperBound - rows.lowerBound
  }

  /// Keeps the cursor in sight where the page was scrolled.
  private static func follow(_ rows: Range<Int>, _ visible: Int, in state: inout AppState) {
    guard let fileImport = state.screens.importing.file else { return }
    let seen = seen(rows, from: fileImport.offset, visible)
    guard let first = seen.first, let last = seen.last else { return }
    state.screens.importing.file?.row = min(max(fileImport.row, first), last)
  }
}
