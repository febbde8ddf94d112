package import Foundation
import GRDB
import Synchronization

/// A beer diary: the façade over one store file.
///
/// Opening migrates, so a handle to a store that is not current cannot exist. Safe from any thread; every call blocks
/// until it is done, so the interface calls it from background threads only. Every write is one transaction.
///
///     let diary = try Diary.open(at: "/home/ada/.local/share/beerdiary/diary.sqlite")
///     let newest = try diary.rows(BeerQuery(), in: 0..<20)
package final class Diary: Sendable {
  /// The store as it was named.
  package let path: String
  /// The store's file, behind every link.
  let file: String
  /// What opening had to migrate; `nil` where the store was current or new.
  package let migration: MigrationReport?
  private let pool: DatabasePool
  private let clock: @Sendable () -> Date
  let lists = BeerLists()
  /// What the background work has counted; see `workInBackground`.
  let remainingWork = Mutex<[BackgroundWork: Int]>([:])

  private init(
    path: String, file: String, pool: DatabasePool, migration: MigrationReport?,
    clock: @escaping @Sendable () -> Date
  ) {
    self.path = path
    self.file = file
    self.pool = pool
    self.migration = migration
    self.clock = clock
  }

  /// Opens a store, creating or migrating it as needed.
  ///
  /// - Parameters:
  ///   - path: The store's file. Where there is none, a new diary is made (folder 0700, file 0600), unless
  ///     `createsMissing` is false.
  ///   - createsMissing: Whether a missing file is made.
  ///   - clock: Tells the time for `created_at` and the like.
  ///   - progress: Called from this thread while a migration runs.
  ///   - isCancelled: Asked often while a migration runs; on `true` everything is rolled back and `.cancelled` thrown.
  ///   - freeSpace: Tells the room on the disk; a migration that would not fit is refused with `.noSpace`.
  package static func open(
    at path: String, createsMissing: Bool = true, clock: @escaping @Sendable () -> Date = { Date() },
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(DiaryError) -> Diary {
    var version = 0
    switch try StoreInspection.inspect(path) {
    case .missing where !createsMissing: throw .notFound(path: path)
    case .missing: try StoreFile.create(path)
    case .store(let found): version = found
    }
    let file = StoreFile.resolved(path)
    let stop = MigrationStop(isCancelled)
    do {
      let context = MigrationContext(
        path: path, file: file, now: clock(), progress: progress, stop: stop, freeSpace: freeSpace)
      let report = try StoreMigration(context).run(from: version)
      let pool = try DatabasePool(path: file, configuration: configuration())
      // What was told to be stored survives a power cut too; the library's choice would lose the last writes.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return Diary(path: path, file: file, pool: pool, migration: report, clock: clock)
    } catch {
      throw DiaryError(error, path: path)
    }
  }

  /// Closes the store; no other call may be under way, and none may follow.
  ///
  /// What is in the -wal goes into the file first, so that both take the space they need and no more.
  package func close() throws(DiaryError) {
    do {
      try pool.barrierWriteWithoutTransaction { try Self.checkpoint($0) }
      // The last connection to close removes the -wal, which one that only reads cannot do.
      pool.invalidateReadOnlyConnections()
      try pool.close()
    } catch {
      throw DiaryError(error, path: path)
    }
  }

  /// Moves the -wal into the file, as far as other processes that read or write now let it.
  private static func checkpoint(_ db: Database) throws {
    do {
      _ = try db.checkpoint(.truncate)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // The last one to close the store does it.
      return
    }
  }

  /// The time as it is written into the store.
  var timestamp: String { DiaryDate(instant: clock())?.text ?? "1970-01-01T00:00:00Z" }

  var now: Date { clock() }

  func read<Value>(_ body: (Database) throws -> Value) throws(DiaryError) -> Value {
    do { return try pool.read(body) } catch { throw DiaryError(error, path: path) }
  }

  /// Copies the store into another database, as it is at one moment.
  func backup(
    to queue: DatabaseQueue, pagesPerStep: Int32, progress: @escaping (DatabaseBackupProgress) throws -> Void
  ) throws {
    try pool.backup(to: queue, pagesPerStep: CInt(pagesPerStep), progress: progress)
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(DiaryError) -> Value {
    do { return try pool.write(body) } catch { throw DiaryError(error, path: path) }
  }

  /// A write waits this long for another process's.
  private static let busyTimeout: TimeInterval = 10

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.maximumReaderCount = 4
    return configuration
  }
}
