package import CoreDataMigration
import DiaryModel
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

// MARK: - Steps

/// The steps that migrate a store from any version to the current one, in a single transaction.
///
/// A step depends only on the version before it, is written in literal SQL and is never edited once shipped.
enum MigrationChain {
  /// A migration from one version, or one of several, to the next.
  struct Step: Sendable {
    let from: ClosedRange<Int>
    let to: Int
    /// The schema's triggers, views and constraints after the step, as ``SchemaValidator/fingerprint(of:)`` returns it.
    ///
    /// `nil` for the earlier steps, and for one that changes none of these.
    var fingerprint: String?
    /// The number of indexes of `beer` that the step creates, for ``SpaceEstimate``.
    var beerIndexes = 0
    /// Migrates the store, which was identified before the first step.
    let run: @Sendable (Database, MigrationContext, StoreInspection.Identity) throws -> MigrationOutcome
  }

  /// All steps, in ascending order of versions.
  static let steps = [
    Step(from: 0, to: 3, sql: SchemaV3.beer + SchemaV3.photo + SchemaV3.photoImage + SchemaV3.indexes),
    Step(from: 1...2, to: 3) { db, context, store in
      MigrationOutcome(try CoreDataMigration(db, context, imageColumn: store.imageColumn).run())
    },
    Step(from: 3, to: 4, sql: SchemaV4.sql),
    Step(from: 4, to: 5, sql: SchemaV5.sql, beerIndexes: 6),
    Step(from: 5, to: 6, sql: SchemaV6.sql),
    Step(from: 6, to: 7, sql: SchemaV7.sql),
    Step(from: 7...7, to: 8) { db, _, _ in try SchemaV8.run(db) },
    Step(from: 8, to: 9, sql: SchemaV9.sql),
    Step(from: 9, to: 10, sql: SchemaV10.sql),
    Step(from: 10, to: 11, sql: SchemaV11.sql, fingerprint: SchemaV11.fingerprint),
    Step(from: 11, to: 12, sql: SchemaV12.sql, fingerprint: SchemaV12.fingerprint, beerIndexes: 1),
    Step(from: 12, to: 13, sql: SchemaV13.sql),
    Step(from: 13, to: 14, sql: SchemaV14.sql),
    Step(from: 14, to: 15, sql: SchemaV15.sql),
    Step(from: 15, to: 16, sql: SchemaV16.sql, fingerprint: SchemaV16.fingerprint),
    Step(from: 16, to: 17, sql: SchemaV17.sql),
  ]

  /// Returns the steps from `version` to the current version, in order.
  static func steps(from version: Int) -> [Step] {
    guard let step = steps.first(where: { $0.from.contains(version) }) else { return [] }
    return [step] + steps(from: step.to)
  }

  /// Migrates a store to the current version.
  ///
  /// Another process may have done so already, so the version is read under the write lock.
  ///
  /// - Parameter point: Captures the -wal once no other process can write.
  static func migrate(_ queue: DatabaseQueue, _ context: MigrationContext, _ point: RestorePoint? = nil)
    throws
    -> MigrationOutcome
  {
    var outcome = MigrationOutcome()
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try point?.captureWAL()
        let store = try StoreInspection.identify(DatabaseSchemaReader(db), context.path)
        var version = store.version
        let isLegacy = StoreVersion.isLegacy(version)
        let count = steps(from: version).count
        if count == 0 { return .rollback }
        let tracker = ChangeTracker(db)
        let isTracked = try tracker.isActive
        if isTracked { try tracker.suspend() }
        while let step = steps.first(where: { $0.from.contains(version) }) {
          version = try advance(db, from: version, by: step, store, context, &outcome)
          if isLegacy {
            try context.report(.finishing, done: outcome.steps.count, of: count, unit: .beers)
          }
        }
        try outcome.finish(db, at: context.now)
        if isTracked { try tracker.resume() }
        // Otherwise the migrated store could not be opened.
        try SchemaValidator.check(DatabaseSchemaReader(db), context.path)
        try context.passPointOfNoReturn(isReported: isLegacy)
        return .commit
      }
    }
    point?.markCommitted()
    return outcome
  }

  /// Runs one step and returns the version of the store after it.
  private static func advance(
    _ db: Database, from version: Int, by step: Step, _ store: StoreInspection.Identity,
    _ context: MigrationContext, _ outcome: inout MigrationOutcome
  ) throws -> Int {
    let start = ContinuousClock.now
    // Unexpected triggers would run with the step's own statements, and could prevent it from renaming tables.
    if version >= StoreVersion.firstOwn, outcome.steps.isEmpty {
      outcome.warnings += try SchemaValidator.clean(db, version: version, context.path)
    }
    outcome.add(try step.run(db, context, store))
    if step.to == StoreVersion.current { try SearchIndex(db).includeAllIDs() }
    try StoreVersion.set(step.to, in: db)
    outcome.steps.append(
      MigrationReport.Step(from: version, to: step.to, seconds: (.now - start) / .seconds(1)))
    return step.to
  }
}

extension MigrationChain.Step {
  /// Creates a step that only runs SQL.
  init(from: Int, to: Int, sql: String, fingerprint: String? = nil, beerIndexes: Int = 0) {
    self.init(from: from...from, to: to, fingerprint: fingerprint, beerIndexes: beerIndexes) { db, _, _ in
      try db.execute(sql: sql)
      return MigrationOutcome()
    }
  }
}

// MARK: - Outcome

/// What the steps of a migration have done so far.
struct MigrationOutcome {
  /// The steps that were run; empty if there was nothing to do.
  var steps: [MigrationReport.Step] = []
  var beerCount = 0
  var photoCount = 0
  /// Sentences for the user about anything unusual, except those of `photoRemovals`.
  var warnings: [String] = []
  /// What ``finish(_:at:)`` did with `deletedPhotos` and `photosToRemove`.
  private(set) var photoRemovals: [PhotoRemoval] = []
  /// Photos that a step has added and that have to be moved to `removed_photo`, which exists from version 5 on.
  var photosToRemove: [Int64] = []
  /// Photos that the old store marks as deleted, which are moved there as well.
  var deletedPhotos: [Int64] = []
  /// Whether there is data that only the old tables contain, which stay in the file.
  var hasUnmigratedData = false

  init() {}

  init(_ outcome: CoreDataMigration.Outcome) {
    warnings = outcome.warnings
    photosToRemove = outcome.photosToRemove
    deletedPhotos = outcome.deletedPhotos
    hasUnmigratedData = outcome.hasUnmigratedData
  }

  mutating func add(_ next: MigrationOutcome) {
    warnings += next.warnings
    photosToRemove += next.photosToRemove
    deletedPhotos += next.deletedPhotos
    hasUnmigratedData = hasUnmigratedData || next.hasUnmigratedData
  }

  /// Finishes a migration: removes `deletedPhotos` and `photosToRemove`, and counts the diary's beers and photos.
  mutating func finish(_ db: Database, at date: Date) throws {
    try remove(deletedPhotos, .markedAsDeleted, db, at: date)
    try remove(photosToRemove, .onlyThumbnail, db, at: date)
    deletedPhotos = []
    photosToRemove = []
    try count(db)
  }

  private mutating func remove(
    _ photos: [Int64], _ reason: PhotoRemoval.Reason, _ db: Database, at date: Date
  ) throws {
    guard !photos.isEmpty else { return }
    let records = PhotoRecord(db)
    let timestamp = DiaryDate(instant: date)?.text ?? CoreDataMigration.fallbackDate
    var mentioned = MentionedBeers()
    for photo in photos {
      let placement = try PhotoOrder.placement(of: photo, db)
      try records.remove(placement, at: timestamp)
      mentioned.add(placement.beer)
    }
    let sentence = """
      \(reason.summary) (restore them with `beerdiary photo restore`): \
      \(WarningText.count(mentioned.count, reason.noun)) on \(try mentioned.text(db)).
      """
    photoRemovals.append(PhotoRemoval(reason: reason, sentence: sentence))
  }

  /// Counts the beers and photos of a diary of version 3 or later, without the trash.
  private mutating func count(_ db: Database) throws {
    beerCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0
    photoCount =
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM photo) - (SELECT count(*) FROM photo WHERE beer_id IN
            (SELECT id FROM beer WHERE deleted_at IS NOT NULL))
          """) ?? 0
  }
}
