import DiaryStore
import Dispatch
import Synchronization

/// The diary of the interface, read and opened while the program still takes over the terminal.
///
/// Only one that is there and current: a store that has to be made or migrated, and one that cannot be opened, is the
/// interface's own affair, which tells of it.
final class DiaryAhead: Sendable {
  struct Opened: Sendable {
    let diary: Diary
    let beerCount: Int
    let duration: Duration
  }

  private struct State {
    var wanted: (query: BeerQuery, count: Int)?
    var rows: [BeerRow]?
    /// Kept to the end: where a database's queue goes, Dispatch begins to look after its threads and wakes the program
    /// every second from then on.
    var glance: DiaryGlance?
    var result: Result<Opened?, DiaryError>?
    var isTaken = false
    var isUnwanted = false
  }

  private let path: String
  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private let mayOpen = DispatchSemaphore(value: 0)
  private let hasRead = DispatchSemaphore(value: 0)
  private let hasOpened = DispatchSemaphore(value: 0)

  /// Starts to look at the diary at a path.
  ///
  /// Chooses where users' names are looked up, too, so nothing may ask for one before `take` has returned.
  init(_ path: String) {
    self.path = path
    if SideThread.start({ self.work() }) { return }
    NameServices.useFilesOnly()
    hasRead.signal()
    hasOpened.signal()
  }

  /// Has the first rows of a list read, and then the diary opened.
  func begin(with query: BeerQuery, count: Int) {
    state.withLock { $0.wanted = (query, count) }
    mayOpen.signal()
  }

  /// What `begin` has had read, once; `nil` where that could not be done, or not in this time.
  ///
  /// - Parameter isCancelled: Asked now and then; on `true` the rows are no longer wanted.
  func takeRows(within limit: Duration, isCancelled: () -> Bool = { false }) -> [BeerRow]? {
    let end = ContinuousClock.now + limit
    while hasRead.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { state.withLock { $0.glance }?.giveUp() }
      if ContinuousClock.now >= end { return nil }
    }
    // Whoever asks again does not wait.
    hasRead.signal()
    return state.withLock { state in
      defer { state.rows = nil }
      return state.rows
    }
  }

  /// The diary, once and as soon as `begin` has had it opened; `nil` where the interface has to open it.
  ///
  /// - Throws: `.busy` where somebody else did not let it be opened: to wait for that once is enough.
  func take() throws(DiaryError) -> Opened? {
    hasOpened.wait()
    let result = state.withLock { state in
      defer { (state.result, state.isTaken) = (nil, true) }
      return state.result
    }
    if case .failure(.busy(let path)) = result { throw .busy(path: path) }
    return try? result?.get()
  }

  /// Has the diary closed where nobody has taken it; does not wait long for one that is still being opened.
  func closeUnused() {
    let isTaken = state.withLock { state in
      state.isUnwanted = true
      return state.isTaken
    }
    if isTaken { return }
    mayOpen.signal()
    guard hasOpened.wait(timeout: .now() + .milliseconds(500)) == .success else { return }
    close(state.withLock { $0.result })
  }

  /// On a thread of its own.
  private func work() {
    let glance = DiaryGlance(at: path)
    state.withLock { $0.glance = glance }
    mayOpen.wait()
    let (wanted, isUnwanted) = state.withLock { ($0.wanted, $0.isUnwanted) }
    if let wanted, !isUnwanted {
      let rows = glance?.rows(wanted.query, first: wanted.count)
      state.withLock { $0.rows = rows }
    }
    hasRead.signal()
    NameServices.useFilesOnly()
    if let glance { isUnwanted ? glance.close() : open(glance) }
    hasOpened.signal()
  }

  private func open(_ glance: DiaryGlance) {
    let result = Result { () throws(DiaryError) -> Opened? in
      let diary = try glance.open()
      return Opened(
        diary: diary, beerCount: try diary.roughBeerCount(), duration: ContinuousClock.now - start)
    }
    let isUnwanted = state.withLock { state in
      if !state.isUnwanted { state.result = result }
      return state.isUnwanted
    }
    if isUnwanted { close(result) }
  }

  private func close(_ result: Result<Opened?, DiaryError>?) {
    // What could not be moved out of the -wal is there when the diary is next opened.
    try? result?.get()?.diary.close()
  }
}
