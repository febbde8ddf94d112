import DiaryStore
import Dispatch
import Synchronization

/// The diary of the interface, opened while the program still reads its settings and takes over the terminal.
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
    var result: Result<Opened?, DiaryError>?
    var isUnwanted = false
  }

  private let path: String
  /// A queue's threads leave signals to the others.
  private let queue = DispatchQueue(label: "diary.ahead", qos: .userInitiated)
  private let state = Mutex(State())

  /// Starts to open the diary at a path.
  init(_ path: String) {
    self.path = path
    queue.async { self.open() }
  }

  /// The diary, once and as soon as it is open; `nil` where the interface has to open it.
  ///
  /// - Throws: `.busy` where somebody else did not let it be opened: to wait for that once is enough.
  func take() throws(DiaryError) -> Opened? {
    queue.sync {}
    let result = state.withLock { state in
      defer { state.result = nil }
      return state.result
    }
    if case .failure(.busy(let path)) = result { throw .busy(path: path) }
    return try? result?.get()
  }

  /// Has the diary closed where nobody has taken it; does not wait for one that is still being opened.
  func closeUnused() {
    let result = state.withLock { state in
      defer { state.result = nil }
      state.isUnwanted = true
      return state.result
    }
    close(result)
  }

  private func open() {
    let start = ContinuousClock.now
    let result = Result { () throws(DiaryError) -> Opened? in
      guard let diary = try Diary.openIfCurrent(at: path) else { return nil }
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
