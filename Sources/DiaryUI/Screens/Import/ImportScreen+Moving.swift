// The cursor is on one of the columns; the page goes on behind the last of them.
extension ImportScreen {
  /// Carries out a moving action; returns whether it was one.
  static func move(_ action: ActionID, in state: inout AppState) -> Bool {
    let visible = state.layout.body.count
    guard let fileImport = state.fileImport, let rows = columnRows(state) else {
      return state.fileImport?.offset.perform(action, visible: visible) == true
    }
    let last = rows.count - 1
    let isSeen = seen(rows, from: fileImport.offset, visible).contains(fileImport.column)
    switch action {
    case .moveDown where isSeen && fileImport.column < last: state.fileImport?.column += 1
    case .moveUp where isSeen && fileImport.column > 0: state.fileImport?.column -= 1
    case .moveToFirst:
      state.fileImport?.column = 0
      return state.fileImport?.offset.perform(action, visible: visible) == true
    default:
      guard state.fileImport?.offset.perform(action, visible: visible) == true else { return false }
      settle(&state)
      follow(rows, visible, in: &state)
      return true
    }
    if let row = columnRow(state) { state.fileImport?.offset.reveal(row, visible: visible) }
    return true
  }

  static func settle(_ state: inout AppState) {
    guard var fileImport = state.fileImport else { return }
    fileImport.offset.settle(count: lines(state).count, visible: state.layout.body.count)
    fileImport.column = min(fileImport.column, max(0, (fileImport.preview?.columns.count ?? 0) - 1))
    state.fileImport = fileImport
  }

  /// The line of the column under the cursor, from 0; `nil` where there is none.
  static func columnRow(_ state: AppState) -> Int? {
    columnRows(state).map { $0.lowerBound + (state.fileImport?.column ?? 0) }
  }

  /// The lines of the columns; `nil` where the user has nothing to say of them.
  private static func columnRows(_ state: AppState) -> Range<Int>? {
    guard let preview = state.fileImport?.preview, preview.canMap, !preview.columns.isEmpty else {
      return nil
    }
    let page = ImportPage(preview: preview, appearance: state.appearance, width: state.layout.contentWidth)
    return page.firstColumn..<page.firstColumn + preview.columns.count
  }

  /// The columns that are seen, from 0.
  private static func seen(_ rows: Range<Int>, from offset: ScrollOffset, _ visible: Int) -> Range<Int> {
    let lines = (offset.top..<offset.top + max(1, visible)).clamped(to: rows)
    return lines.lowerBound - rows.lowerBound..<lines.upperBound - rows.lowerBound
  }

  /// Keeps the cursor in sight where the page was scrolled.
  private static func follow(_ rows: Range<Int>, _ visible: Int, in state: inout AppState) {
    guard let fileImport = state.fileImport else { return }
    let seen = seen(rows, from: fileImport.offset, visible)
    guard let first = seen.first, let last = seen.last else { return }
    state.fileImport?.column = min(max(fileImport.column, first), last)
  }
}
