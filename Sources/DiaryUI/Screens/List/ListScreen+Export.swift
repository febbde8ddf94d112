import DiaryStore
import DiaryText
import Interchange
import Terminal

/// An export that is running.
struct ExportState: Hashable, Sendable {
  let request: ExportRequest
  /// The prompt that named the file, which is reopened if the file cannot be written.
  let prompt: ExportPathPrompt
  /// The number of beers written so far; `nil` until the export takes long enough to show it.
  var beerCount: Int?
  var isStopping = false

  /// What is being done, for the status line.
  var text: String {
    if isStopping { return "stopping the export" }
    return "exporting" + (beerCount.map { ": " + NumberText.count($0, "beer") } ?? "")
  }
}

extension Action {
  static let exportBeers = Action(
    "export", .program, "Export the beers in the list to a CSV, JSON, Markdown or GeoJSON file",
    keys: [.character("E")], on: [.list],
    when: {
      $0.state(of: ListScreen.self).export == nil
        ? $0.withListedBeer
        : .refused($0.sentence("An export is running.", press: (.stopExport, "stop it")))
    }
  ) { context in
    let prompt = ExportPathPrompt(query: context.listedBeers, beerCount: context.list.countWithRepeats)
    return [.prompt(prompt.prompt(in: context))]
  }
  .alsoCalled("share", "print")

  static let stopExport = Action(
    "stop-export", .program, "Stop the export, which then writes no file",
    hint: Hint { $0.isExporting ? "stop" : nil }, keys: [.character("x")], on: [.list],
    // Until an export runs, the key is like one that nothing uses.
    when: {
      Availability(
        $0.isExporting, else: $0.sentence("No export is running.", press: (.help, "see the keys")))
    }, changing: ListScreen.self
  ) { list, _ in
    list.export?.isStopping = true
    return [.effect(.stopExport)]
  }
}

extension ScreenContext {
  /// Whether an export is running that can be stopped.
  fileprivate var isExporting: Bool { state(of: ListScreen.self).export?.isStopping == false }
}

extension BeerList {
  /// The number of beers in the list, counting each of the beers of a label; `nil` while they are being counted.
  fileprivate var countWithRepeats: Int? {
    guard window.isCounted else { return nil }
    return isDistinct ? otherCount ?? count : count
  }
}

extension ListScreen {
  mutating func beginExport(_ request: ExportRequest, from prompt: ExportPathPrompt) -> [Intent] {
    export = ExportState(request: request, prompt: prompt)
    return [.effect(.runExport(request))]
  }

  mutating func showExportProgress(_ request: ExportRequest, beerCount: Int) {
    if export?.request == request { export?.beerCount = beerCount }
  }

  /// Says how an export ended, asks whether to replace a file, or asks for another path.
  mutating func finishExport(
    _ request: ExportRequest, _ result: Result<ExportOutcome, Problem>, in context: ScreenContext
  ) -> [Intent] {
    guard let export, export.request == request else { return [] }
    self.export = nil
    // The export has ended, so the question is obsolete.
    let intents: [Intent] = [.closePrompt(StopExportQuestion.self)]
    let file = context.configuration.shownPath(request.path)
    switch result {
    case .success(.finished(let counts, let path)):
      let sentences = [counts.writtenSentence(file: path), counts.leftOutSentence]
      return intents + [
        ExportPathPrompt.remember(request.path), .say(sentences.compactMap { $0 }.joined(separator: " ")),
      ]
    case .success(.stopped):
      return intents + [.say("The export was stopped. \(file) was not written.")]
    case .success(.fileExists):
      guard context.screen == .list, context.prompt == nil else {
        return intents + [
          .say("\(file) already exists. Nothing was exported.", kind: .problem)
        ]
      }
      let question = ReplaceFileQuestion(request: request, prompt: export.prompt)
      return [.dropTypeAhead, .prompt(Prompt(question))]
    case .failure(let problem):
      let reopened =
        context.screen == .list
        ? export.prompt.reopened(with: request.path, after: problem, in: context) : nil
      return intents + (reopened ?? [.say(problem.sentence, kind: .problem)])
    }
  }
}
