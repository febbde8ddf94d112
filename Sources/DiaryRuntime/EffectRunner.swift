import CoreDataMigration
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import Foundation
import SQLiteKit
import Synchronization
import Telemetry

/// Does what updates ask for, away from the interface's thread, and answers with messages.
///
/// Writes have a queue of their own, which keeps their order; reads never wait for them. Slow work comes in slices on a
/// third queue, and pictures are decoded on a fourth. A newer request for something on the screen replaces the older
/// ones, see ``Latest``.
final class EffectRunner: Sendable {
  let openDiary: Interface.OpenDiary
  let recordSignal: @Sendable (Signal) -> Void
  let post: @Sendable (Message) -> Void

  let writes = DispatchQueue(label: "diary.writes", qos: .userInitiated)
  let reads = DispatchQueue(label: "diary.reads", qos: .userInitiated)
  let pictures = DispatchQueue(label: "diary.pictures", qos: .userInitiated)
  /// Counting takes the whole of a list: rows do not wait for it.
  let counts = DispatchQueue(label: "diary.counts", qos: .userInitiated)
  let drafts = DispatchQueue(label: "diary.drafts", qos: .userInitiated)
  /// A file is imported in transactions of its own, between which changes find their time.
  let imports = DispatchQueue(label: "diary.imports", qos: .utility)
  let stopsImport = Atomic(false)
  let slices = DispatchQueue(label: "diary.slices", qos: .utility)
  let diary = Mutex<Diary?>(nil)
  private let closingFailure = Mutex<StoreError?>(nil)
  let isCancelled = Atomic(false)
  /// A diary that opens all the same is used as any other.
  let stopsOpening = Atomic(false)
  let latestRows = Latest<RowRequest>()
  let latestSummary = Latest<SummaryRequest>()
  let latestComparison = Latest<MarkRequest>()
  let latestPlace = Latest<PlaceRequest>()
  let latestMatch = Latest<MatchRequest>()
  let latestMarks = Latest<MarkRequest>()
  let latestBeer = Latest<BeerRequest>()
  let latestPictures = Latest<PictureRequest>()
  let cacheFolder: String?
  let recovery: DraftFolder?
  let unsaved = Mutex<UnsavedForm?>(nil)
  /// What is said on the shell at the end.
  let farewells = Mutex<[String]>([])
  let notice: TelemetryNotice?
  let thumbnails = Mutex<PhotoThumbnails?>(nil)
  let viewer = PhotoViewer()

  init(
    openDiary: @escaping Interface.OpenDiary, record: @escaping @Sendable (Signal) -> Void,
    cacheFolder: String?, recovery: DraftFolder? = nil, notice: TelemetryNotice? = nil,
    post: @escaping @Sendable (Message) -> Void
  ) {
    self.openDiary = openDiary
    recordSignal = record
    self.cacheFolder = cacheFolder
    self.recovery = recovery
    self.notice = notice
    self.post = post
  }

  /// Starts an effect and returns immediately; what concerns the terminal is the event loop's.
  func run(_ effect: Effect) {
    switch effect {
    case .openDiary: writes.async { self.open() }
    case .invalidateListCache:
      run(on: reads) { diary in
        diary.invalidateListCache()
        return nil
      }
    case .cancelOpening: stopsOpening.store(true, ordering: .relaxed)
    case .loadSummary(let request): loadSummary(request)
    case .loadRows(let request): loadRows(request)
    case .loadPlace(let request): loadPlace(request)
    case .loadMatch(let request): loadMatch(request)
    case .loadMarks(let request): loadMarks(request)
    case .compareMarks(let request): compareMarks(request)
    case .loadVocabulary:
      run(on: counts) { diary in
        .vocabulary(Result { () throws(StoreError) in try diary.filterVocabulary() })
      }
    case .loadValues(let field):
      run(on: counts) { diary in
        let isCancelled = { self.isCancelled.load(ordering: .relaxed) }
        return .fieldValues(
          field,
          Result { () throws(StoreError) in
            try diary.mostFrequentValues(inField: field, isCancelled: isCancelled)
          })
      }
    case .askToday: slices.async { self.post(.today(.today)) }
    case .loadBeer(let request): loadBeer(request)
    case .change(let request): change(request)
    case .loadPictures(let request): loadPictures(request)
    case .viewPhoto(let photo): view(photo)
    case .listFolder(let request): listFolder(request)
    case .workInBackground: workInBackground()
    case .previewImport(let request): previewImport(request)
    case .runImport(let request): runImport(request)
    case .saveMapping(let mapping): save(mapping)
    case .stopImport: stopsImport.store(true, ordering: .relaxed)
    case .record(let signal): recordSignal(signal)
    case .loadFormHelp: loadFormHelp()
    case .keepDraft(let draft, let earlier): keep(draft, replacing: earlier)
    case .sayAtEnd(let sentence): farewells.withLock { $0.append(sentence) }
    case .dropDraft(let id): drafts.async { self.recovery?.drop(id) }
    case .noteAnnouncement: drafts.async { self.notice?.noteGiven() }
    case .loadStatistics(let query): loadStatistics(query)
    case .redrawAll, .suspend, .quit, .editNotes: break
    }
  }

  /// Ends a migration that runs, finishes the writes that were asked for and closes the diary.
  ///
  /// Waits no longer than `limit`; what a write leaves undone by then the store takes back by itself.
  ///
  /// - Returns: Why it is not finished, if it is not. A write that failed has posted its answer.
  func finish(within limit: DispatchTimeInterval) -> StoreError? {
    isCancelled.store(true, ordering: .relaxed)
    let path = diary.withLock { $0?.path } ?? ""
    let finished = DispatchSemaphore(value: 0)
    writes.async {
      self.close()
      finished.signal()
    }
    guard finished.wait(timeout: .now() + limit) == .success else {
      return .busy(path: path)
    }
    return closingFailure.withLock { $0 }
  }

  /// Closes the diary once nothing uses it: to close a connection that a read is about to take would crash.
  private func close() {
    guard let diary = diary.take() else { return }
    reads.sync {}
    counts.sync {}
    slices.sync {}
    imports.sync {}
    pictures.sync {}
    thumbnails.take()?.close()
    viewer.removeFiles()
    do { try diary.close() } catch { closingFailure.withLock { $0 = error } }
  }
}

extension EffectRunner {
  func read(_ body: @escaping @Sendable (Diary) -> Message?) { run(on: reads, body) }

  /// Whether a newer request was submitted, or the program ends.
  func isOutdated<Request>(_ request: Request, in latest: Latest<Request>) -> Bool {
    latest.newest != request || isCancelled.load(ordering: .relaxed)
  }

  func run(on queue: DispatchQueue, _ body: @escaping @Sendable (Diary) -> Message?) {
    queue.async {
      guard let diary = self.diary.withLock({ $0 }), let message = body(diary) else { return }
      self.post(message)
    }
  }
}

extension Mutex {
  /// Takes the value out and leaves nothing.
  borrowing func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
