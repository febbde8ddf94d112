import DiaryStore
import DiaryText
import Interchange

/// The state of a file that is previewed or imported.
struct ImportState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    /// The file is being read without changing the diary.
    case reading
    case preview(ImportPreview)
    case running
    case finished(ImportOutcome)
    case failed(Problem)
  }

  var request: ImportRequest
  var phase = Phase.reading
  var progress: FileProgress?
  /// The frame in which the progress was last shown.
  var progressFrame = 0
  var isStopping = false
  /// Whether the import was undone.
  var isUndone = false
  /// Whether the previewed file is being read again with other settings.
  var isRereading = false
  var offset = ScrollOffset()
  /// The index of the line under the cursor among those of the columns.
  var row = 0
  /// Whether the page was scrolled beyond the columns, so that none of them is selected.
  var isScrolledPastColumns = false
  /// Whether each column has its own line, in the order of the file.
  var showsAllColumns = false
  /// The columns that had a field before the user chose others, which come first if not each column has its own line.
  private(set) var firstColumns: [Int] = []
  /// What the columns were that the user has left out with one key.
  var rolesBeforeIgnoring: [Int: ColumnMapping.Role] = [:]

  /// How long the preview is shown before an import can start.
  private var pause = Pause.short

  /// Whether the first preview has just appeared, so that an import cannot start yet.
  var isSettling: Bool { preview != nil && !pause.isOver }

  /// Counts a tick.
  mutating func tick() { if isSettling { pause.tick() } }

  /// Starts the pause again, after the key that imports came too soon.
  mutating func waitAgain() { pause = .short }

  /// The request of the first preview.
  private var firstRequest: ImportRequest?
  /// The last preview, with its request.
  private var lastReading: Reading?

  private struct Reading: Hashable, Sendable {
    let request: ImportRequest
    let preview: ImportPreview
  }

  init(_ request: ImportRequest) { self.request = request }

  /// Stores a preview that was read.
  mutating func setPreview(_ preview: ImportPreview) {
    let selected = rowUnderCursor
    phase = .preview(preview)
    isScrolledPastColumns = false
    if !preview.hasHeader { request.formats.hasHeader = false }
    // The columns are listed until one has the name, and the next ones are likely to be chosen as well.
    if !preview.hasName { showsAllColumns = true }
    if request.assignments.isEmpty { firstColumns = preview.fieldColumns }
    if case .column(let column)? = selected { moveCursor(to: column) }
    lastReading = Reading(request: request, preview: preview)
    firstRequest = firstRequest ?? request
  }

  /// Notes that the user's choices are saved as a mapping.
  mutating func choicesWereSaved() { firstRequest = request }

  /// Whether the preview has choices of the user that are not saved as a mapping.
  var hasChoices: Bool { preview != nil && request.isChanged && request != firstRequest }

  /// Shows the last preview again after reading failed; returns `false` if there is none.
  mutating func revert() -> Bool {
    guard let lastReading else { return false }
    request = lastReading.request
    phase = .preview(lastReading.preview)
    return true
  }

  var path: String { request.path }

  /// Whether the file is being read or imported.
  var isBusy: Bool { phase == .reading || phase == .running || isRereading }

  /// Whether the import has finished or failed.
  var hasEnded: Bool {
    switch phase {
    case .finished, .failed: true
    case .reading, .preview, .running: false
    }
  }

  /// Whether the import has finished.
  var isFinished: Bool { if case .finished = phase { true } else { false } }

  /// The change of the finished import, for undo.
  var change: DiaryChange? { if case .finished(let outcome) = phase { outcome.change } else { nil } }

  var preview: ImportPreview? { if case .preview(let preview) = phase { preview } else { nil } }

  /// Whether the file has something new to import.
  var canBegin: Bool { !isRereading && preview?.counts.addsSomething == true }

  /// Whether a column has to be chosen for the beer's name.
  var needsName: Bool { preview?.hasName == false }

  /// Whether the fields of the columns can be changed.
  var canMap: Bool { preview?.canMap == true }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The progress for the status line of other screens; `nil` if no import is running.
  var text: String? {
    guard phase == .running else { return nil }
    let percent = progress.flatMap { progress in
      progress.total.map { NumberText.percent(Int(progress.done), of: Int($0)) }
    }
    return percent.map { "importing \($0)%" } ?? "importing"
  }
}
