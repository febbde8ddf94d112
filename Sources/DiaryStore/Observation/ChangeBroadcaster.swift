import GRDB
import SQLiteKit
import Synchronization

/// Hands each change to all observers, and watches the store for changes of other processes.
///
/// Watching starts with the first observer.
final class ChangeBroadcaster: Sendable {
  /// The callbacks of an observer; neither may wait.
  struct Callbacks: Sendable {
    /// Called when there is a change to take with `takePending(of:)`.
    let onChange: @Sendable () -> Void
    /// Called once, when there will be no more changes.
    let onEnd: @Sendable () -> Void
  }

  private struct Observer {
    let callbacks: Callbacks
    /// The changes that the observer has not taken yet, merged into one.
    var pending: StoreChange?
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var lastID = 0
    var isClosed = false
    var watch: ExternalChangeWatcher?
  }

  private let state = Mutex(State())
  private let listCache: OrderedIDCache
  private let makeWatch: @Sendable (_ report: @escaping @Sendable () -> Void) -> ExternalChangeWatcher?

  /// Creates a broadcaster without observers; the store is not watched yet.
  ///
  /// - Parameters:
  ///   - listCache: Notes each change before any observer is notified.
  ///   - makeWatch: Starts to watch the store; called with the first observer. Returns `nil` if the file system cannot
  ///     be watched.
  init(
    _ listCache: OrderedIDCache,
    makeWatch: @escaping @Sendable (@escaping @Sendable () -> Void) -> ExternalChangeWatcher?
  ) {
    self.listCache = listCache
    self.makeWatch = makeWatch
  }

  /// Whether changes of other processes are noticed.
  var isWatching: Bool { state.withLock { $0.watch != nil } }

  func send(_ change: StoreChange) {
    listCache.note(change)
    state.withLock { state in
      for id in state.observers.keys {
        if state.observers[id]?.pending?.merge(change) == nil { state.observers[id]?.pending = change }
        state.observers[id]?.callbacks.onChange()
      }
    }
  }

  func subscribe(_ callbacks: Callbacks) -> Int {
    state.withLock { state in
      state.lastID += 1
      guard !state.isClosed else {
        callbacks.onEnd()
        return state.lastID
      }
      state.observers[state.lastID] = Observer(callbacks: callbacks)
      if state.watch == nil { state.watch = startWatch() }
      return state.lastID
    }
  }

  private func startWatch() -> ExternalChangeWatcher? {
    let watch = makeWatch { [weak self] in self?.send(.external) }
    // It is unknown what other processes changed before.
    listCache.note(.external)
    return watch
  }

  /// Returns the changes since the observer's last call, merged into one; `nil` if there are none.
  func takePending(of id: Int) -> StoreChange? {
    state.withLock { state in
      defer { state.observers[id]?.pending = nil }
      return state.observers[id]?.pending
    }
  }

  /// Ends the thread of every observer, and stops watching before it returns.
  func close() {
    let watch = state.withLock { state -> ExternalChangeWatcher? in
      state.isClosed = true
      for observer in state.observers.values { observer.callbacks.onEnd() }
      defer {
        state.observers = [:]
        state.watch = nil
      }
      return state.watch
    }
    watch?.stop()
  }
}

extension ChangeBroadcaster {
  /// Broadcasts what this pool and other processes commit to a store.
  ///
  /// - Parameters:
  ///   - address: The path or URI with which SQLite opens the file.
  ///   - hasMoved: Whether the file has lost its name, which is reported as well.
  convenience init(
    _ pool: DatabasePool, file: String, address: String, hasMoved: @escaping @Sendable () -> Bool,
    _ listCache: OrderedIDCache
  ) throws {
    let commits = OwnCommits()
    let version = try pool.writeWithoutTransaction { try WriterDataVersion($0) }
    self.init(listCache) { report in
      ExternalChangeWatcher(
        storeFile: file, address: address, ownCommits: commits, hasMoved: hasMoved,
        askWriter: {
          pool.asyncWriteWithoutTransaction { db in
            // If that cannot be determined, one report too many does no harm.
            if (try? version.hasChanged(db)) ?? true { report() }
          }
        }, report: report)
    }
    pool.add(
      transactionObserver: CommitObserver(commits: commits) { [weak self] in self?.send($0) },
      extent: .databaseLifetime)
  }
}

/// Reports what the transactions of this diary change.
///
/// The writing connection calls it, one call at a time.
private final class CommitObserver: TransactionObserver {
  /// Columns of `photo` that the background work fills in and no list or screen shows.
  private static let hiddenColumns: Set<String> = ["sha256", "is_missing"]

  /// Columns of `beer` that change without the user's doing; see ``LabelAssignment``.
  private static let hiddenBeerColumns: Set<String> = ["label_id"]

  private let commits: OwnCommits
  private let report: (StoreChange) -> Void
  private var beers = ChangedBeers()
  /// Whether the transaction has changed anything that is shown.
  private var hasChanges = false
  /// Whether the transaction has added or deleted photos, which can change the lists that their beers are in.
  private var changesPhotoCounts = false

  init(commits: OwnCommits, report: @escaping (StoreChange) -> Void) {
    self.commits = commits
    self.report = report
  }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    switch kind {
    case .insert("beer"), .delete("beer"), .insert("photo"), .delete("photo"): true
    case .update("beer", let columns): columns != Self.hiddenBeerColumns
    case .insert("label_fields"), .delete("label_fields"): true
    case .update("photo", let columns): !columns.isSubset(of: Self.hiddenColumns)
    default: false
    }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    hasChanges = true
    if event.tableName == "beer" { beers.insert(event.rowID) }
    if event.tableName == "photo", event.kind != .update { changesPhotoCounts = true }
  }

  func databaseWillCommit() { commits.begin() }

  func databaseDidCommit(_ db: Database) {
    // An import adds photos without changing their beers, whose ids are not known here.
    let areBeersUnknown = changesPhotoCounts && beers.ids?.isEmpty == true
    if hasChanges { report(StoreChange(beers: areBeersUnknown ? nil : beers.ids)) }
    databaseDidRollback(db)
  }

  func databaseDidRollback(_ db: Database) {
    commits.finish()
    beers = ChangedBeers()
    hasChanges = false
    changesPhotoCounts = false
  }
}
