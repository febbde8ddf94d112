import DiaryStore
import DiaryText
import Terminal

/// A file is looked at, imported, and told of.
enum ImportScreen: ScreenBehavior {
  static func changeColumn(in state: inout AppState) -> [Effect] {
    state.askForColumn()
    revealCursor(in: &state)
    return []
  }

  static func firstHints(_ state: AppState) -> [Action] {
    state.screens.importing.file?.preview?.counts.rejections.isEmpty == false
      ? [.startImport, .changeReading] : []
  }

  /// An import goes on behind the other screens; merely reading a file is given up.
  static func goBack(in state: inout AppState) -> [Effect] {
    state.goBack()
    guard state.screens.importing.file?.phase != .running else { return [] }
    let isReading = state.screens.importing.file?.isBusy == true
    state.screens.importing.file = nil
    return isReading ? [.stopImport] : []
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let page = TextPage(lines: lines(state), offset: state.screens.importing.file?.offset ?? ScrollOffset())
    ScreenFrame(
      title: [
        .init("Import", theme.title),
        .init("   " + (state.screens.importing.file?.name ?? ""), theme.secondary),
      ],
      status: StyledLine(status(state), state.environment.appearance.theme.secondary),
      position: page.position(in: state.layout)
    ).draw(state, into: &canvas)
    page.draw(in: state.layout, into: &canvas)
    drawCursor(state, page, into: &canvas)
  }

  /// Marks the line under the cursor, if it is seen.
  private static func drawCursor(_ state: AppState, _ page: TextPage, into canvas: inout Canvas) {
    guard let row = cursorLine(state), row >= page.offset.top,
      row - page.offset.top < state.layout.body.count
    else { return }
    let place = state.layout.body.lowerBound + row - page.offset.top
    RowCursor.draw(row: place, state.environment.appearance, into: &canvas)
    let line = page.lines[row].spans.map {
      StyledLine.Span($0.text, state.environment.appearance.theme.selected($0.style))
    }
    canvas.put(
      StyledLine(line), at: Point(column: 1, row: place), maxWidth: state.layout.contentWidth)
  }

  private static func status(_ state: AppState) -> String {
    guard let fileImport = state.screens.importing.file, let preview = fileImport.preview else { return "" }
    if fileImport.isRereading { return "Reading the file once more" }
    if fileImport.needsName {
      return "Enter says what this column is."
    }
    if case .group = fileImport.rowUnderCursor, fileImport.canMap {
      return "= shows them one by one."
    }
    return preview.counts.addsSomething
      ? "Enter adds \(ImportText.addition(preview.counts))."
      : "There is nothing to add."
  }

  static func lines(_ state: AppState) -> [StyledLine] {
    guard let fileImport = state.screens.importing.file else { return [] }
    if let page = page(state) { return page.lines }
    let width = state.layout.contentWidth
    let theme = state.environment.appearance.theme
    let lines: [StyledLine] =
      switch fileImport.phase {
      case .reading: progress("Reading the file", fileImport, state)
      case .running:
        progress(fileImport.isStopping ? "Stopping" : "Adding beers", fileImport, state)
          + [.blank, "The diary can be used meanwhile: q goes back to it."]
      case .failed(let problem): [StyledLine(problem.sentence, theme.problem)]
      case .preview: []
      case .finished(let outcome):
        [StyledLine(ImportText.done(outcome), theme.name)]
          + outcome.photos.map { StyledLine($0, theme.secondary) } + [.blank] + undoing(fileImport)
          + ImportPage.rejections(outcome.counts, theme)
      }
    return lines.flatMap { $0.wrapped(to: width) }
  }

  /// What was understood of the file; `nil` if that is not what is shown.
  static func page(_ state: AppState) -> ImportPage? {
    guard let fileImport = state.screens.importing.file, let preview = fileImport.preview else { return nil }
    return ImportPage(
      preview: preview, rows: fileImport.rows, appearance: state.environment.appearance,
      width: state.layout.contentWidth)
  }

  private static func undoing(_ fileImport: ImportState) -> [StyledLine] {
    if fileImport.change == nil { return [] }
    return fileImport.isTakenBack
      ? ["That was undone; Ctrl-R redoes it."] : ["u undoes all of it."]
  }

  private static func progress(_ text: String, _ fileImport: ImportState, _ state: AppState) -> [StyledLine] {
    let theme = state.environment.appearance.theme
    let spinner = StyledLine.Span(Spinner.text(state) + "  ", theme.accent)
    let rows = fileImport.share.map { "   " + NumberText.count($0.rows, "row") } ?? ""
    let line: StyledLine = [spinner, .init(text), .init(rows, theme.secondary)]
    guard let share = fileImport.share, let total = share.total else { return [line] }
    let bar = ProgressBar(done: Int(share.done), total: Int(total))
    return [line, bar.line(width: min(40, state.layout.contentWidth), state.environment.appearance)]
  }
}
