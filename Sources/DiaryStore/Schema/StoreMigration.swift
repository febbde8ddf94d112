package import CoreDataMigration
import Foundation
import GRDB
import SQLiteKit

/// Migrates or creates a store, with a connection of its own that is closed at the end.
package struct StoreMigration {
  private let context: MigrationContext

  /// Creates a migration of the context's file.
  package init(_ context: MigrationContext) { self.context = context }

  /// Migrates the store to the current version; version 0 creates a new store.
  ///
  /// - Parameter store: What the store was before; another program may have migrated it since.
  /// - Returns: What was done; `nil` for a new store, or if there was nothing to do.
  /// - Throws: `StoreError.cancelled`, `.noSpace` or `.busy`; `MigrationFailure` if the verification fails; after an
  ///   error the files are as they were before.
  package func run(from store: StoreInspection.Identity) throws -> MigrationReport? {
    guard store.version < StoreVersion.current else { return nil }
    do {
      return try store.version == 0 ? make() : migrate(from: store)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_BUSY && context.cancellation.isCancelled
    {
      throw StoreError.cancelled
    }
  }

  private func make() throws -> MigrationReport? {
    let queue = try DatabaseQueue(path: context.file, configuration: configuration)
    // `auto_vacuum` can only be set for an empty database.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    try switchToWAL(queue)
    _ = try MigrationChain.migrate(queue, context)
    // Closing would not report that the disk is full, and only the file itself becomes the diary.
    _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try queue.close()
    return nil
  }

  private func migrate(from store: StoreInspection.Identity) throws -> MigrationReport? {
    // The first chance to cancel, before there is anything to restore.
    try context.cancellation.check()
    try requireSpace(from: store)
    let start = ContinuousClock.now
    let outcome = try withRestorePoint { queue, point in
      try switchToWAL(queue, point)
      let outcome = try MigrationChain.migrate(queue, context, point)
      try checkpointWAL(queue)
      return outcome
    }
    guard let from = outcome.steps.first?.from else { return nil }
    var report = MigrationReport(
      fromVersion: from, toVersion: StoreVersion.current, beerCount: outcome.beerCount,
      photoCount: outcome.photoCount, seconds: (ContinuousClock.now - start) / .seconds(1),
      warnings: outcome.warnings, photoRemovals: outcome.photoRemovals, steps: outcome.steps)
    report.hasUnmigratedData = outcome.hasUnmigratedData
    return report
  }

  private func requireSpace(from store: StoreInspection.Identity) throws {
    let needed = try NonMutatingReader(context.file) { reader in
      // Another program may have migrated it since.
      guard try StoreVersion.isInHeader(store.version, of: reader) else { return 0 }
      let estimate = SpaceEstimate(reader, store)
      if let bound = try estimate.bound(),
        let free = context.freeSpace.available(nextTo: context.file),
        bound <= free
      {
        return bound
      }
      return try estimate.bytes()
    }
    try context.freeSpace.require(needed, for: context.path, nextTo: context.file)
  }

  /// Calls `body` with a connection, which is closed afterwards; restores the store's files if that throws.
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
      // The diary is intact even if this fails, so the migration's own error says more.
      try? point?.restore()
      throw error
    }
  }

  /// Switches to WAL mode, so that a killed migration is ignored by the next program, even if it only reads.
  ///
  /// If readers prevent that, the store keeps its journal mode.
  private func switchToWAL(_ queue: DatabaseQueue, _ point: RestorePoint? = nil) throws {
    do {
      let modes = try queue.writeWithoutTransaction {
        // SQLite returns the mode before it has written it: a failure comes with the step after the row.
        try String.fetchAll($0, sql: "PRAGMA journal_mode = WAL")
      }
      if modes == ["wal"] { point?.preventCheckpoint() }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      try context.cancellation.check()
    }
  }

  /// Checkpoints the -wal into the file.
  ///
  /// A reader or a full disk may prevent that, which does no harm: the migration is committed, and the next program
  /// that closes the store does it.
  private func checkpointWAL(_ queue: DatabaseQueue) throws {
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

  /// The size of the page cache in kilobytes.
  ///
  /// It holds the first pages of about two thousand photos, which several passes read and which are far apart in a
  /// large file.
  private static let cacheKilobytes = 8192

  /// A configuration that waits for other processes until the user cancels.
  ///
  /// Dropped rows are not overwritten, as `secure_delete` would write each page of a dropped table. Foreign keys are
  /// checked once at the end.
  private var configuration: Configuration {
    let context = context
    let cancellation = context.cancellation
    var configuration = Configuration.hardened()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .callback { _ in context.waitForLock() }
    configuration.prepareDatabase { db in
      cancellation.interruptStatements(of: db)
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheKilobytes)")
    }
    return configuration
  }
}
