import DiaryText

/// An export that is running.
struct RunningExport: Hashable, Sendable {
  let request: ExportRequest
  /// The prompt with the path, which is reopened if the file cannot be written.
  let prompt: Prompt
  /// The number of beers written so far; `nil` until the export takes long enough to show it.
  var beerCount: Int?
  var isStopping = false

  /// What is being done, for the status line; `nil` for a short export, which ends before anyone could read it.
  var text: String? {
    if isStopping { return "stopping the export" }
    return beerCount.map { "exporting: " + NumberText.count($0, "beer") }
  }

  /// The question to ask before quitting; `nil` if the export is being stopped.
  var leavingQuestion: Prompt? { isStopping ? nil : Prompt(StopExportQuestion(path: request.path)) }

  /// What to print if the program is terminated.
  var lossNotice: String { "The export was stopped. \(request.path) was not written." }

  /// Returns the intents after the end of the export: a message, a question whether to replace a file, or a prompt for
  /// another path.
  func end(_ result: Result<ExportOutcome, Problem>, in context: ScreenContext) -> [Intent] {
    guard let path = prompt.behavior as? any PathPrompt else { return [] }
    // The export has ended, so the question is obsolete.
    let intents: [Intent] = [.closePrompt(StopExportQuestion.self)]
    let file = context.configuration.shownPath(request.path)
    switch result {
    case .success(.finished(let sentence)):
      return intents + [type(of: path).remember(request.path), .say(sentence)]
    case .success(.stopped):
      return intents + [.say("The export was stopped. \(file) was not written.")]
    case .success(.fileExists):
      guard path.isOfTopScreen(in: context), context.prompt == nil else {
        return intents + [.say("\(file) already exists. Nothing was exported.", kind: .problem)]
      }
      return [.dropTypeAhead, .prompt(Prompt(ReplaceFileQuestion(request: request, prompt: prompt)))]
    case .failure(let problem):
      let reopened =
        path.isOfTopScreen(in: context) ? path.reopened(with: request.path, after: problem, in: context) : nil
      return intents + (reopened ?? [.say(problem.sentence, kind: .problem)])
    }
  }
}

// An export belongs to no screen: it goes on while others are opened, and ends on whichever is on top.
extension AppState {
  mutating func beginExport(_ request: ExportRequest, from prompt: Prompt) -> [Effect] {
    background.export = RunningExport(request: request, prompt: prompt)
    return [.runExport(request)]
  }

  mutating func stopExport() -> [Effect] {
    background.export?.isStopping = true
    return [.stopExport]
  }

  mutating func showExportProgress(_ request: ExportRequest, beerCount: Int) {
    if background.export?.request == request { background.export?.beerCount = beerCount }
  }

  mutating func endExport(_ request: ExportRequest, _ result: Result<ExportOutcome, Problem>) -> [Effect] {
    guard let export = background.export, export.request == request else { return [] }
    background.export = nil
    return apply(export.end(result, in: ScreenContext(self)))
  }
}
