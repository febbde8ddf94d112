import CoreDataMigration
import DiaryModel
package import Foundation
package import GRDB
import Pictures
package import SQLiteKit
import Synchronization

/// The connections to a diary's store.
///
/// Opening migrates. Safe to use from any thread.
package final class DiaryDatabase: Sendable {
  /// The store as it was named.
  package let path: String
  /// The store's file, with symbolic links resolved.
  package let file: String
  /// The migration that opening needed; `nil` if the store was current or new.
  package let migration: MigrationReport?
  private let readOnlyAccess: ReadOnlyAccess?
  /// Why the diary can only be read although it was to be changed; `nil` if it was opened to be read.
  package let readOnlyReason: StoreError?
  private let pool: DatabasePool
  private let openDatabase: OpenDatabase
  private let clock: @Sendable () -> Date
  let lists = OrderedIDCache()
  /// What the background work has counted; see `workInBackground`.
  let remainingWork = Mutex<[BackgroundWork: Int]>([:])
  let backgroundLease = BackgroundLease()
  let broadcaster: ChangeBroadcaster
  /// Whether images that were missing were looked for since the store was opened.
  let hasLookedForReturnedImages = Mutex(false)

  private init(
    path: String, file: String, pool: DatabasePool, address: String? = nil, migration: MigrationReport? = nil,
    readOnlyAccess: ReadOnlyAccess? = nil, readOnlyReason: StoreError? = nil,
    clock: @escaping @Sendable () -> Date
  ) throws {
    self.path = path
    self.file = file
    self.pool = pool
    openDatabase = OpenDatabase(path: file)
    self.migration = migration
    self.readOnlyAccess = readOnlyAccess
    self.readOnlyReason = readOnlyReason
    self.clock = clock
    broadcaster = try ChangeBroadcaster(pool, file: file, address: address ?? file, lists)
  }

  deinit {
    // If it was not closed: the files that were created to read it are removed after the last connection.
    guard let readOnlyAccess else { return }
    broadcaster.close()
    // This only fails during a read, which would have kept this object alive.
    try? pool.close()
    readOnlyAccess.removeCreatedFiles()
  }

  /// See ``Diary/open(at:createsMissing:acceptsForeignSchema:migratesLegacy:for:clock:timeZone:progress:patience:isCancelled:freeSpace:)``.
  static func open(
    at path: String, createsMissing: Bool, acceptsForeignSchema: Bool, migratesLegacy: Bool,
    for access: DiaryAccess, clock: @escaping @Sendable () -> Date, timeZone: TimeZone,
    progress: @escaping @Sendable (MigrationProgress) -> Void, patience: Duration?,
    isCancelled: @escaping @Sendable () -> Bool, freeSpace: FreeSpace
  ) throws(OpeningError) -> DiaryDatabase {
    var version = 0
    let inspection = try StoreInspection.inspect(
      path, as: path, schemaCheck: acceptsForeignSchema ? .tablesOnly : .full,
      rollsBack: migratesLegacy && access != .reading)
    switch inspection {
    case .missing where !createsMissing: throw .store(.notFound(path: path))
    case .store(version: 0): throw .emptyFile(path: path)
    case .missing:
      try OpeningError.mapErrors(at: path) { try OrphanedSidecar.refuse(creating: path) }
      try NewStore(path: path, clock: clock, freeSpace: freeSpace).make()
      version = StoreVersion.current
    case .store(let found) where StoreVersion.isLegacy(found) && !migratesLegacy:
      throw .legacyStore(path: path)
    case .store(StoreVersion.current) where access == .reading:
      do {
        return try openCurrentReadOnly(path, timeZone: timeZone)
      } catch {
        // Opening it for writing would wait for the other program once more.
        if case .store(.busy) = error { throw error }
        // A transaction interrupted by a crash has to be rolled back first, which needs write access.
        version = StoreVersion.current
      }
    case .store(let found): version = found
    }
    do {
      return try open(
        path, from: version, clock: clock, timeZone: timeZone, progress: progress,
        stop: CancellationToken(patience: patience, isCancelled), freeSpace: freeSpace)
    } catch {
      guard access == .writingIfPossible, version == StoreVersion.current,
        case .store(let reason) = error, reason.mayAllowReading,
        let diary = try? openCurrentReadOnly(path, timeZone: timeZone, because: reason)
      else { throw error }
      return diary
    }
  }

  private static func open(
    _ path: String, from version: Int, clock: @escaping @Sendable () -> Date, timeZone: TimeZone,
    progress: @escaping @Sendable (MigrationProgress) -> Void, stop: CancellationToken, freeSpace: FreeSpace,
    opensAgain: Bool = true
  ) throws(OpeningError) -> DiaryDatabase {
    let file = StoreFile.resolved(path)
    // SQLite would open it read-only and leave a -shm that nobody can write to.
    if access(file, W_OK) != 0, errno == EACCES || errno == EROFS {
      throw .store(.permissionDenied(path: path))
    }
    let readOnlyAccess = ReadOnlyAccess(file: file)
    do {
      try StoreFile.refuseHardLinks(file, as: path)
      let context = MigrationContext(
        path: path, file: file, now: clock(), progress: progress, cancellation: stop, freeSpace: freeSpace)
      SharedMemoryFile.removeUnusable(for: file)
      let report = try StoreMigration(context).run(from: version)
      let pool = try DatabasePool(path: file, configuration: configuration(timeZone))
      try pool.writeWithoutTransaction { try $0.execute(sql: Self.writerPragmas) }
      return try DiaryDatabase(path: path, file: file, pool: pool, migration: report, clock: clock)
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_READONLY_DBMOVED && opensAgain
    {
      readOnlyAccess.removeCreatedFiles()
      // A restored diary took the file's place while this one waited for it.
      return try open(
        path, from: version, clock: clock, timeZone: timeZone, progress: progress, stop: stop,
        freeSpace: freeSpace, opensAgain: false)
    } catch {
      readOnlyAccess.removeCreatedFiles()
      throw OpeningError(mapping: error, path: path)
    }
  }

  /// Settings of the writing connection.
  ///
  /// `FULL` keeps committed writes across a power cut; GRDB's default may lose the last ones. The page cache of 8 MB holds
  /// a photo, and the -wal grows to 16 MB before a checkpoint, because each checkpoint waits for the disk twice. A second
  /// thread sorts indexes that are rebuilt.
  private static let writerPragmas = """
    PRAGMA synchronous = FULL; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000; PRAGMA threads = 1
    """

  /// Whether nothing can be changed; every change is refused with `.readOnly`.
  package var isReadOnly: Bool { readOnlyAccess != nil }

  /// See ``Diary/openReadOnly(at:acceptsForeignSchema:because:)``.
  static func openReadOnly(
    at path: String, acceptsForeignSchema: Bool, because reason: StoreError?
  ) throws(OpeningError) -> DiaryDatabase {
    guard
      case .store(let version) = try StoreInspection.inspect(
        path, as: path, schemaCheck: acceptsForeignSchema ? .tablesOnly : .full)
    else { throw .store(.notFound(path: path)) }
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
      let readOnlyAccess = ReadOnlyAccess(file: file)
      return try readOnlyAccess.open { address in
        let pool = try DatabasePool(path: address, configuration: configuration)
        return try DiaryDatabase(
          path: path, file: file, pool: pool, address: address, readOnlyAccess: readOnlyAccess,
          readOnlyReason: reason,
          clock: { Date() })
      }
    }
  }

  /// See ``Diary/close()``.
  package func close() throws(StoreError) {
    broadcaster.close()
    do {
      releaseBackgroundWork()
      if !isReadOnly { try pool.barrierWriteWithoutTransaction { try Self.checkpoint($0) } }
      // The last connection to close removes the -wal, which one that only reads cannot do.
      pool.invalidateReadOnlyConnections()
      try pool.close()
      openDatabase.close()
      readOnlyAccess?.removeCreatedFiles()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Releases the lease, so that other programs need not wait for it to expire.
  private func releaseBackgroundWork() {
    guard backgroundLease.isHeld else { return }
    do { try pool.write { try backgroundLease.release($0) } } catch {
      // The lease expires within seconds, and nothing else is written here.
    }
  }

  /// Checkpoints the -wal, as far as other connections allow.
  private static func checkpoint(_ db: Database) throws {
    do {
      _ = try db.checkpoint(.truncate)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // The last one to close the store does it.
      return
    }
  }

  /// The current time as ISO 8601 text in UTC; 1970 if the clock's time cannot be represented.
  package var timestamp: String { DiaryDate(instant: clock())?.text ?? "1970-01-01T00:00:00Z" }

  /// The current time, from the diary's clock.
  package var now: Date { clock() }

  /// Where Core Data keeps images that are files of their own.
  package var externalFolder: String { StoreFile.externalDataFolder(ofStore: file) }

  /// Reads from one moment of the store.
  ///
  /// - Throws: Any error of `body` as a `StoreError`.
  package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.mapErrors(at: path) { try detectingWrites { try pool.read(body) } }
  }

  /// Copies the store into another database, as it is at one moment.
  package func backup(
    to queue: DatabaseQueue, pagesPerStep: Int32, progress: @escaping (DatabaseBackupProgress) throws -> Void
  ) throws {
    try detectingWrites { try pool.backup(to: queue, pagesPerStep: CInt(pagesPerStep), progress: progress) }
  }

  /// Calls `body`, and throws `.busy` if a store that is read without locks was written to during the call.
  private func detectingWrites<Value>(_ body: () throws -> Value) throws -> Value {
    guard let readOnlyAccess else { return try body() }
    return try readOnlyAccess.read({ pool.invalidateReadOnlyConnections() }, body)
  }

  /// Writes in one transaction, which is rolled back if `body` throws.
  ///
  /// - Throws: Any error of `body`; `StoreError.readOnly`, or why the diary can only be read.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try requireWriteAccess()
    return try pool.write(body)
  }

  private func requireWriteAccess() throws(StoreError) {
    if isReadOnly { throw readOnlyReason ?? .readOnly(path: path) }
  }

  /// Runs transactions, in rollback-journal mode if no other connection is open.
  ///
  /// Then each page is written once instead of twice; see ``RollbackJournalMode``.
  ///
  /// - Parameters:
  ///   - isWorthwhile: Whether many new pages are written and few existing ones change.
  ///   - body: Begins transactions of the kind it is given.
  func writeExclusively(
    if isWorthwhile: (Database) throws -> Bool,
    _ body: (Database, Database.TransactionKind) throws -> Void
  ) throws {
    try requireWriteAccess()
    // Connections that only read would keep the file from being locked; they are opened again when they are wanted.
    pool.invalidateReadOnlyConnections()
    try pool.writeWithoutTransaction { db in
      let usesRollbackJournal = try isWorthwhile(db) && RollbackJournalMode.begin(db)
      defer { if usesRollbackJournal { RollbackJournalMode.end(db) } }
      try body(db, usesRollbackJournal ? .exclusive : .immediate)
    }
  }

  /// How long a write waits for that of another process.
  private static let busyTimeout: TimeInterval = 10

  private static func configuration(_ timeZone: TimeZone) -> Configuration {
    var configuration = Configuration.hardened()
    configuration.prepareDatabase { db in
      for function in LocalTimeSQL.functions(timeZone) { db.add(function: function) }
    }
    configuration.busyMode = .timeout(busyTimeout)
    configuration.maximumReaderCount = 4
    return configuration
  }
}
