import DiaryStore
import DiaryText
import Interchange
import Terminal

extension ScreenKind {
  /// The preview, the progress and the result of an import.
  package static let importing = ScreenKind(ImportScreen.self, title: "Import", .undoes) { Action.onImport }
}

/// Previews and imports a file, and shows the result.
struct ImportScreen: Screen {
  /// The file that is previewed, imported or was imported.
  var file: ImportState?

  var subject: String { "import" }
  var isWorking: Bool { file?.isBusy == true }
  var isAnimated: Bool { file?.isSettling == true }
  var workText: String? { file?.text }
  /// What the user has chosen for the columns would be lost.
  var isKeptOpen: Bool { file?.hasChoices == true }
  var leavingQuestion: Prompt? { file?.phase == .running ? Prompt(StopImportQuestion()) : nil }

  /// The last change was made elsewhere, and is not what the user wants to undo while choosing columns.
  var undoRefusal: String? { file?.change == nil ? "Nothing to undo here: nothing was imported yet." : nil }

  /// The keys for what could not be read and for photos come early, because the page is about them then.
  func firstHints(in context: ScreenContext) -> [Action] {
    guard let preview = file?.preview else { return [] }
    let hasUnreadable = !preview.counts.rejections.isEmpty || !preview.counts.firstKeptValues.isEmpty
    let hasPhotos = preview.hasPhotoLinks || preview.photosFound != nil
    let advised = (hasUnreadable ? [Action.changeReading] : []) + (hasPhotos ? [.choosePhotoFolder] : [])
    return advised.isEmpty ? [] : [.startImport] + advised
  }

  /// Lists the files to choose from, or shows the running import; asks before it discards choices.
  mutating func chooseFile(in context: ScreenContext) -> [Intent] {
    if context.screen == .importing, isKeptOpen {
      return [.prompt(Prompt(DiscardMappingQuestion(choosesFile: true)))]
    }
    let choice = Intent.browse(ImportPathPrompt().prompt(in: context))
    return (context.screen == .importing ? [.back] : []) + [isWorking ? .open(.importing) : choice]
  }

  /// Leaves a running import in the background; stops reading a file, but asks before it discards choices.
  mutating func goBack(in context: ScreenContext) -> [Intent] {
    if file?.phase == .running { return [.back] }
    return isKeptOpen ? [.prompt(Prompt(DiscardMappingQuestion()))] : close()
  }

  mutating func close() -> [Intent] {
    defer { file = nil }
    return [.back] + (isWorking ? [.effect(.stopImport)] : [])
  }

  mutating func changeColumn(in context: ScreenContext) -> [Intent] {
    guard file?.isScrolledPastColumns != true else {
      revealCursor(in: context)
      return []
    }
    let intents = askForColumn()
    revealCursor(in: context)
    return intents
  }

  /// Whether the file can be read again with other settings: it has been read, and is not being read.
  var canReread: Bool { file?.isRereading == false && file?.preview != nil }

  /// Reads the file again with the present request, which replaces an earlier one that is still being read.
  mutating func reread() -> [Intent] {
    guard let request = file?.request else { return [] }
    let stopping: [Intent] = file?.isRereading == true ? [.effect(.stopImport)] : []
    file?.isRereading = true
    return stopping + [.effect(.previewImport(request))]
  }

  /// Leaves out the columns of the line under the cursor, or takes them in again.
  mutating func switchIgnoredColumns(in context: ScreenContext) -> [Intent] {
    let isScrolledPastColumns = file?.isScrolledPastColumns == true
    defer { revealCursor(in: context) }
    guard !isScrolledPastColumns, file?.switchIgnoredColumns() == true else { return [] }
    return reread()
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let page = TextPage(lines: lines(context), offset: file?.offset ?? ScrollOffset())
    ScreenFrame(
      title: [
        .init("Import", theme.title),
        .init("   " + (file?.name ?? ""), theme.secondary),
      ],
      status: StyledLine(status(context), context.theme.secondary),
      position: page.position(in: context.layout)
    ).draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
    // On the progress or the result, so that screen readers read it.
    if file?.preview == nil, file?.offset.line == nil {
      canvas.cursor = Point(column: 1, row: context.layout.body.lowerBound)
    }
    drawCursor(context, page, into: &canvas)
  }

  /// Marks the line under the cursor if it is visible.
  private func drawCursor(_ context: ScreenContext, _ page: TextPage, into canvas: inout Canvas) {
    guard file?.isScrolledPastColumns == false, let row = cursorLine(context), row >= page.offset.top,
      row - page.offset.top < context.layout.body.count
    else { return }
    let screenRow = context.layout.body.lowerBound + row - page.offset.top
    RowCursor.draw(row: screenRow, context.appearance, into: &canvas)
    canvas.put(
      context.theme.selected(page.lines[row]), at: Point(column: 1, row: screenRow),
      maxWidth: context.layout.contentWidth)
  }

  private func status(_ context: ScreenContext) -> String {
    guard let file, let preview = file.preview else { return "" }
    if file.isRereading { return "Reading the file again" }
    if file.isScrolledPastColumns, file.needsName {
      return context.sentence(press: (.changeColumn, "go back to the columns"))
    }
    if file.needsName {
      return context.sentence(press: (.changeColumn, "choose the field for this column"))
    }
    let advice = importAdvice(file, preview, context)
    if case .group = file.rowUnderCursor, file.canMap {
      return context.sentence(advice, press: (.changeColumn, "list these columns"))
    }
    return advice
  }

  /// Returns what the key that imports does, once it is accepted.
  private func importAdvice(
    _ file: ImportState, _ preview: ImportPreview, _ context: ScreenContext
  ) -> String {
    guard preview.counts.addsSomething else { return "Nothing to import." }
    let advice = file.isSettling ? nil : keyAdvice(preview, context)
    return advice ?? "Nothing is imported yet."
  }

  /// Returns what the key that imports does: `y imports 6 beers.`; `nil` if it has no key, and if it would import nothing.
  private func keyAdvice(_ preview: ImportPreview, _ context: ScreenContext) -> String? {
    guard preview.counts.addsSomething else { return nil }
    return context.key(of: .startImport).map { "\($0) imports \(ImportText.addition(preview.counts))." }
  }

  func lines(_ context: ScreenContext) -> [StyledLine] {
    guard let file else { return [] }
    if let page = page(context) { return page.lines }
    let width = context.layout.contentWidth
    let theme = context.theme
    let lines: [StyledLine] =
      switch file.phase {
      case .reading: progressLines("Reading the file", file, context)
      case .running:
        progressLines(file.isStopping ? "Stopping" : "Importing beers", file, context)
          + [
            .blank,
            StyledLine(
              context.sentence("You can use the diary during the import.", press: (.back, "go back"))),
          ]
      case .failed(let problem): [StyledLine(problem.sentence, theme.problem)]
      case .preview: []
      case .finished(let outcome): resultLines(outcome, of: file, context)
      }
    return lines.flatMap { $0.wrapped(to: width) }
  }

  private func resultLines(
    _ outcome: ImportOutcome, of file: ImportState, _ context: ScreenContext
  ) -> [StyledLine] {
    let theme = context.theme
    let done = ImportText.done(outcome)
    var lines = [
      StyledLine(file.isUndone ? "Undone: " + ChangeText.continued(done) : done, theme.name)
    ]
    if let problem = outcome.problem { lines.append(StyledLine(problem.sentence, theme.problem)) }
    // Undoing the import does not bring them back.
    if let discarded = ImportText.discarded(outcome) { lines.append(StyledLine(discarded)) }
    if !file.isUndone {
      let sentences = [ImportText.updateAdvice(outcome.counts)].compactMap(\.self) + outcome.photos
      lines += sentences.map { StyledLine($0, theme.secondary) }
    }
    return lines + [.blank] + undoing(file, context) + ImportPage.unreadable(outcome.counts, theme)
  }

  /// Returns the page of the preview; `nil` if no preview is shown.
  func page(_ context: ScreenContext) -> ImportPage? {
    guard let file, let preview = file.preview else { return nil }
    return ImportPage(
      preview: preview, rows: file.rows, appearance: context.appearance,
      width: context.layout.contentWidth,
      keyAdvice: context.appearance.usesWords ? keyAdvice(preview, context) : nil)
  }

  private func undoing(_ file: ImportState, _ context: ScreenContext) -> [StyledLine] {
    if file.change == nil { return [] }
    let advice =
      file.isUndone
      ? context.sentence(press: (.redo, "redo the import"))
      : context.sentence(press: (.undo, "undo the import"))
    return [StyledLine(advice)]
  }

  private func progressLines(_ work: String, _ file: ImportState, _ context: ScreenContext) -> [StyledLine] {
    ProgressBar.lines(
      work, detail: file.progress.map { "   " + NumberText.count($0.rows, "row") } ?? "",
      bar: file.progress.flatMap { progress in
        progress.total.map { ProgressBar(done: Int(progress.done), total: Int($0)) }
      }, context)
  }
}
