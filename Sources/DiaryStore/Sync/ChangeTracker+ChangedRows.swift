import DiaryModel
package import Foundation
import GRDB
import SQLiteKit

/// Reading and discarding the recorded changes.
extension ChangeTracker {
  /// Returns the rows that have changed since the last call of ``reset()``, each once: of each kind first the new ones, in
  /// the order in which they were added, then the others, in the order of their UUIDs.
  ///
  /// - Throws: `DatabaseError`.
  package func changedRows() throws -> [ChangedRow] {
    guard try isActive else { return [] }
    var rows: [ChangedRow] = []
    for entity in Entity.allCases {
      let new = try newRows(entity)
      let newUUIDs = Set(new.lazy.map(\.uuid))
      var columns: [UUID: Set<String>] = [:]
      let recorded = try Row.fetchCursor(
        db, sql: "SELECT uuid, field FROM sync_dirty WHERE entity = ?", arguments: [entity.rawValue])
      while let row = try recorded.next() {
        columns[try row.value(atIndex: 0), default: []].insert(try row.value(atIndex: 1))
      }
      rows += new
      rows += columns.filter { !newUUIDs.contains($0.key) }.sorted { $0.key < $1.key }
        .map { Self.changedRow(entity, $0, $1) }
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

  /// Returns some of the changed beers and photos, without deleted ones: first new beers, then new photos, both in the
  /// order in which they were added, then the others, in the order of their UUIDs.
  ///
  /// The first of them can be removed with ``remove(_:)``.
  ///
  /// - Throws: `DatabaseError`.
  package func firstChangedRows(_ limit: Int) throws -> [ChangedRow] {
    guard try isActive else { return [] }
    var rows: [ChangedRow] = []
    for entity in [Entity.beer, .photo] { rows += try newRows(entity, limit: limit - rows.count) }
    if rows.count == limit { return rows }
    let new = Set(rows.lazy.map(\.uuid))
    return try rows + recordedRows(limit - rows.count).filter { !new.contains($0.uuid) }
  }

  /// Returns some of the recorded beers and photos, first beers, in the order of their UUIDs, without deleted ones.
  private func recordedRows(_ limit: Int) throws -> [ChangedRow] {
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

  /// Discards the changes of rows; none of them counts as new afterwards.
  ///
  /// - Parameter rows: The first rows that ``firstChangedRows(_:)`` has returned.
  /// - Throws: `DatabaseError`.
  package func remove(_ rows: some Collection<ChangedRow>) throws {
    let delete = try db.cachedStatement(sql: "DELETE FROM sync_dirty WHERE entity = ? AND uuid = ?")
    let raise = try db.cachedStatement(sql: "UPDATE sync_setting SET value = max(value, ?) WHERE name = ?")
    for row in rows { try delete.execute(arguments: [row.entity.rawValue, row.uuid]) }
    for entity in Self.tables.keys {
      guard let last = rows.lazy.filter({ $0.entity == entity }).compactMap(\.newRowID).max() else {
        continue
      }
      try raise.execute(arguments: [last, entity.watermarkName])
    }
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
      return try Row.fetchOne(db, sql: new, arguments: [try watermark(.beer)]) != nil
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
    for (entity, tables) in Self.tables {
      let highest = tables.map { "SELECT max(id) AS id FROM \($0)" }.joined(separator: " UNION ALL ")
      try db.execute(
        sql: """
          UPDATE sync_setting SET value = max(value, (SELECT coalesce(max(id), 0) FROM (\(highest)))) WHERE name = ?
          """, arguments: [entity.watermarkName])
    }
  }

  /// Returns the rows above the watermark in the order of their ids.
  ///
  /// - Parameter limit: The maximum number of rows; negative for all.
  private func newRows(_ entity: Entity, limit: Int = -1) throws -> [ChangedRow] {
    guard let tables = Self.tables[entity] else { return [] }
    let wasDeleted =
      "EXISTS (SELECT 1 FROM sync_dirty d WHERE d.entity = '\(entity.rawValue)' AND d.uuid = new.uuid AND d.field = '')"
    let new = tables.map {
      "SELECT id, uuid, \(wasDeleted) FROM \($0) new WHERE id > \(Self.watermark(entity))"
    }
    let sql = new.joined(separator: " UNION ALL ") + " ORDER BY id LIMIT ?"
    let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [limit])
    if rows.isEmpty { return [] }
    let rewritten = Dictionary(grouping: try registersToRewrite(), by: \.uuid)
    return try rows.map { row in
      let uuid: UUID = try row.value(atIndex: 1)
      return ChangedRow(
        entity: entity, uuid: uuid, columns: nil,
        rewrittenRegisters: Set(rewritten[uuid, default: []].map(\.field)),
        replacesRow: try row.value(atIndex: 2), newRowID: try row.value(atIndex: 0))
    }
  }

  private static func changedRow(_ entity: Entity, _ uuid: UUID, _ recorded: Set<String>) -> ChangedRow {
    let rewritten = recorded.filter { $0.hasPrefix(rewrittenPrefix) }
    let marks: Set = ["", wholeRow, replacedRow]
    let isWhole = !recorded.isDisjoint(with: marks)
    var columns = recorded.subtracting(rewritten).subtracting(marks)
    // The triggers of labels do not record which facts have changed.
    if entity == .label, recorded.contains("") { columns.formUnion(LabelFacts.columns) }
    return ChangedRow(
      entity: entity, uuid: uuid, columns: isWhole ? nil : columns, recordedColumns: columns,
      rewrittenRegisters: Set(rewritten.map { String($0.dropFirst(rewrittenPrefix.count)) }),
      replacesRow: recorded.contains(replacedRow))
  }
}
