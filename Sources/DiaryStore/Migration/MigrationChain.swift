import Foundation
import GRDB

/// The steps from any version to the current one, each alone in a transaction.
///
/// A step knows only the version before it, is written in literal SQL and is never edited once shipped.
enum MigrationChain {
  struct Step: Sendable {
    let from: ClosedRange<Int>
    let to: Int
    let run: @Sendable (Database, MigrationContext) throws -> MigrationOutcome
  }

  static let steps = [
    Step(from: 0...0, to: 3) { db, _ in
      try db.execute(sql: SchemaV3.beer + SchemaV3.photo + SchemaV3.photoImage + SchemaV3.indices)
      return MigrationOutcome()
    },
    Step(from: 1...2, to: 3) { db, context in try LegacyAdoption(db, context).run() },
    Step(from: 3...3, to: 4) { db, _ in
      try db.execute(sql: SchemaV4.sql)
      return MigrationOutcome()
    },
  ]

  /// Brings a store from `version` to the current one.
  ///
  /// Another process may have migrated it meanwhile; so each step looks again once it holds the write lock.
  static func migrate(_ queue: DatabaseQueue, from version: Int, _ context: MigrationContext) throws
    -> MigrationOutcome
  {
    // On a store that holds something this would be a change of its own, outside of any step.
    if version == 0 {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    }
    var outcome = MigrationOutcome()
    var version = version
    while let step = steps.first(where: { $0.from.contains(version) }) {
      try queue.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          if try ownVersion(db) >= step.to { return .rollback }
          outcome.add(try step.run(db, context))
          try StoreVersion.set(step.to, in: db)
          return .commit
        }
      }
      version = step.to
    }
    return outcome
  }

  /// The version that the header says, where it is a store of this program's own.
  private static func ownVersion(_ db: Database) throws -> Int {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    return application == StoreVersion.applicationID
      ? try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 : 0
  }
}
