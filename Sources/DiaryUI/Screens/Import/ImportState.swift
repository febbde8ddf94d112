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
