import CoreDataMigration
import Foundation
import GRDB
import SQLiteKit

/// The tables, indexes, triggers and views of a diary as the migrations create them.
struct ExpectedSchema {
  /// By their keys, see ``SchemaObject/key``.
  let objects: [String: SchemaObject]
  /// In the order in which they can be created.
  let inOrder: [SchemaObject]

  /// Builds the schema of a version, which takes a few milliseconds.
  init(version: Int) throws {
    var configuration = Configuration.hardened()
    // As in a migration, so that `ALTER TABLE … RENAME` rewrites references in the same way.
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    inOrder = try queue.writeWithoutTransaction { db in
      try db.inTransaction {
        for step in MigrationChain.steps(from: 0) where step.to <= version {
          _ = try step.run(db, Self.context)
        }
        return .commit
      }
      return try SchemaObject.all(in: OpenStore(db: db))
    }
    objects = Dictionary(inOrder.map { ($0.key, $0) }) { $1 }
  }

  private static var context: MigrationContext {
    MigrationContext(
      path: ":memory:", file: ":memory:", now: Date(timeIntervalSince1970: 0), progress: { _ in },
      stop: CancellationToken { false })
  }
}
