import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import DiaryUI
import Dispatch
import Interchange
import Settings
import Telemetry

/// Previews and imports files, and saves column mappings.
///
/// An import consists of several transactions, between which other changes are made.
final class FileImporter: Sendable {
  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.imports", qos: .utility)
  private let settingsFolder: String
  private let actions: ActionTable
  private let record: @Sendable (Signal) -> Void
  private let cancellations = CancellationCounter()

  /// Creates an importer for the diary of a session.
  ///
  /// - Parameters:
  ///   - settingsFolder: The folder for mappings.
  ///   - actions: The actions with the keys that sentences about a file name.
  ///   - record: Records a telemetry signal.
  init(
    _ session: DiarySession, settingsFolder: String, actions: ActionTable,
    record: @escaping @Sendable (Signal) -> Void
  ) {
    self.session = session
    self.settingsFolder = settingsFolder
    self.actions = actions
    self.record = record
  }

  /// Cancels the running preview or import.
  func cancel() { cancellations.cancel() }

  /// Waits until imports have finished.
  func finish() { queue.sync {} }

  /// Reads a whole file as an import does, without changing anything.
  ///
  /// A preview that is canceled has no answer, because what it has read would pass for the whole file if the user asks for
  /// the same preview again.
  func preview(_ request: ImportRequest) {
    let mark = cancellations.mark
    session.run(on: queue) { diary in
      let result = self.importing(request) { source, options throws(ImportError) in
        try self.preview(source, options, request, diary) { self.isCancelled(since: mark) }
      }
      switch result {
      case .success(let preview): return preview.map { .importPreviewed(request, .success($0)) }
      case .failure(let problem): return .importPreviewed(request, .failure(problem))
      }
    }
  }

  /// Returns the preview of a file; `nil` if it was canceled before the whole file was read.
  private func preview(
    _ source: ImportSource, _ options: ImportOptions, _ request: ImportRequest, _ diary: Diary,
    isCancelled: () -> Bool
  ) throws(ImportError) -> ImportPreview? {
    var options = options
    let columns = try columns(source, &options, of: request)
    let roles = try ColumnMapping.roles(
      columns.header, saved: options.mapping, assignments: options.assignments)
    guard roles.contains(.field(.name)) else {
      return ImportPreview(columns, roles, try columns.samples(), actions: actions)
    }
    let file = try FileImport(columns, options) { self.show($0, of: request) }
    let plan = try file.plan(
      for: diary, onProgress: { self.show($0, of: request) }, isCancelled: isCancelled)
    return plan.wasCancelled ? nil : ImportPreview(plan, try columns.samples(), actions: actions)
  }

  /// Reads the column names; a first line that looks like a beer is read as one.
  private func columns(_ source: ImportSource, _ options: inout ImportOptions, of request: ImportRequest)
    throws(ImportError) -> FileColumns
  {
    do throws(ImportError) {
      return try FileColumns(source, options) { self.show($0, of: request) }
    } catch {
      guard case .noHeader = error else { throw error }
      options.hasHeader = false
      return try FileColumns(source, options) { self.show($0, of: request) }
    }
  }

  /// Imports a file.
  func run(_ request: ImportRequest) {
    let mark = cancellations.mark
    session.run(on: queue) { diary in
      let start = ContinuousClock.now
      return .imported(
        request,
        self.importing(request) { source, options throws(ImportError) in
          let file = try FileImport(source, options) { self.show($0, of: request) }
          let watch = try? ConflictWatch(diary)
          let summary = try file.run(
            into: diary, onProgress: { self.show($0, of: request) },
            isCancelled: { self.isCancelled(since: mark) })
          self.record(Signal(summary, duration: ContinuousClock.now - start))
          var outcome = ImportOutcome(
            summary, change: summary.importID.flatMap { try? diary.change(ofImport: $0) },
            photoFolders: options.photoFolders, actions: self.actions)
          outcome.discarded = (try? watch?.discarded()) ?? []
          return outcome
        })
    }
  }

  /// Saves a column mapping, unless another process has saved one with its name.
  ///
  /// - Parameter known: The saved mapping to replace; `nil` if no mapping has the name.
  func save(_ mapping: SavedMapping, replacing known: SavedMapping?) {
    queue.async {
      do throws(SettingsFile.SavingFailure) {
        let other = try SettingsFile.save(mapping, replacing: known, in: self.settingsFolder)
        self.session.post(
          other.map { Message.mappingNameTaken(mapping, by: $0) } ?? .mappingSaved(mapping, problem: nil))
      } catch {
        self.session.post(
          .mappingSaved(mapping, problem: Problem(sentence: error.sentence, kind: .cannotCreate)))
      }
    }
  }

  private func isCancelled(since mark: CancellationCounter.Mark) -> Bool {
    cancellations.isCancelled(since: mark) || session.isCancelled
  }

  private func show(_ progress: ImportProgress, of request: ImportRequest) {
    session.post(
      .importProgress(
        request.path,
        FileProgress(rows: progress.rowCount, done: progress.bytesRead, total: progress.totalBytes)))
  }

  private var databaseSentence: String {
    "The file is an SQLite database, not text. If it is a diary, go back and "
      + "\(actions.request(of: .adoptDiary, on: .list)) in the list to add its beers."
  }

  private func importing<Value>(
    _ request: ImportRequest, _ body: (ImportSource, ImportOptions) throws(ImportError) -> Value
  ) -> Result<Value, Problem> {
    do throws(ImportError) {
      let path = TypedPath.expanded(request.path)
      return .success(try body(ImportSource(path: path), ImportOptions(request, path: path)))
    } catch {
      let failure = Problem(CommandFailure(error))
      // The command's sentence names a command.
      let problem = error.isDatabase ? Problem(sentence: databaseSentence, kind: failure.kind) : failure
      let (lists, inBeer): ([JSONList], Bool) =
        switch error {
        case .severalLists(let lists): (lists, false)
        case .listsInBeer(let lists, _): (lists, true)
        default: ([], false)
        }
      if lists.isEmpty { return .failure(problem) }
      return .failure(
        Problem(
          sentence: ImportError.choice(of: lists, inBeer: inBeer), kind: problem.kind,
          choices: lists.map(\.name)))
    }
  }
}

extension ImportOptions {
  /// Creates options from the user's choices.
  ///
  /// - Parameter path: The file's path.
  fileprivate init(_ request: ImportRequest, path: String) {
    self.init()
    mapping = request.mapping
    assignments = request.assignments
    identity = request.identity
    list = request.list
    hasHeader = request.formats.hasHeader
    dateOrder = request.formats.dateOrder
    times = request.formats.times
    abvIsFraction = request.formats.abvIsFraction
    ratingScale = request.formats.ratingScale
    repairsText = request.formats.repairsText
    findPhotos(in: request.photoFolder.map { TypedPath.expanded($0) }, of: path)
  }
}
