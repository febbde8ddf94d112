package import Foundation
package import GRDB
import SQLiteKit

/// Tracks changes of a diary that is synchronized.
///
/// Triggers record which columns of which rows change, by whatever statement: an edit, an import, undo, a repair. There
/// is none for new rows, because it would double the time of an import: new rows are those with ids above a watermark.
/// The triggers exist only between ``start()`` and ``stop()``, so they cost nothing in other diaries.
package struct ChangeTracker {
  /// A kind of row that is tracked.
  package enum Entity: String, CaseIterable, Sendable {
    /// A beer, including one in the trash.
    case beer
    /// A photo, including a removed one.
    case photo
    /// The decisions of the user about a label.
    case label
  }

  /// A row that has changed.
  package struct ChangedRow: Hashable, Sendable {
    /// The kind of row.
    package let entity: Entity
    /// The UUID of the beer, the photo or the label.
    package let uuid: UUID
    /// The columns that have changed; `nil` if the row is new, or was deleted, and may have been inserted again.
    ///
    /// For a beer, `label` is the label that the user chose. For a label, `apart` are the labels from which it is kept
    /// apart, and `merged` those that were merged into it.
    package let columns: Set<String>?
    /// The columns that were recorded as changed, also if ``columns`` is `nil`.
    package var recordedColumns: Set<String> = []
    /// The registers that are written again even if their values have not changed, which resolves conflicts.
    package var rewrittenRegisters: Set<String> = []
    /// Whether the row takes the place of one that was deleted, as by an import that is repeated after it was undone.
    package var replacesRow = false
    /// The id of a row above the watermark; `nil` for other rows.
    var newRowID: Int64?
  }

  let db: Database

  /// Creates a tracker for a transaction of the database.
  package init(_ db: Database) { self.db = db }

  /// Whether changes are tracked.
  ///
  /// - Throws: `DatabaseError`.
  var isActive: Bool {
    get throws { try Self.isActive(in: DatabaseSchemaReader(db)) }
  }

  /// Returns whether changes of a store of any version are tracked.
  ///
  /// - Throws: `DatabaseError`.
  static func isActive(in store: some SchemaReader) throws -> Bool {
    // Stores of versions before 14 have no such table.
    let table = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'sync_setting'"
    let watermark = "SELECT name FROM sync_setting WHERE name = '\(Entity.beer.watermarkName)'"
    return try !store.strings(table).isEmpty && !store.strings(watermark).isEmpty
  }

  /// Starts tracking changes; all rows of the diary count as new.
  ///
  /// - Throws: `DatabaseError`, also if changes are already tracked.
  package func start() throws {
    for entity in [Entity.beer, .photo] {
      // Other programs may have added rows with ids below 1.
      try db.execute(
        sql: "INSERT INTO sync_setting (name, value) VALUES (?, ?)",
        arguments: [entity.watermarkName, Int64.min])
    }
    try recordLabels()
    try createTriggers()
    for (name, table) in Self.indexes {
      try db.execute(sql: "CREATE INDEX IF NOT EXISTS \(name) ON \(table) (sha256) WHERE sha256 IS NOT NULL")
    }
  }

  /// Stops tracking changes, and discards those that are recorded.
  ///
  /// - Throws: `DatabaseError`.
  package func stop() throws {
    try dropTriggers()
    for name in Self.indexes.keys { try db.execute(sql: "DROP INDEX IF EXISTS \(name)") }
    try db.execute(sql: "DELETE FROM sync_dirty")
    for entity in Entity.allCases {
      try db.execute(sql: "DELETE FROM sync_setting WHERE name = ?", arguments: [entity.watermarkName])
    }
  }

  /// Drops the triggers before a migration, which ends with ``resume()``.
  ///
  /// A trigger of an older version does not track the columns that were added since, and could fail during the migration.
  ///
  /// - Throws: `DatabaseError`.
  func suspend() throws { try dropTriggers() }

  /// Creates the triggers of the present version after a migration.
  ///
  /// All rows are recorded as changed, because what the migration has changed was not tracked.
  ///
  /// - Throws: `DatabaseError`.
  func resume() throws {
    try createTriggers()
    try recordAll()
  }

  private func createTriggers() throws {
    for trigger in Self.triggers { try db.execute(sql: trigger.sql) }
  }

  /// Drops the triggers, also those that only an older version has.
  private func dropTriggers() throws {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB ?",
      arguments: [Self.prefix + "*"])
    for name in names { try db.execute(sql: "DROP TRIGGER \(name.quotedIdentifier)") }
  }

  /// The field of a row of `sync_dirty` for all columns of a row that exists.
  ///
  /// A row that was deleted, or inserted with an id that was used before, has the field ''.
  static let wholeRow = "+"

  /// The field of a row of `sync_dirty` for a row that takes the place of one that was deleted.
  static let replacedRow = "!"

  /// The prefix of the name of a register that is written again; no column has it.
  static let rewrittenPrefix = "="

  /// Returns the highest id of the rows that are not new; `nil` if changes are not tracked.
  ///
  /// - Throws: `DatabaseError`.
  package func watermark(_ entity: Entity) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM sync_setting WHERE name = ?"),
      arguments: [entity.watermarkName])
  }

  /// The indexes by which images that arrive find their photos, and their tables.
  static let indexes = ["sync_photo_by_hash": "photo", "sync_removed_photo_by_hash": "removed_photo"]

  /// The tables of each entity; those of photos share their ids.
  static let tables: [Entity: [String]] = [.beer: ["beer"], .photo: PhotoTable.allCases.map(\.rawValue)]
}

extension ChangeTracker.Entity {
  /// The name of the setting with the highest id at the last ``ChangeTracker/reset()``.
  var watermarkName: String { "highest_" + rawValue }
}
