import GRDB
import SQLiteKit
import Synchronization

/// Hands each change to all observers, and watches the store for other processes once there is one.
final class ChangeBroadcaster: Sendable {
  /// Tells an observer that there is something to take, or that there will be nothing any more; never waits.
  struct Bell: Sendable {
    let ring: @Sendable () -> Void
    let end: @Sendable () -> Void
  }

  private struct Observer {
    let bell: Bell
    /// What it has not taken yet.
    var pending: StoreChange?
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var lastID = 0
    var isClosed = false
    var watch: ExternalChangeWatcher?
  }

  private let state = Mutex(State())
  private let lists: OrderedIDCache
  private let makeWatch: @Sendable (_ report: @escaping @Sendable () -> Void) -> ExternalChangeWatcher?

  /// - Parameters:
  ///   - lists: Learns of changes before any observer does.
  ///   - makeWatch: Starts to watch the store; called when the first observer comes.
  init(
    _ lists: OrderedIDCache,
    makeWatch: @escaping @Sendable (@escaping @Sendable () -> Void) -> ExternalChangeWatcher?
  ) {
    self.lists = lists
    self.makeWatch = makeWatch
  }

  /// Whether changes of other processes are noticed.
  var isWatching: Bool { state.withLock { $0.watch != nil } }

  func send(_ change: StoreChange) {
    lists.note(change)
    state.withLock { state in
      for id in state.observers.keys {
        if state.observers[id]?.pending?.merge(change) == nil { state.observers[id]?.pending = change }
        state.observers[id]?.bell.ring()
      }
    }
  }

  func subscribe(_ bell: Bell) -> Int {
    state.withLock { state in
      state.lastID += 1
      guard !state.isClosed else {
        bell.end()
        return state.lastID
      }
      state.observers[state.lastID] = Observer(bell: bell)
      if state.watch == nil { state.watch = startWatch() }
      return state.lastID
    }
  }

  private func startWatch() -> ExternalChangeWatcher? {
    let watch = makeWatch { [weak self] in self?.send(.external) }
    // Nobody knows what came before.
    lists.note(.external)
    return watch
  }

  func takePending(of id: Int) -> StoreChange? {
    state.withLock { state in
      defer { state.observers[id]?.pending = nil }
      return state.observers[id]?.pending
    }
  }

  /// Ends every observer's thread; nothing is watched any more when this returns.
  func close() {
    let watch = state.withLock { state -> ExternalChangeWatcher? in
      state.isClosed = true
      for observer in state.observers.values { observer.bell.end() }
      defer { (state.observers, state.watch) = ([:], nil) }
      return state.watch
    }
    watch?.stop()
  }
}

extension ChangeBroadcaster {
  /// Hands on what is committed to a store, through this pool and by others.
  ///
  /// - Parameter address: By which SQLite finds the file.
  convenience init(_ pool: DatabasePool, file: String, address: String, _ lists: OrderedIDCache) throws {
    let commits = OwnCommits()
    let version = try pool.writeWithoutTransaction { try WriterDataVersion($0) }
    self.init(lists) { report in
      ExternalChangeWatcher(
        storeFile: file, address: address, ownCommits: commits,
        askWriter: {
          pool.asyncWriteWithoutTransaction { db in
            // Where it cannot tell, looking once too often does no harm.
            if (try? version.hasChanged(db)) ?? true { report() }
          }
        }, report: report)
    }
    pool.add(
      transactionObserver: CommitObserver(commits: commits) { [weak self] in self?.send($0) },
      extent: .databaseLifetime)
  }
}
