import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import Foundation
import SQLiteKit
import Synchronization
import Telemetry

/// Runs effects outside the interface's thread, and answers them with messages.
///
/// Most effects are run by a type for their kind, on its own queues or threads. Slow reads and background work share
/// one queue.
final class EffectRunner: Sendable {
  private let session: DiarySession
  private let opener: DiaryOpener
  private let reader: DiaryReader
  private let writer: DiaryWriter
  private let importer: FileImporter
  private let adoptions: AdoptionPreviewer
  private let exporter: FileExporter
  private let pictures: PictureLoader
  private let background: BackgroundWorkRunner
  private let sync: SyncRunner
  private let slowWork = DispatchQueue(label: "diary.slow-work", qos: .utility)
  let drafts: DraftKeeper
  private let record: @Sendable (Signal) -> Void
  /// Lines to print at the end.
  let exitMessages = Mutex<[String]>([])
  private let closingFailure = Mutex<StoreError?>(nil)

  /// Creates a runner that answers effects with messages to `post`.
  ///
  /// - Parameters:
  ///   - openDiary: Called once, on a background thread.
  ///   - record: Records a telemetry signal; must not block.
  ///   - cacheFolder: The folder for thumbnails; `nil` to keep none.
  ///   - settingsFolder: The folder for mappings.
  ///   - actions: The actions with the keys that sentences about a file name.
  ///   - draftFolder: The folder for drafts; `nil` to keep none.
  ///   - layout: The file for the layout of the list; `nil` to keep none.
  ///   - adoption: The record of an adoption; `nil` if none is offered.
  ///   - migrationWarnings: The file for the warnings of a migration; `nil` to keep none.
  ///   - notice: The notice that usage is counted; `nil` if it was shown before.
  ///   - syncProgram: The program that synchronizes the diary; `nil` if there is none.
  ///   - syncSchedule: When it is run.
  ///   - post: Receives the answers; called on any thread.
  init(
    openDiary: @escaping Interface.OpenDiary, record: @escaping @Sendable (Signal) -> Void,
    cacheFolder: String?, settingsFolder: String, actions: ActionTable = .standard,
    draftFolder: DraftFolder? = nil, layout: LayoutFile? = nil, adoption: AdoptionRecord? = nil,
    migrationWarnings: WarningsFile? = nil, notice: TelemetryNotice? = nil,
    syncProgram: SyncProgram? = nil, syncSchedule: SyncSchedule = SyncSchedule(),
    post: @escaping @Sendable (Message) -> Void
  ) {
    session = DiarySession(post: post)
    pictures = PictureLoader(session, cacheFolder: cacheFolder)
    drafts = DraftKeeper(session, folder: draftFolder, layout: layout, notice: notice)
    opener = DiaryOpener(
      session, pictures, drafts, adoption, migrationWarnings: migrationWarnings, openDiary: openDiary)
    reader = DiaryReader(session, slowWork: slowWork)
    writer = DiaryWriter(session)
    importer = FileImporter(session, settingsFolder: settingsFolder, actions: actions, record: record)
    adoptions = AdoptionPreviewer(session)
    exporter = FileExporter(session, record: record)
    background = BackgroundWorkRunner(session, reader, pictures, slowWork: slowWork)
    sync = SyncRunner(session, reader, syncProgram, schedule: syncSchedule)
    self.record = record
  }

  /// Starts an effect and returns immediately.
  ///
  /// Effects on the terminal are left to the event loop.
  func run(_ effect: Effect) {
    switch effect {
    case .openDiary: writer.enqueue { self.opener.open() }
    case .cancelOpening: opener.cancel()
    case .invalidateListCache: reader.invalidateListCache()
    case .loadSummary(let request): reader.loadSummary(request)
    case .loadListItems(let request): reader.loadListItems(request)
    case .loadPosition(let request): reader.loadPosition(request)
    case .loadMatch(let request): reader.loadMatch(request)
    case .loadMarks(let request): reader.loadMarks(request)
    case .compareMarks(let request): reader.compareMarks(request)
    case .loadVocabulary: reader.loadVocabulary()
    case .loadValues(let field): reader.loadValues(of: field)
    case .loadChoices(let request): reader.loadChoices(request)
    case .loadToday: reader.loadToday()
    case .loadBeer(let request): reader.loadBeer(request)
    case .loadMenuAnswers(let request): reader.loadMenuAnswers(request)
    case .loadLabelSuggestions(let generation): reader.loadLabelSuggestions(generation)
    case .loadTimes(let request): reader.loadTimes(request)
    case .loadLabel(let request): reader.loadLabel(request)
    case .loadRepeatedBeer(let reference): reader.loadRepeatedBeer(reference)
    case .loadFormSuggestions(let fields): reader.loadFormSuggestions(wordsIn: fields)
    case .loadStatistics(let request): reader.loadStatistics(request)
    case .loadTimeline(let request): reader.loadTimeline(request)
    case .loadPositions(let query): reader.loadPositions(query)
    case .loadYear(let request): reader.loadYear(request)
    case .change(let request): writer.change(request)
    case .loadChangeToUndo: reader.loadChangeToUndo()
    case .stopChange(let request): writer.cancel(request)
    case .loadPictures(let request): pictures.load(request)
    case .renderPictures(let specs): pictures.render(specs)
    case .viewPhoto(let photo): pictures.view(photo)
    case .doBackgroundWork: background.work()
    case .loadSyncStatus(let generation): reader.loadSyncStatus(generation)
    case .synchronize(let request): sync.take(request)
    case .fetchImages(let beer): sync.fetchImages(ofBeer: beer)
    case .loadConflicts(let generation): reader.loadConflicts(generation)
    case .locateBeer(let uuid): reader.locateBeer(uuid)
    case .previewImport(let request): importer.preview(request)
    case .runImport(let request): importer.run(request)
    case .stopImport: importer.cancel()
    case .saveMapping(let mapping, let known): importer.save(mapping, replacing: known)
    case .previewAdoption(let path): adoptions.preview(path)
    case .stopAdoptionPreview: adoptions.cancel()
    case .runExport(let request): exporter.run(request)
    case .stopExport: exporter.cancel()
    case .keepDraft(let draft, let earlier): drafts.saveAtEnd(draft, replacing: earlier)
    case .keepDraftSoon(let draft, let earlier): drafts.saveSoon(draft, replacing: earlier)
    case .releaseDraft(let id): drafts.release(id)
    case .dropDraft(let id): drafts.drop(id)
    case .forgetAdoption(let source): opener.forgetAdoption(of: source)
    case .keepListLayout(let layout): drafts.save(layout)
    case .noteTelemetryNoticeShown: drafts.noteTelemetryNoticeShown()
    case .listFolder(let request):
      session.answerOnOwnThread { .folder(request, TypedPath.names(in: request.folder)) }
    case .browseFolder(let path):
      session.answerOnOwnThread {
        let names = TypedPath.names(in: path)
        return .folderBrowsed(path, names.map { BrowsedFolder(path: TypedPath.normalized(path), names: $0) })
      }
    case .record(let signal): record(signal)
    case .printAtExit(let sentence): exitMessages.withLock { $0.append(sentence) }
    case .redrawAll, .suspend, .quit, .editNotes, .editSettings, .runCommand: break
    }
  }

  /// Runs a command on the terminal, after the requested changes, and finds in the log what it has added.
  ///
  /// - Parameter body: Runs the command and returns its exit status; `nil` if it could not be started.
  func run(_ command: TerminalCommand, _ body: (TerminalCommand) -> Int32?) -> CommandResult {
    if command != .showSample { writer.finish() }
    guard case .adopt = command else { return CommandResult(status: body(command)) }
    let newest = session.read { diary throws(StoreError) in try diary.loggedChanges(limit: 1).first?.id }
    let status = body(command)
    opener.postAdoptionWarnings()
    let adoption = newest.flatMap { id in
      session.read { diary throws(StoreError) in try diary.adoption(after: id ?? 0) }
    }
    return CommandResult(status: status, change: adoption)
  }

  /// Cancels a running migration, finishes the requested changes and closes the diary.
  ///
  /// Waits at most `limit`; an unfinished write is rolled back when the store is next opened.
  ///
  /// - Returns: The error if it could not finish; `nil` otherwise. Failed changes are reported by messages.
  func finish(within limit: DispatchTimeInterval) -> StoreError? {
    session.cancel()
    sync.finish()
    let path = session.path ?? ""
    let finished = DispatchSemaphore(value: 0)
    writer.enqueue {
      self.close()
      finished.signal()
    }
    guard finished.wait(timeout: .now() + limit) == .success else { return .busy(path: path) }
    return closingFailure.withLock { $0 }
  }

  /// Lets another process synchronize the last changes, after the diary was closed, and does not wait for it.
  ///
  /// - Returns: The process; `nil` if everything was sent.
  @discardableResult func sendPendingChanges() -> ChildProgram? { sync.sendPendingChanges() }

  /// Closes the diary when nothing uses it.
  ///
  /// Closing a connection that a read is about to use would crash.
  private func close() {
    guard let diary = session.end() else { return }
    reader.finish()
    slowWork.sync {}
    importer.finish()
    adoptions.finish()
    exporter.finish()
    pictures.finish()
    pictures.close()
    do { try diary.close() } catch { closingFailure.withLock { $0 = error } }
  }
}

extension Diary {
  /// Returns what `adopt` has added since a change in the log; `nil` if nothing.
  fileprivate func adoption(after id: Int64) throws(StoreError) -> LoggedChange? {
    let added = try loggedChanges(limit: 100).filter { $0.id > id && !$0.isUndone }
    func newest(_ kind: DiaryChange.Kind) -> LoggedChange? { added.first { $0.kind == kind.rawValue } }
    // The entry has this kind if only photos were added.
    return newest(.adopted) ?? newest(.addedPhoto)
  }
}

// MARK: - Session

/// The diary on which effects work once it is open, and the callback for their answers.
final class DiarySession: Sendable {
  /// Sends an answer.
  let post: @Sendable (Message) -> Void
  /// The newest requests; of each type, a newer one replaces the others.
  let latest = Latest()

  private let diary = Mutex<Diary?>(nil)
  private let isEnding = Atomic(false)

  init(post: @escaping @Sendable (Message) -> Void) { self.post = post }

  /// Whether the program is ending, so that reads and imports should stop.
  var isCancelled: Bool { isEnding.load(ordering: .relaxed) }

  /// The path of the diary; `nil` if none is open.
  var path: String? { diary.withLock { $0?.path } }

  func begin(with opened: Diary) { diary.withLock { $0 = opened } }

  func cancel() { isEnding.store(true, ordering: .relaxed) }

  /// Returns the diary once, to close it; work that has not started is dropped.
  func end() -> Diary? { diary.take() }

  /// Runs `body` with the diary on a queue and sends its answer, if it returns one.
  ///
  /// Does nothing if no diary is open.
  func run(on queue: DispatchQueue, _ body: @escaping @Sendable (Diary) -> Message?) {
    queue.async {
      guard let diary = self.diary.withLock({ $0 }), let message = body(diary) else { return }
      self.post(message)
    }
  }

  /// Reads from the diary on a queue and sends the answer, unless a newer request of the same type is submitted before or
  /// during the read.
  ///
  /// - Parameters:
  ///   - cancels: Whether a newer request cancels a read that has begun; those that wait are always dropped.
  ///   - answer: Makes the answer.
  ///   - body: Reads; its second argument returns whether to stop.
  func read<Request: Sendable, Value>(
    _ request: Request, on queue: DispatchQueue,
    cancelledBy cancels: @escaping @Sendable (_ newer: Request) -> Bool = { _ in true },
    answer: @escaping @Sendable (Request, Result<Value, StoreError>) -> Message,
    _ body: @escaping @Sendable (Diary, _ isSuperseded: @escaping () -> Bool) throws(StoreError) -> Value
  ) {
    let newer = latest.submit(request)
    run(on: queue) { diary in
      guard newer() == nil, !self.isCancelled else { return nil }
      let isSuperseded = { self.isCancelled || newer().map(cancels) ?? false }
      let result = Result { () throws(StoreError) in try body(diary, isSuperseded) }
      return isSuperseded() ? nil : answer(request, result)
    }
  }

  /// Returns what `body` reads of the diary; `nil` if no diary is open.
  func read<Value>(_ body: (Diary) throws(StoreError) -> Value?) -> Result<Value?, StoreError> {
    Result { () throws(StoreError) in
      guard let diary = diary.withLock({ $0 }) else { return nil }
      return try body(diary)
    }
  }

  /// Runs `body` on its own thread and sends its answer; for work that neither touches the diary nor has to finish.
  ///
  /// A global queue is not used, because its first use starts a timer of the dispatch library that wakes the program
  /// every second from then on.
  func answerOnOwnThread(_ body: @escaping @Sendable () -> Message) {
    Thread.detachNewThread { self.post(body()) }
  }
}

// MARK: - Newest requests

/// Tells requests whether a newer one of the same type has replaced them, while they wait and while they run.
///
/// Each kind of request needs a type of its own, because two kinds with the same type would replace each other.
///
///     let newer = latest.submit(request)
///     queue.async {
///       guard newer() == nil else { return }
final class Latest: Sendable {
  /// The newest request of each type, with the number of requests so far, by which equal ones differ.
  private let newest = Mutex<[ObjectIdentifier: (request: any Sendable, count: Int)]>([:])

  /// Replaces older requests of the same type.
  ///
  /// - Returns: A function that returns the newest request once it has replaced this one; until then, `nil`.
  func submit<Request: Sendable>(_ request: Request) -> @Sendable () -> Request? {
    let type = ObjectIdentifier(Request.self)
    let index = newest.withLock { newest in
      let count = (newest[type]?.count ?? 0) + 1
      newest[type] = (request, count)
      return count
    }
    return { self.newest.withLock { $0[type]?.count == index ? nil : $0[type]?.request as? Request } }
  }
}

extension Mutex {
  /// Returns the value and sets it to `nil`.
  borrowing func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
