import CoreDataMigration
import Foundation
import GRDB
import SQLiteKit

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
        try ChangeTracker(db).replacingTriggers {
          while let step = steps.first(where: { $0.from.contains(version) }) {
            version = try advance(db, from: version, by: step, store, context, &outcome)
            if isLegacy {
              try context.report(.finishing, done: outcome.steps.count, of: count, unit: .beers)
            }
          }
          try outcome.finish(db, at: context.now)
        }
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
