import DiaryStore
import DiaryText

/// A file on its way into the diary.
struct ImportState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    /// It is read to its end, without changing anything.
    case reading
    case preview(ImportPreview)
    case running
    case finished(ImportOutcome)
    case failed(Problem)
  }

  var request: ImportRequest
  var phase = Phase.reading
  var share: FileProgress?
  var isStopping = false
  /// What it has brought was undone.
  var isTakenBack = false
  /// What is shown is read once more, with other fields for its columns.
  var isRereading = false
  var offset = ScrollOffset()
  /// The line under the cursor, from 0 among those of the columns.
  var row = 0
  /// Whether each column has a line of its own.
  var showsAllColumns = false

  /// What was read last, and how.
  private var lastReading: Reading?

  private struct Reading: Hashable, Sendable {
    let request: ImportRequest
    let preview: ImportPreview
  }

  init(_ request: ImportRequest) { self.request = request }

  /// Shows what was read.
  mutating func show(_ preview: ImportPreview) {
    phase = .preview(preview)
    if !preview.hasHeader { request.reading.hasHeader = false }
    lastReading = Reading(request: request, preview: preview)
  }

  /// Shows what was read before, as the file cannot be read in another way; `false` if nothing was.
  mutating func revert() -> Bool {
    guard let lastReading else { return false }
    (request, phase) = (lastReading.request, .preview(lastReading.preview))
    return true
  }

  var path: String { request.path }

  /// Whether a file is read, with or without changing the diary.
  var isBusy: Bool { phase == .reading || phase == .running || isRereading }

  /// What undo reverts once it is done.
  var change: DiaryChange? { if case .finished(let outcome) = phase { outcome.change } else { nil } }

  var preview: ImportPreview? { if case .preview(let preview) = phase { preview } else { nil } }

  /// Whether there is something new in the file.
  var canBegin: Bool { !isRereading && preview?.counts.addsSomething == true }

  /// Whether nothing can be imported before a column is said to be the beer's name.
  var needsName: Bool { preview?.hasName == false }

  /// Whether the columns can be said to be something else.
  var canMap: Bool { preview?.canMap == true }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// For the status line of other screens; `nil` where nothing is imported.
  var text: String? {
    guard phase == .running else { return nil }
    let percent = share.flatMap { share in
      share.total.map { NumberText.percent(Int(share.done), of: Int($0)) }
    }
    return percent.map { "importing \($0) %" } ?? "importing"
  }
}

extension AppState {
  /// Whether the file can be read again in another way: it has been read, and is not being read.
  var canRereadImport: Bool {
    screens.importing.file?.isRereading == false && screens.importing.file?.preview != nil
  }

  /// Reads the file again as its request now says.
  mutating func rereadImport() -> [Effect] {
    guard let request = screens.importing.file?.request else { return [] }
    screens.importing.file?.isRereading = true
    return [.previewImport(request)]
  }

  mutating func acceptPreview(_ request: ImportRequest, _ result: Result<ImportPreview, Problem>) {
    guard screens.importing.file?.request == request,
      screens.importing.file?.phase == .reading || screens.importing.file?.isRereading == true
    else { return }
    if case .failure(let problem) = result, screen == .importing, screens.importing.file?.phase == .reading,
      ImportPathPrompt().reopen(with: request.path, after: problem, in: &self)
    {
      screens.importing.file = nil
      goBack()
      return
    }
    screens.importing.file?.share = nil
    screens.importing.file?.isRereading = false
    switch result {
    case .success(let preview): screens.importing.file?.show(preview)
    case .failure(let problem): acceptFailure(problem, of: request)
    }
  }

  private mutating func acceptFailure(_ problem: Problem, of request: ImportRequest) {
    if screens.importing.file?.revert() == true {
      let isOfFolder = request.photoFolder != screens.importing.file?.request.photoFolder
      if isOfFolder, screen == .importing, let folder = request.photoFolder,
        PhotoFolderPrompt().reopen(with: folder, after: problem, in: &self)
      {
        return
      }
      notice = Notice(text: problem.sentence, kind: .problem)
    } else {
      screens.importing.file?.phase = .failed(problem)
      if screen == .importing { askForList() }
    }
  }

  mutating func acceptShare(_ path: String, _ share: FileProgress) {
    guard screens.importing.file?.path == path, screens.importing.file?.isBusy == true else { return }
    screens.importing.file?.share = share
  }

  /// Reads the list again, in which the new beers are.
  mutating func acceptImport(_ request: ImportRequest, _ result: Result<ImportOutcome, Problem>)
    -> [Effect]
  {
    guard screens.importing.file?.request == request, screens.importing.file?.phase == .running else {
      return []
    }
    screens.importing.file?.share = nil
    // There is nothing left to be asked about.
    if prompt?.behavior is StopImportQuestion { prompt = nil }
    var work: [Effect] = []
    switch result {
    case .success(let outcome):
      work = workAfterImport(outcome.change.map { [$0] } ?? [])
      screens.importing.file?.phase = .finished(outcome)
      changes.history.note(outcome.change.map { [$0] } ?? [])
      let undo = outcome.change == nil ? "" : "  u undoes it."
      notice = Notice(text: ImportText.done(outcome) + undo)
    case .failure(let problem):
      screens.importing.file?.phase = .failed(problem)
      notice = Notice(text: problem.sentence, kind: .problem)
    }
    return reload() + work
  }
}
