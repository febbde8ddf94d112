import CoreDataMigration
import Foundation
import GRDB
import SQLiteKit

/// The tables, indexes, triggers and views of a diary as the migrations create them.
struct ExpectedSchema {
  /// The objects by their keys; see ``SchemaObject/key``.
  let objects: [String: SchemaObject]
  /// The objects in the order in which they can be created.
  let inOrder: [SchemaObject]

  /// Builds the schema of a version, which takes a few milliseconds.
  init(version: Int) throws {
    inOrder = try Self.run(upTo: version) { try SchemaObject.all(in: DatabaseSchemaReader($0)) }
    objects = Dictionary(inOrder.map { ($0.key, $0) }) { $1 }
  }

  /// Returns the names of the tables and indexes of every version, in lower case.
  static func namesOfAllVersions() throws -> Set<String> {
    var names: Set<String> = []
    try run(upTo: .max) { db in
      let sql = "SELECT lower(name) FROM sqlite_master WHERE type IN ('table', 'index', 'view')"
      names.formUnion(try String.fetchAll(db, sql: sql))
    }
    return names
  }

  /// Creates a diary in memory, and calls `body` before the first step and after each.
  ///
  /// - Returns: What `body` returns after the last step.
  private static func run<Value>(upTo version: Int, _ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration.hardened()
    // As in a migration, so that `ALTER TABLE … RENAME` rewrites references in the same way.
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    return try queue.writeWithoutTransaction { db in
      var value = try body(db)
      try db.inTransaction {
        for step in MigrationChain.steps(from: 0) where step.to <= version {
          _ = try step.run(db, Self.context, StoreInspection.Identity(version: 0))
          value = try body(db)
        }
        return .commit
      }
      return value
    }
  }

  private static var context: MigrationContext {
    MigrationContext(
      path: ":memory:", file: ":memory:", now: Date(timeIntervalSince1970: 0), progress: { _ in },
      cancellation: CancellationToken { false })
  }
}
