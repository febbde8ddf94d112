import DiaryStore
import DiaryText
import Interchange

// The results of reading and importing a file.
extension ImportScreen {
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .tick: file?.tick()
    case .importProgress(let path, let progress): showProgress(progress, of: path, in: context)
    case .importPreviewed(let request, let result): return handlePreview(result, of: request, in: context)
    case .imported(let request, let result): return finish(request, result, in: context)
    case .mappingSaved(let mapping, let problem): return handleMappingSaved(mapping, problem, in: context)
    case .mappingNameTaken(let mapping, let other): return askToReplace(other, with: mapping, in: context)
    case .changed(let request, .success(let outcome)): noteUndoOrRedo(request, outcome)
    default: break
    }
    return []
  }

  /// The least ticks between two numbers in words; a screen reader would be interrupted by each of them.
  private static let ticksInWords = 30

  private mutating func showProgress(_ progress: FileProgress, of path: String, in context: ScreenContext) {
    // An import reads the columns first, which in a small file are already all that is read.
    if file?.phase == .running, progress.rows == 0 { return }
    guard let file, file.path == path, file.isBusy else { return }
    if context.appearance.usesWords, file.progress != nil,
      context.frame - file.progressFrame < Self.ticksInWords
    {
      return
    }
    self.file?.progress = progress
    self.file?.progressFrame = context.frame
  }

  private mutating func handlePreview(
    _ result: Result<ImportPreview, Problem>, of request: ImportRequest, in context: ScreenContext
  ) -> [Intent] {
    guard file?.request == request, file?.phase == .reading || file?.isRereading == true else { return [] }
    if case .failure(let problem) = result, context.screen == .importing, file?.phase == .reading,
      let intents = ImportPathPrompt().reopened(with: request.path, after: problem, in: context)
    {
      file = nil
      return intents + [.back]
    }
    file?.progress = nil
    let isFirst = file?.isRereading == false
    let isScrolledPastColumns = file?.isScrolledPastColumns == true
    file?.isRereading = false
    switch result {
    case .success(let preview):
      file?.setPreview(preview)
      if isFirst { readSummary(in: context) }
      // A line above or below the columns is still being read.
      if context.appearance.usesWords, isScrolledPastColumns { file?.isScrolledPastColumns = true }
      return [ImportPathPrompt.remember(request.path)]
    case .failure(let problem): return handlePreviewFailure(problem, of: request, in: context)
    }
  }

  private mutating func handlePreviewFailure(
    _ problem: Problem, of request: ImportRequest, in context: ScreenContext
  ) -> [Intent] {
    guard file?.revert() == true else {
      file?.phase = .failed(problem)
      return context.screen == .importing ? askForList(in: context) : []
    }
    if let folder = request.photoFolder, folder != file?.request.photoFolder, context.screen == .importing,
      let intents = PhotoFolderPrompt().reopened(with: folder, after: problem, in: context)
    {
      return intents
    }
    return [.say(problem.sentence, kind: .problem)]
  }

  /// Shows the result, and reloads the list with the new beers.
  private mutating func finish(
    _ request: ImportRequest, _ result: Result<ImportOutcome, Problem>, in context: ScreenContext
  ) -> [Intent] {
    guard file?.request == request, file?.phase == .running else { return [] }
    file?.progress = nil
    file?.offset = ScrollOffset()
    // The import has ended, so the question is obsolete.
    let intents: [Intent] = [.closePrompt(StopImportQuestion.self)]
    switch result {
    case .success(let outcome):
      file?.phase = .finished(outcome)
      let changes = outcome.change.map { [$0] } ?? []
      return intents + changes.map { .noteChange($0) }
        + notices(resultNotice(outcome, in: context), in: context)
        + [.reload, .doBackgroundWork(after: changes)]
    case .failure(let problem):
      file?.phase = .failed(problem)
      return intents + notices(.say(problem.sentence, kind: .problem), in: context) + [.reload]
    }
  }

  /// Announces a result on other screens; on this one, which shows the result itself, removes the notice.
  private func notices(_ result: Intent, in context: ScreenContext) -> [Intent] {
    [context.screen == .importing ? .notice(nil) : result]
  }

  private func resultNotice(_ outcome: ImportOutcome, in context: ScreenContext) -> Intent {
    if let problem = outcome.problem { return .say(problem.sentence, kind: .problem) }
    let discarded = ImportText.discarded(outcome).map { "  " + $0 } ?? ""
    return .say(
      ImportText.done(outcome) + discarded, advice: outcome.change == nil ? nil : context.undoAdvice)
  }

  private mutating func handleMappingSaved(
    _ mapping: SavedMapping, _ problem: Problem?, in context: ScreenContext
  ) -> [Intent] {
    if let problem { return [.say(problem.sentence, kind: .problem)] }
    file?.choicesWereSaved()
    let saved = "Saved the mapping “\(mapping.name)”."
    return [.say(context.sentence(saved, press: (.useMapping, "use it for another file")))]
  }

  /// Asks whether a mapping replaces one that was saved elsewhere; if the user is doing something else by now, says that it
  /// was not saved.
  private func askToReplace(
    _ other: SavedMapping, with mapping: SavedMapping, in context: ScreenContext
  ) -> [Intent] {
    let question = ReplaceMappingQuestion(mapping: mapping, other: other)
    guard context.screen == .importing, context.prompt == nil else {
      return [.say("The mapping was not saved. " + question.reason, kind: .problem)]
    }
    return [.dropTypeAhead, .prompt(Prompt(question))]
  }

  /// Notes whether the import was undone or redone.
  private mutating func noteUndoOrRedo(_ request: ChangeRequest, _ outcome: ChangeOutcome) {
    switch request {
    case .undo(let changes) where file?.change.map(changes.contains) == true: file?.isUndone = true
    case .undoLogged(let change) where file?.change.map(change.changes.contains) == true:
      file?.isUndone = true
    case .redo where file?.change.map(outcome.changes.contains) == true: file?.isUndone = false
    default: break
    }
  }
}
