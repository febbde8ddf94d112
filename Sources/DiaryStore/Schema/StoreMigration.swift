package import CoreDataMigration
import Foundation
import GRDB
import SQLiteKit

/// Migrates a store over a connection of its own, which is closed when that is done.
package struct StoreMigration {
  private let context: MigrationContext

  package init(_ context: MigrationContext) { self.context = context }

  /// - Returns: What was done; `nil` where nothing was, and for a new store.
  package func run(from version: Int) throws -> MigrationReport? {
    guard version < StoreVersion.current else { return nil }
    do {
      return try version == 0 ? make() : migrate(from: version)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_BUSY && context.cancellation.isCancelled
    {
      throw StoreError.cancelled
    }
  }

  private func make() throws -> MigrationReport? {
    let queue = try DatabaseQueue(path: context.file, configuration: configuration)
    // Only an empty database can be set to give space back.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    try switchToLog(queue)
    _ = try MigrationChain.migrate(queue, context)
    try queue.close()
    return nil
  }

  private func migrate(from version: Int) throws -> MigrationReport? {
    // From here on the user's wish to stop is heard; nothing is there yet to be put back.
    try context.cancellation.check()
    try requireSpace(from: version)
    let start = ContinuousClock.now
    let outcome = try withRestorePoint { queue, point in
      try switchToLog(queue, point)
      let outcome = try MigrationChain.migrate(queue, context, point)
      try emptyLog(queue)
      return outcome
    }
    guard let from = outcome.steps.first?.from else { return nil }
    var report = MigrationReport(
      fromVersion: from, toVersion: StoreVersion.current, beerCount: outcome.beerCount,
      photoCount: outcome.photoCount, seconds: (ContinuousClock.now - start) / .seconds(1),
      warnings: outcome.warnings, steps: outcome.steps)
    report.hasUnmigratedData = outcome.hasUnmigratedData
    return report
  }

  private func requireSpace(from version: Int) throws {
    let needed = try NonMutatingReader(context.file) { store in
      // Another program may have migrated it.
      guard try StoreInspection.version(store, context.path) == version else { return 0 }
      let estimate = SpaceEstimate(store)
      if let bound = try estimate.bound(from: version),
        let free = context.freeSpace.available(nextTo: context.file),
        bound <= free
      {
        return bound
      }
      return try estimate.bytes(from: version)
    }
    try context.freeSpace.require(needed, for: context.path, nextTo: context.file)
  }

  /// Closes the queue at the end; a store that stays an old one gets its bytes back.
  private func withRestorePoint<Value>(_ body: (DatabaseQueue, RestorePoint?) throws -> Value) throws -> Value
  {
    let point = try RestorePoint(store: context.file)
    defer { point?.close() }
    do {
      let queue = try DatabaseQueue(path: context.file, configuration: configuration)
      let result = Result { try body(queue, point) }
      try queue.close()
      return try result.get()
    } catch {
      try point?.restore()
      throw error
    }
  }

  /// A -wal lets a killed migration be forgotten by whoever opens the store next, even for reading only.
  ///
  /// Where readers are in the way, the journal that the store has must do.
  private func switchToLog(_ queue: DatabaseQueue, _ point: RestorePoint? = nil) throws {
    do {
      let mode = try queue.writeWithoutTransaction {
        try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
      }
      if mode == "wal" { point?.preventCheckpoint() }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      try context.cancellation.check()
    }
  }

  /// Moves what was written from the -wal into the file.
  ///
  /// A reader or a full disk may prevent that, which does no harm: the migration is committed, and the next program
  /// moves it.
  private func emptyLog(_ queue: DatabaseQueue) throws {
    do {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        _ = try db.checkpoint(.truncate)
      }
    } catch let error as DatabaseError
      where [.SQLITE_BUSY, .SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode)
    {
      return
    }
  }

  /// Room for the first page of each of some two thousand photos: several passes look at them, and in a large file they
  /// lie far apart.
  private static let cacheKilobytes = 8192

  /// Waits for other processes as long as the user does.
  ///
  /// Rows are dropped without overwriting them (`secure_delete` would write each page of a dropped table), and foreign
  /// keys are checked once at the end.
  private var configuration: Configuration {
    let (context, stop) = (context, context.cancellation)
    var configuration = Configuration.hardened()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .callback { _ in context.waitForLock() }
    configuration.prepareDatabase { db in
      stop.interruptStatements(of: db)
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheKilobytes)")
    }
    return configuration
  }
}
