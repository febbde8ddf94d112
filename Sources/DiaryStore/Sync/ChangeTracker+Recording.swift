package import Foundation
import GRDB
import SQLiteKit

/// Recording changes that the triggers do not notice.
extension ChangeTracker {
  /// Records the insertion of a row with an id that was used before; does nothing if changes are not tracked.
  ///
  /// - Throws: `DatabaseError`.
  package func recordInsertion(of entity: Entity, _ uuid: UUID) throws {
    guard try isActive else { return }
    try db.execute(
      sql: "INSERT INTO sync_dirty VALUES (?, ?, '') ON CONFLICT DO NOTHING",
      arguments: [entity.rawValue, uuid])
  }

  /// Records that a beer was written as if it were new, in the place of one that was in the trash; does nothing if
  /// changes are not tracked.
  ///
  /// - Throws: `DatabaseError`.
  func recordReplacement(ofBeer id: Int64) throws {
    guard try isActive else { return }
    try db.cachedStatement(
      sql: "INSERT INTO sync_dirty SELECT 'beer', uuid, ? FROM beer WHERE id = ? ON CONFLICT DO NOTHING"
    ).execute(arguments: [Self.replacedRow, id])
  }

  /// Records that a label was merged into another one, as the trigger does.
  ///
  /// - Throws: `DatabaseError`.
  func recordMerge(into label: UUID) throws {
    try db.execute(
      sql: "INSERT INTO sync_dirty VALUES ('label', ?, 'merged') ON CONFLICT DO NOTHING", arguments: [label])
  }

  /// Records that a register of a row is written again, although its value may be the same; does nothing if changes are
  /// not tracked.
  ///
  /// - Throws: `DatabaseError`.
  package func recordRewriting(of entity: Entity, _ uuid: UUID, _ register: String) throws {
    guard try isActive else { return }
    try db.execute(
      sql: "INSERT INTO sync_dirty VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      arguments: [entity.rawValue, uuid, Self.rewrittenPrefix + register])
  }

  /// Removes what ``recordRewriting(of:_:_:)`` has recorded.
  ///
  /// - Returns: `false` if it is not recorded, for example because it was sent.
  /// - Throws: `DatabaseError`.
  func cancelRewriting(of entity: Entity, _ uuid: UUID, _ register: String) throws -> Bool {
    try db.execute(
      sql: "DELETE FROM sync_dirty WHERE entity = ? AND uuid = ? AND field = ?",
      arguments: [entity.rawValue, uuid, Self.rewrittenPrefix + register])
    return db.changesCount > 0
  }

  /// Returns the registers that ``recordRewriting(of:_:_:)`` has recorded and that were not sent yet.
  ///
  /// - Throws: `DatabaseError`.
  func registersToRewrite() throws -> Set<ConflictedRegister> {
    let sql =
      "SELECT entity, uuid, substr(field, length(?1) + 1) FROM sync_dirty WHERE instr(field, ?1) = 1"
    let rows = try Row.fetchAll(db, sql: sql, arguments: [Self.rewrittenPrefix])
    return try Set(
      rows.map { row in
        try ConflictedRegister(
          entity: row.value(atIndex: 0), uuid: row.value(atIndex: 1), field: row.value(atIndex: 2))
      })
  }

  /// Calls a function, and discards the record of its changes of a column of beers, so that they are not sent.
  ///
  /// - Throws: `DatabaseError`, and the errors of the function.
  func discardingChanges<Result>(of column: String, _ body: () throws -> Result) throws -> Result {
    guard try isActive else { return try body() }
    func beers() throws -> Set<UUID> {
      let sql = "SELECT uuid FROM sync_dirty WHERE entity = 'beer' AND field = ?"
      return try UUID.fetchSet(db, sql: sql, arguments: [column])
    }
    let before = try beers()
    let result = try body()
    let delete = try db.cachedStatement(
      sql: "DELETE FROM sync_dirty WHERE entity = 'beer' AND uuid = ? AND field = ?")
    for beer in try beers().subtracting(before) { try delete.execute(arguments: [beer, column]) }
    return result
  }

  /// Records all rows as changed, after changes may have been missed; does nothing if changes are not tracked.
  ///
  /// Rows that were deleted without being tracked are not recorded: other devices keep them.
  ///
  /// - Throws: `DatabaseError`.
  package func recordAll() throws {
    guard try isActive else { return }
    for (entity, tables) in Self.tables {
      for table in tables {
        // In the order of the primary key, which is much faster.
        try db.execute(
          sql: "INSERT OR IGNORE INTO sync_dirty SELECT ?, uuid, ? FROM \(table) ORDER BY uuid",
          arguments: [entity.rawValue, Self.wholeRow])
      }
    }
    try recordLabels()
  }

  func recordLabels() throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO sync_dirty
        SELECT 'label', label_uuid, ? FROM label_fields
        UNION ALL SELECT 'label', first_uuid, 'apart' FROM distinct_labels
        UNION ALL SELECT 'label', label_uuid, 'merged' FROM label_key WHERE \(Self.isMergedLabel("key"))
        """, arguments: [Self.wholeRow])
  }
}
