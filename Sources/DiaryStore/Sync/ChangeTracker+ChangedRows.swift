package import Foundation
import GRDB
import SQLiteKit

/// Reading and discarding the recorded changes.
extension ChangeTracker {
  /// Returns the rows that have changed since the last call of ``reset()``, each once.
  ///
  /// - Throws: `DatabaseError`.
  package func changedRows() throws -> [ChangedRow] {
    guard try isActive else { return [] }
    var rows: [ChangedRow] = []
    for entity in Entity.allCases {
      let new = Set(try newRows(entity))
      var columns: [UUID: Set<String>] = [:]
      let recorded = try Row.fetchCursor(
        db, sql: "SELECT uuid, field FROM sync_dirty WHERE entity = ?", arguments: [entity.rawValue])
      while let row = try recorded.next() {
        columns[try row.value(atIndex: 0), default: []].insert(try row.value(atIndex: 1))
      }
      rows += new.map { ChangedRow(entity: entity, uuid: $0, columns: nil) }
      rows += columns.filter { !new.contains($0.key) }.map { Self.changedRow(entity, $0, $1) }
    }
    return rows
  }

  /// Returns the number of changed beers and photos, at most `limit`.
  ///
  /// - Throws: `DatabaseError`.
  package func changedRowCount(upTo limit: Int) throws -> Int {
    guard try isActive else { return 0 }
    var parts = ["SELECT 1 FROM sync_dirty WHERE entity IN ('beer', 'photo') GROUP BY entity, uuid"]
    for (entity, tables) in Self.tables {
      parts += tables.map { "SELECT 1 FROM \($0) WHERE id > \(Self.watermark(entity))" }
    }
    let all = parts.map { "SELECT * FROM (\($0) LIMIT \(limit))" }.joined(separator: " UNION ALL ")
    return try Int.fetchOne(db, sql: "SELECT min(count(*), \(limit)) FROM (\(all))") ?? 0
  }

  /// Returns some of the changed beers and photos, first beers, in the order of their UUIDs, without deleted ones.
  ///
  /// New rows are recorded first, so that they can be removed one by one with ``remove(_:)``.
  ///
  /// - Throws: `DatabaseError`.
  package func firstChangedRows(_ limit: Int) throws -> [ChangedRow] {
    try recordNewRows()
    let recorded = try Row.fetchCursor(
      db,
      sql: """
        SELECT entity, uuid, field FROM (
          SELECT entity, uuid FROM sync_dirty WHERE entity IN ('beer', 'photo')
          GROUP BY entity, uuid HAVING min(field) <> '' ORDER BY entity, uuid LIMIT ?)
        JOIN sync_dirty USING (entity, uuid) ORDER BY entity, uuid
        """, arguments: [limit])
    var rows: [(entity: String, uuid: UUID, fields: Set<String>)] = []
    while let row = try recorded.next() {
      let (entity, uuid): (String, UUID) = (try row.value(atIndex: 0), try row.value(atIndex: 1))
      if rows.last?.entity != entity || rows.last?.uuid != uuid { rows.append((entity, uuid, [])) }
      rows[rows.count - 1].fields.insert(try row.value(atIndex: 2))
    }
    return rows.compactMap { row in
      Entity(rawValue: row.entity).map { Self.changedRow($0, row.uuid, row.fields) }
    }
  }

  /// Discards the recorded changes of rows.
  ///
  /// - Throws: `DatabaseError`.
  package func remove(_ rows: some Collection<ChangedRow>) throws {
    let statement = try db.cachedStatement(sql: "DELETE FROM sync_dirty WHERE entity = ? AND uuid = ?")
    for row in rows { try statement.execute(arguments: [row.entity.rawValue, row.uuid]) }
  }

  /// The number of rows that have changed since the last call of ``reset()``, including those that were changed back.
  ///
  /// - Throws: `DatabaseError`.
  package var changedRowCount: Int {
    get throws {
      guard try isActive else { return 0 }
      var count = 0
      for (entity, tables) in Self.tables {
        for table in tables {
          let new = try db.cachedStatement(sql: "SELECT count(*) FROM \(table) WHERE id > ?")
          count += try Int.fetchOne(new, arguments: [try watermark(entity)]) ?? 0
        }
      }
      let recorded = try db.cachedStatement(
        sql: """
          SELECT count(*) FROM (
            SELECT 1 FROM sync_dirty d WHERE NOT EXISTS (SELECT 1 FROM beer WHERE uuid = d.uuid AND id > ?)
            GROUP BY entity, uuid)
          """)
      return try count + (Int.fetchOne(recorded, arguments: [try watermark(.beer)]) ?? 0)
    }
  }

  /// Returns the recorded changes of a row: columns, and registers that are written again; `nil` if there are none.
  ///
  /// - Throws: `DatabaseError`.
  package func recordedChanges(of entity: String, _ uuid: UUID) throws -> ChangedRow? {
    guard let entity = Entity(rawValue: entity) else { return nil }
    let recorded = try String.fetchSet(
      db.cachedStatement(sql: "SELECT field FROM sync_dirty WHERE entity = ? AND uuid = ?"),
      arguments: [entity.rawValue, uuid])
    return recorded.isEmpty ? nil : Self.changedRow(entity, uuid, recorded)
  }

  /// Whether there are new beers with an origin.
  ///
  /// - Throws: `DatabaseError`.
  package var hasNewImports: Bool {
    get throws {
      let new = "SELECT 1 FROM beer WHERE id > ? AND source IS NOT NULL LIMIT 1"
      if try Row.fetchOne(db, sql: new, arguments: [try watermark(.beer)]) != nil { return true }
      let recorded = """
        SELECT 1 FROM sync_dirty d JOIN beer b ON b.uuid = d.uuid
        WHERE entity = 'beer' AND field = '\(Self.wholeRow)' AND source IS NOT NULL LIMIT 1
        """
      return try Row.fetchOne(db, sql: recorded) != nil
    }
  }

  /// Changes the UUID of a recorded row that no other device knows.
  ///
  /// - Throws: `DatabaseError`.
  package func replace(_ uuid: UUID, by new: UUID, of entity: Entity) throws {
    try db.execute(
      sql: "UPDATE OR IGNORE sync_dirty SET uuid = ? WHERE entity = ? AND uuid = ?",
      arguments: [new, entity.rawValue, uuid])
  }

  /// Discards the recorded changes; no row counts as new afterwards.
  ///
  /// - Throws: `DatabaseError`.
  package func reset() throws {
    guard try isActive else { return }
    try db.execute(sql: "DELETE FROM sync_dirty")
    try raiseWatermarks()
  }

  /// Records the rows above the watermarks, which no longer count as new.
  private func recordNewRows() throws {
    try recordRows { "id > \(Self.watermark($0))" }
    try raiseWatermarks()
  }

  private func raiseWatermarks() throws {
    for (entity, tables) in Self.tables {
      let highest = tables.map { "SELECT max(id) AS id FROM \($0)" }.joined(separator: " UNION ALL ")
      try db.execute(
        sql: """
          UPDATE sync_setting SET value = max(value, (SELECT coalesce(max(id), 0) FROM (\(highest)))) WHERE name = ?
          """, arguments: [entity.watermarkName])
    }
  }

  /// Returns the UUIDs of the rows above the watermark.
  private func newRows(_ entity: Entity) throws -> [UUID] {
    guard let tables = Self.tables[entity], let watermark = try watermark(entity) else { return [] }
    return try tables.flatMap { table in
      try UUID.fetchAll(db, sql: "SELECT uuid FROM \(table) WHERE id > ?", arguments: [watermark])
    }
  }

  private static func changedRow(_ entity: Entity, _ uuid: UUID, _ recorded: Set<String>) -> ChangedRow {
    let rewritten = recorded.filter { $0.hasPrefix(rewrittenPrefix) }
    let isWhole = recorded.contains("") || recorded.contains(wholeRow)
    return ChangedRow(
      entity: entity, uuid: uuid, columns: isWhole ? nil : recorded.subtracting(rewritten),
      rewrittenRegisters: Set(rewritten.map { String($0.dropFirst(rewrittenPrefix.count)) }))
  }
}
