import CoreDataMigration
import DiaryModel
package import Foundation
package import GRDB
package import SQLiteKit
import Synchronization

/// The connections to a diary's store.
///
/// Opening migrates. All functions can be called from any thread.
package final class DiaryDatabase: Sendable {
  /// The store as the user named it.
  package let path: String
  /// The store's file, with symbolic links resolved.
  package let file: String
  /// The migration that opening needed; `nil` if the store was current or new.
  package let migration: MigrationReport?
  private let readOnlySession: ReadOnlySession?
  /// Why the diary can only be read although it was opened for writing; `nil` if it was opened for reading.
  package let readOnlyReason: StoreError?
  private let pool: DatabasePool
  private let openDatabase: OpenDatabase
  /// The file whose name is checked before changes; `nil` if the diary can only be read.
  private let openedFile: OpenedFile?
  private let clock: @Sendable () -> Date
  let listCache = OrderedIDCache()
  /// How much of each kind of background work remains, once it has been counted; see ``BackgroundWorker``.
  let remainingWork = Mutex<[BackgroundWork: Int]>([:])
  let backgroundLease = BackgroundLease()
  let broadcaster: ChangeBroadcaster
  /// Whether the background work has looked for images that were missing, which it does once.
  let hasLookedForReturnedImages = Mutex(false)

  private init(
    path: String, file: String, pool: DatabasePool, address: String? = nil, openedFile: OpenedFile? = nil,
    migration: MigrationReport? = nil, readOnlySession: ReadOnlySession? = nil,
    readOnlyReason: StoreError? = nil, clock: @escaping @Sendable () -> Date
  ) throws {
    self.path = path
    self.file = file
    self.pool = pool
    openDatabase = OpenDatabase(path: file)
    self.openedFile = openedFile
    self.migration = migration
    self.readOnlySession = readOnlySession
    self.readOnlyReason = readOnlyReason
    self.clock = clock
    broadcaster = try ChangeBroadcaster(
      pool, file: file, address: address ?? file, hasMoved: { openedFile?.hasMoved ?? false }, listCache)
  }

  deinit {
    // Removes the files that were created for reading, if `close()` was not called. Connections are closed first.
    guard let readOnlySession else { return }
    broadcaster.close()
    // Closing fails only during a read, which would keep this object alive.
    try? pool.close()
    readOnlySession.removeCreatedFiles()
  }

  /// See ``Diary/open(at:createsMissing:acceptsUnexpectedSchema:migratesLegacy:for:clock:timeZone:progress:timeout:isCancelled:freeSpace:)``.
  static func open(
    at path: String, createsMissing: Bool, acceptsUnexpectedSchema: Bool, migratesLegacy: Bool,
    for mode: DiaryOpenMode, clock: @escaping @Sendable () -> Date, timeZone: TimeZone,
    progress: @escaping @Sendable (MigrationProgress) -> Void, timeout: Duration?,
    isCancelled: @escaping @Sendable () -> Bool, freeSpace: FreeSpace
  ) throws(OpeningError) -> DiaryDatabase {
    let found = try StoreInspection.inspect(
      path, as: path, schemaCheck: acceptsUnexpectedSchema ? .tablesOnly : .full,
      rollsBack: migratesLegacy && mode != .reading)
    switch found?.version {
    case nil where !createsMissing: throw .store(.notFound(path: path))
    case nil:
      try OpeningError.mapErrors(at: path) { try OrphanedSidecar.refuse(creating: path) }
      try NewStore(path: path, clock: clock, freeSpace: freeSpace).make()
    case 0: throw .emptyFile(path: path)
    case let version? where StoreVersion.isLegacy(version) && !migratesLegacy:
      throw .legacyStore(path: path)
    case StoreVersion.current where mode == .reading:
      do {
        return try openCurrentReadOnly(path, timeZone: timeZone)
      } catch {
        switch error {
        // Opening the store for writing would wait for the other program again, or fail for a reason that helps less.
        case .store(.busy), .store(.unreadableWAL): throw error
        default: break
        }
        // A transaction that a crash interrupted has to be rolled back first, which needs write access.
      }
    default: break
    }
    let store = found ?? StoreInspection.Identity(version: StoreVersion.current)
    do {
      return try open(
        path, from: store, clock: clock, timeZone: timeZone, progress: progress,
        cancellation: CancellationToken(timeout: timeout, isCancelled), freeSpace: freeSpace)
    } catch {
      guard mode == .writingIfPossible, store.version == StoreVersion.current,
        case .store(let reason) = error, reason.mayAllowReading
      else { throw error }
      do throws(OpeningError) {
        return try openCurrentReadOnly(path, timeZone: timeZone, because: reason)
      } catch .store(.unreadableWAL) {
        throw .store(.unreadableWAL(path: path))
      } catch {
        throw .store(reason)
      }
    }
  }

  private static func open(
    _ path: String, from store: StoreInspection.Identity, clock: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    progress: @escaping @Sendable (MigrationProgress) -> Void, cancellation: CancellationToken,
    freeSpace: FreeSpace,
    retries: Bool = true
  ) throws(OpeningError) -> DiaryDatabase {
    let file = StoreFile.resolved(path)
    // SQLite would open the store read-only and leave a -shm that no program can write to.
    if access(file, W_OK) != 0, errno == EACCES || errno == EROFS {
      throw .store(.permissionDenied(path: path))
    }
    let readOnlySession = ReadOnlySession(file: file)
    do {
      try StoreFile.refuseHardLinks(file, as: path)
      let context = MigrationContext(
        path: path, file: file, now: clock(), progress: progress, cancellation: cancellation,
        freeSpace: freeSpace)
      SharedMemoryFile.removeUnusable(for: file)
      let report = try StoreMigration(context).run(from: store)
      let openedFile = OpenedFile(path: path, file: file)
      let configuration = configuration(timeZone) { try openedFile.checkConnection() }
      let pool = try DatabasePool(path: file, configuration: configuration)
      try pool.writeWithoutTransaction { try $0.execute(sql: Self.writerPragmas) }
      return try DiaryDatabase(
        path: path, file: file, pool: pool, openedFile: openedFile, migration: report, clock: clock)
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_READONLY_DBMOVED && retries
    {
      readOnlySession.removeCreatedFiles()
      // A restored diary replaced the file while this process waited for the lock.
      return try open(
        path, from: store, clock: clock, timeZone: timeZone, progress: progress, cancellation: cancellation,
        freeSpace: freeSpace, retries: false)
    } catch {
      readOnlySession.removeCreatedFiles()
      throw OpeningError(mapping: error, path: path)
    }
  }

  /// The settings of the writing connection.
  ///
  /// `FULL` keeps committed writes across a power cut; GRDB's default may lose the last ones. The -wal grows to
  /// 16 MB before a checkpoint, because each checkpoint waits for the disk twice. A second thread sorts indexes that are
  /// rebuilt.
  private static let writerPragmas = """
    PRAGMA synchronous = FULL; PRAGMA cache_size = -\(PageCacheSize.usual); PRAGMA wal_autocheckpoint = 4000;
    PRAGMA threads = 1
    """

  /// Whether nothing can be changed; every change is refused with `readOnlyReason`, or else with `.readOnly`.
  package var isReadOnly: Bool { readOnlySession != nil }

  /// Whether the path leads to another file than the one that is open for changes, or to none; every change is then
  /// refused with `.moved`.
  var hasMoved: Bool { openedFile?.hasMoved ?? false }

  /// See ``Diary/openReadOnly(at:acceptsUnexpectedSchema:because:)``.
  static func openReadOnly(
    at path: String, acceptsUnexpectedSchema: Bool, because reason: StoreError?
  ) throws(OpeningError) -> DiaryDatabase {
    let store = try StoreInspection.inspect(
      path, as: path, schemaCheck: acceptsUnexpectedSchema ? .tablesOnly : .full)
    guard let version = store?.version else { throw .store(.notFound(path: path)) }
    if version == 0 { throw .emptyFile(path: path) }
    if StoreVersion.isLegacy(version) { throw .legacyStore(path: path) }
    guard version == StoreVersion.current else { throw .needsMigration(path: path) }
    return try openCurrentReadOnly(path, because: reason)
  }

  private static func openCurrentReadOnly(
    _ path: String, timeZone: TimeZone = .autoupdatingCurrent, because reason: StoreError? = nil
  ) throws(OpeningError) -> DiaryDatabase {
    let file = StoreFile.resolved(path)
    return try OpeningError.mapErrors(at: path) {
      var configuration = configuration(timeZone)
      configuration.readonly = true
      let readOnlySession = ReadOnlySession(file: file)
      return try readOnlySession.open { address in
        let pool = try DatabasePool(path: address, configuration: configuration)
        return try DiaryDatabase(
          path: path, file: file, pool: pool, address: address, readOnlySession: readOnlySession,
          readOnlyReason: reason,
          clock: { Date() })
      }
    }
  }

  /// See ``Diary/close()``.
  ///
  /// - Throws: Any error of SQLite, such as `.diskFull`; the connections may then stay open.
  package func close() throws(StoreError) {
    broadcaster.close()
    do {
      releaseBackgroundWork()
      if !isReadOnly { try pool.barrierWriteWithoutTransaction { try Self.checkpoint($0) } }
      // The last connection to close removes the -wal, and a read-only connection cannot do that.
      pool.invalidateReadOnlyConnections()
      try pool.close()
      openDatabase.close()
      readOnlySession?.removeCreatedFiles()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Releases the lease on the background work, so that other programs need not wait until it expires.
  private func releaseBackgroundWork() {
    guard backgroundLease.isHeld else { return }
    do { try pool.write { try backgroundLease.release($0) } } catch {
      // The lease expires within seconds, and nothing else depends on this write.
    }
  }

  /// Checkpoints the -wal before the database is closed, unless another connection is using it now.
  private static func checkpoint(_ db: Database) throws {
    do {
      // Nothing is lost without the checkpoint, so leaving the program does not wait for a long import of another one.
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      _ = try db.checkpoint(.truncate)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // The last connection to close the store checkpoints the -wal.
      return
    }
  }

  /// The current time as ISO 8601 text in UTC; 1970 if the clock's time cannot be represented.
  package var timestamp: String { DiaryDate(instant: clock())?.text ?? "1970-01-01T00:00:00Z" }

  /// The current time, from the diary's clock.
  package var now: Date { clock() }

  /// The folder in which Core Data stores large images as files; it may not exist.
  package var externalFolder: String { StoreFile.externalDataFolder(ofStore: file) }

  /// Calls `body` in a read transaction, which sees the store as it is at one moment.
  ///
  /// - Throws: Any error of `body` as a `StoreError`.
  package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.mapErrors(at: path) { try detectingWrites { try pool.read(body) } }
  }

  /// Copies the store into another database, as it is at one moment.
  ///
  /// - Parameters:
  ///   - pagesPerStep: How many pages are copied before `progress` is called.
  ///   - progress: Called after each step; an error that it throws ends the copy.
  /// - Throws: The error of SQLite or of `progress`.
  package func backup(
    to queue: DatabaseQueue, pagesPerStep: Int32, progress: @escaping (DatabaseBackupProgress) throws -> Void
  ) throws {
    try detectingWrites { try pool.backup(to: queue, pagesPerStep: CInt(pagesPerStep), progress: progress) }
  }

  /// Calls `body`, and throws `.busy` if the store is read without locks and was written to during the call.
  private func detectingWrites<Value>(_ body: () throws -> Value) throws -> Value {
    guard let readOnlySession else { return try body() }
    return try readOnlySession.read({ pool.invalidateReadOnlyConnections() }, body)
  }

  /// Calls `body` in a write transaction, which is rolled back if `body` throws.
  ///
  /// - Throws: Any error of `body`; `readOnlyReason`, or else `StoreError.readOnly`, if the diary can only be read;
  ///   `StoreError.moved` if the file has lost its name; `.migrated` if a newer version of the program has migrated it.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try requireWriteAccess()
    return try pool.write { try change($0, body) }
  }

  /// Calls `body` as ``write(_:)`` does, in a transaction that can be canceled.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to interrupt the statement.
  /// - Throws: The errors of ``write(_:)``, and `SQLITE_INTERRUPT` of an interrupted statement.
  func write<Value>(isCancelled: () -> Bool, _ body: (Database) throws -> Value) throws -> Value {
    try requireWriteAccess()
    return try pool.write { db in
      try db.interruptingStatements(if: isCancelled) { try change(db, body) }
    }
  }

  /// Calls `body` in a write transaction that has begun.
  private func change<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
    try requireName()
    try requireOwnVersion(db)
    let value = try body(db)
    try LabelAssignment(db).finishTransaction()
    // An import can take minutes.
    try requireName()
    return value
  }

  private func requireName() throws(StoreError) {
    if hasMoved { throw .moved(path: path) }
  }

  /// Throws if a newer version of the program has migrated the store since it was opened.
  ///
  /// What this version writes may not fit the new schema.
  private func requireOwnVersion(_ db: Database) throws {
    let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")) ?? 0
    if version > StoreVersion.current { throw StoreError.migrated(path: path) }
  }

  private func requireWriteAccess() throws(StoreError) {
    if isReadOnly { throw readOnlyReason ?? .readOnly(path: path) }
  }

  /// How long a write waits for that of another process, in seconds.
  private static let busyTimeout: TimeInterval = 10

  private static func configuration(
    _ timeZone: TimeZone, _ check: @escaping @Sendable () throws -> Void = {}
  ) -> Configuration {
    var configuration = Configuration.hardened(check)
    configuration.prepareDatabase { db in
      for function in LocalTimeSQL.functions(timeZone) { db.add(function: function) }
      db.add(function: ServingSQL.function)
      db.add(function: AmountSQL.function)
      db.add(function: TypedNumberSQL.function)
    }
    configuration.busyMode = .timeout(busyTimeout)
    configuration.maximumReaderCount = 4
    return configuration
  }
}

/// A type that does a part of the diary's work, and reads and writes through `database`.
package protocol DiaryComponent {
  /// The error that ``write(_:)`` throws.
  associatedtype WriteError: DiaryError = StoreError

  /// The diary's connections.
  var database: DiaryDatabase { get }
}

extension DiaryComponent {
  /// Calls `body` in a read transaction, which sees the store as it is at one moment.
  ///
  /// - Throws: `StoreError`, to which an error of `body` is converted.
  package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try database.read(body)
  }

  /// Calls `body` as ``read(_:)`` does, in a transaction that can be canceled.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  package func read<Value>(
    isCancelled: () -> Bool, _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    try read { db in try db.interruptingStatements(if: isCancelled) { try body(db) } }
  }

  /// Calls `body` in a write transaction, which is rolled back if `body` throws.
  ///
  /// - Throws: The error of `body`, or of SQLite, as the error of the component's kind.
  package func write<Value>(_ body: (Database) throws -> Value) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) { try database.write(body) }
  }

  /// Calls `body` as ``write(_:)`` does, in a transaction that can be canceled.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  package func write<Value>(
    isCancelled: () -> Bool, _ body: (Database) throws -> Value
  ) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) { try database.write(isCancelled: isCancelled, body) }
  }

  /// Calls `body` in a read transaction, and throws the error of the component's kind, as ``write(isCancelled:_:)`` does.
  ///
  /// ``read(isCancelled:_:)`` would make a `StoreError` of what `body` refuses.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  func readMappingErrors<Value>(
    isCancelled: () -> Bool = { false }, _ body: (Database) throws -> Value
  ) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) {
      try read(isCancelled: isCancelled) { db in Result { () throws -> Value in try body(db) } }.get()
    }
  }

  /// The store as the user named it.
  package var path: String { database.path }
  /// The store's file, with symbolic links resolved.
  package var file: String { database.file }
  /// The current time, from the diary's clock.
  package var now: Date { database.now }
  /// The current time as it is written to the store: ISO 8601 in UTC.
  package var timestamp: String { database.timestamp }
  /// The folder in which Core Data stores large images as files; it may not exist.
  package var externalFolder: String { database.externalFolder }
  /// The cached lists of ids.
  var listCache: OrderedIDCache { database.listCache }
}
