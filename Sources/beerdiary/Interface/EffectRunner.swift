import DiaryStore
import DiaryUI
import Dispatch
import Foundation
import Synchronization
import Telemetry

/// Does what updates ask for, away from the interface's thread, and answers with messages.
///
/// Writes have a queue of their own, which keeps their order; reads never wait for them. Slow work comes in slices on a
/// third queue, and pictures are decoded on a fourth. Of requests for rows, for a beer, or for pictures, that wait for their turn only
/// the newest is run.
final class EffectRunner: Sendable {
  /// Opens the diary; called from a background thread.
  typealias OpenDiary =
    @Sendable (
      _ foresee: @escaping @Sendable ([BeerRow]) -> Void,
      _ progress: @escaping @Sendable (MigrationProgress) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(DiaryError) -> Diary

  private let openDiary: OpenDiary
  let recordSignal: @Sendable (Signal) -> Void
  let post: @Sendable (Message) -> Void

  private let writes = DispatchQueue(label: "diary.writes", qos: .userInitiated)
  private let reads = DispatchQueue(label: "diary.reads", qos: .userInitiated)
  let pictures = DispatchQueue(label: "diary.pictures", qos: .userInitiated)
  /// Counting takes the whole of a list: rows do not wait for it.
  private let counts = DispatchQueue(label: "diary.counts", qos: .userInitiated)
  let drafts = DispatchQueue(label: "diary.drafts", qos: .userInitiated)
  /// A file is imported in transactions of its own, between which changes find their time.
  let imports = DispatchQueue(label: "diary.imports", qos: .utility)
  let stopsImport = Atomic(false)
  private let slices = DispatchQueue(label: "diary.slices", qos: .utility)
  let diary = Mutex<Diary?>(nil)
  private let closingFailure = Mutex<DiaryError?>(nil)
  let isCancelled = Atomic(false)
  /// A diary that opens all the same is used as any other.
  private let stopsOpening = Atomic(false)
  private let newestRows = Mutex<RowRequest?>(nil)
  private let newestSummary = Atomic(0)
  private let newestComparison = Atomic(0)
  private let newestList = Mutex(BeerQuery())
  private let newestPlace = Mutex<PlaceRequest?>(nil)
  let newestMatch = Mutex<MatchRequest?>(nil)
  let newestMarks = Mutex<MarkRequest?>(nil)
  private let newestBeer = Mutex<BeerRequest?>(nil)
  let newestPictures = Mutex<PictureRequest?>(nil)
  private let cacheFolder: String?
  let recovery: DraftFolder?
  let unsaved = Mutex<UnsavedForm?>(nil)
  /// What is said on the shell at the end.
  let farewells = Mutex<[String]>([])
  private let notice: TelemetryNotice?
  let thumbnails = Mutex<PhotoThumbnails?>(nil)
  let viewer = PhotoViewer()

  init(
    openDiary: @escaping OpenDiary, record: @escaping @Sendable (Signal) -> Void,
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

  /// Starts an effect and returns at once; what concerns the terminal is the event loop's.
  func run(_ effect: Effect) {
    switch effect {
    case .openDiary: writes.async { self.open() }
    case .refreshLists:
      run(on: reads) { diary in
        diary.refreshLists()
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
        .vocabulary(Result { () throws(DiaryError) in try diary.filterVocabulary() })
      }
    case .loadValues(let field):
      run(on: counts) { diary in
        let isWanted = { !self.isCancelled.load(ordering: .relaxed) }
        return .fieldValues(
          field,
          Result { () throws(DiaryError) in try diary.mostUsed(inField: field, isWanted: isWanted) })
      }
    case .askToday: slices.async { self.post(.today(.today)) }
    case .loadBeer(let request): loadBeer(request)
    case .movePhoto(let move): self.move(move)
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
  func finish(within limit: DispatchTimeInterval) -> DiaryError? {
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
  private func open() {
    let throttle = ProgressThrottle(post: post)
    let result = Result { () throws(DiaryError) in
      try openDiary(
        { self.post(.foreseen($0)) }, { throttle.report($0) }, { self.isOpeningStopped })
    }
    if case .success(let opened) = result {
      thumbnails.withLock { $0 = PhotoThumbnails(of: opened, cachedIn: cacheFolder) }
      diary.withLock { $0 = opened }
    }
    if case .success(let opened) = result, let reason = opened.readOnlyReason {
      post(.openedReadOnly(reason))
    }
    post(.opened(result.map(\.migration)))
    guard case .success(let opened) = result else { return }
    followChanges(of: opened)
    drafts.async { if let kept = self.recovery?.kept(), !kept.isEmpty { self.post(.draftsFound(kept)) } }
  }

  private var isOpeningStopped: Bool {
    stopsOpening.load(ordering: .relaxed) || isCancelled.load(ordering: .relaxed)
  }

  /// A person sees no more of a list that changes all the time.
  private static let pauseBetweenChanges: TimeInterval = 0.2

  /// Tells of other programs' changes until the diary is closed.
  private func followChanges(of diary: Diary) {
    diary.followChanges { [post] change in
      guard change.isForeign else { return }
      post(.storeChanged)
      Thread.sleep(forTimeInterval: Self.pauseBetweenChanges)
    }
  }

  private func loadSummary(_ request: SummaryRequest) {
    newestSummary.store(request.generation, ordering: .relaxed)
    run(on: counts) { diary in
      // The rows that are wanted come first: two processors would share their time with the count.
      self.reads.sync {}
      let result = Result { () throws(DiaryError) in
        try diary.summary(request.query) { self.isWanted(request.generation, self.newestSummary) }
      }
      return self.isWanted(request.generation, self.newestSummary) ? .summary(request, result) : nil
    }
  }

  private func compareMarks(_ request: MarkRequest) {
    newestComparison.store(request.generation, ordering: .relaxed)
    run(on: counts) { diary in
      let result = Result { () throws(DiaryError) in
        try diary.ids(request.query) { self.isWanted(request.generation, self.newestComparison) }
      }
      return self.isWanted(request.generation, self.newestComparison) ? .marksCompared(request, result) : nil
    }
  }

  /// Whether a request is the newest of its kind, and the program goes on.
  private func isWanted(_ generation: Int, _ newest: borrowing Atomic<Int>) -> Bool {
    newest.load(ordering: .relaxed) == generation && !isCancelled.load(ordering: .relaxed)
  }

  private func loadRows(_ request: RowRequest) {
    newestRows.withLock { $0 = request }
    newestList.withLock { $0 = request.query }
    read { diary in
      guard let request = self.newestRows.take() else { return nil }
      let result = Result { () throws(DiaryError) in
        try diary.rows(request.query, in: request.range, tellingOf: request.search.searchWords) {
          self.isNewest(request.query)
        }
      }
      // An answer that was given up is followed by the one that was asked for instead.
      return self.isNewest(request.query) ? .rows(request, result) : nil
    }
  }

  /// Whether the interface still shows this list, or waits for it.
  private func isNewest(_ query: BeerQuery) -> Bool {
    newestList.withLock { $0 == query } && !isCancelled.load(ordering: .relaxed)
  }

  private func loadPlace(_ request: PlaceRequest) {
    newestPlace.withLock { $0 = request }
    read { diary in
      guard self.isNewest(request) else { return nil }
      return .place(
        request,
        Result { () throws(DiaryError) in
          try diary.position(of: request.beer, in: request.query) { self.isNewest(request) }
        })
    }
  }

  private func isNewest(_ request: PlaceRequest) -> Bool {
    newestPlace.withLock { $0 == request } && !isCancelled.load(ordering: .relaxed)
  }

  private func loadBeer(_ request: BeerRequest) {
    newestBeer.withLock { $0 = request }
    read { diary in
      guard let request = self.newestBeer.take() else { return nil }
      return .beer(request, Result { () throws(DiaryError) in try diary.beer(request.id) })
    }
  }

  private func move(_ move: PhotoMove) {
    run(on: writes) { diary in
      .photoMoved(
        move, Result { () throws(DiaryError) in try diary.movePhoto(move.photoID, to: move.index) })
    }
  }

  /// Rows are read meanwhile.
  private func loadStatistics(_ query: BeerQuery) {
    run(on: slices) { diary in
      .statistics(query, Result { () throws(DiaryError) in try diary.statistics(query, today: .today) })
    }
  }

  private func loadFormHelp() {
    post(.today(.today))
    run(on: counts) { diary in
      // Without words to offer the form is as good to type in.
      let words = CompletedField.allCases.map { (try? diary.mostUsed($0)) ?? [] }
      return .formHelp(
        FormHelp(today: .today, breweries: words[0], styles: words[1], places: words[2]))
    }
  }

  private func change(_ request: ChangeRequest) {
    run(on: writes) { diary in
      let progress = self.progress(of: request)
      return .changed(
        request, Result { () throws(DiaryError) in try diary.perform(request, progress: progress) })
    }
  }

  /// Shows as much of a change's progress as can be read.
  private func progress(of request: ChangeRequest) -> (Int) -> Void {
    let total = request.beerCount
    var next = ContinuousClock.now
    return { done in
      let now = ContinuousClock.now
      guard done < total, now >= next else { return }
      next = now + Self.pauseBetweenShares
      self.post(.changing(done: done, total: total))
    }
  }

  private static let pauseBetweenShares = Duration.milliseconds(100)

  private func workInBackground() {
    run(on: slices) { diary -> Message? in
      // The rows that are wanted come first, as before a count.
      self.reads.sync {}
      return .workedInBackground(
        Result { () throws(DiaryError) -> BackgroundProgress? in
          if let progress = try diary.workInBackground() { return progress }
          return try self.thumbnails.withLock { $0 }?.makeSome()
        })
    }
  }

  func read(_ body: @escaping @Sendable (Diary) -> Message?) { run(on: reads, body) }

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

/// Passes on as much progress as a screen can show.
private final class ProgressThrottle: Sendable {
  private static let pause = Duration.milliseconds(30)

  let post: @Sendable (Message) -> Void
  private let last = Mutex<(phase: MigrationProgress.Phase, time: ContinuousClock.Instant)?>(nil)

  init(post: @escaping @Sendable (Message) -> Void) { self.post = post }

  func report(_ progress: MigrationProgress) {
    let now = ContinuousClock.now
    let isDue = last.withLock { last in
      if let last, last.phase == progress.phase, now - last.time < Self.pause { return false }
      last = (progress.phase, now)
      return true
    }
    if isDue { post(.migrating(progress)) }
  }
}
