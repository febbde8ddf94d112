import DiaryModel
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
    /// The registers that are written again even if their values have not changed, which resolves conflicts.
    package var rewrittenRegisters: Set<String> = []
  }

  private let db: Database

  /// Creates a tracker for a transaction of the database.
  package init(_ db: Database) { self.db = db }

  /// Whether changes are tracked.
  ///
  /// - Throws: `DatabaseError`.
  var isActive: Bool {
    get throws { try watermark(.beer) != nil }
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
    for trigger in Self.triggers { try db.execute(sql: trigger.sql) }
    for (name, table) in Self.indexes {
      try db.execute(sql: "CREATE INDEX IF NOT EXISTS \(name) ON \(table) (sha256) WHERE sha256 IS NOT NULL")
    }
  }

  /// Stops tracking changes, and discards those that are recorded.
  ///
  /// - Throws: `DatabaseError`.
  package func stop() throws {
    for trigger in Self.triggers {
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger.name.quotedIdentifier)")
    }
    for name in Self.indexes.keys { try db.execute(sql: "DROP INDEX IF EXISTS \(name)") }
    try db.execute(sql: "DELETE FROM sync_dirty")
    for entity in Entity.allCases {
      try db.execute(sql: "DELETE FROM sync_setting WHERE name = ?", arguments: [entity.watermarkName])
    }
  }

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
    let keys = try Row.fetchAll(
      db,
      sql: """
        SELECT entity, uuid FROM sync_dirty WHERE entity IN ('beer', 'photo')
        GROUP BY entity, uuid HAVING min(field) <> '' ORDER BY entity, uuid LIMIT ?
        """, arguments: [limit])
    return try keys.compactMap { try recordedChanges(of: $0.value(atIndex: 0), $0.value(atIndex: 1)) }
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

  /// Records beers and photos as whole rows.
  ///
  /// - Parameter condition: Returns the SQL condition for the rows of an entity.
  private func recordRows(where condition: (Entity) -> String) throws {
    for (entity, tables) in Self.tables {
      for table in tables {
        // In the order of the primary key, which is much faster.
        try db.execute(
          sql: """
            INSERT OR IGNORE INTO sync_dirty SELECT ?, uuid, ? FROM \(table) WHERE \(condition(entity)) ORDER BY uuid
            """, arguments: [entity.rawValue, Self.wholeRow])
      }
    }
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

  /// Records the insertion of a row with an id that was used before; does nothing if changes are not tracked.
  ///
  /// - Throws: `DatabaseError`.
  package func recordInsertion(of entity: Entity, _ uuid: UUID) throws {
    guard try isActive else { return }
    try db.execute(
      sql: "INSERT INTO sync_dirty VALUES (?, ?, '') ON CONFLICT DO NOTHING",
      arguments: [entity.rawValue, uuid])
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

  /// The prefix of the name of a register that is written again; no column has it.
  private static let rewrittenPrefix = "="

  private static func changedRow(_ entity: Entity, _ uuid: UUID, _ recorded: Set<String>) -> ChangedRow {
    let rewritten = recorded.filter { $0.hasPrefix(rewrittenPrefix) }
    let isWhole = recorded.contains("") || recorded.contains(wholeRow)
    return ChangedRow(
      entity: entity, uuid: uuid, columns: isWhole ? nil : recorded.subtracting(rewritten),
      rewrittenRegisters: Set(rewritten.map { String($0.dropFirst(rewrittenPrefix.count)) }))
  }

  /// Records all rows as changed, after changes may have been missed; does nothing if changes are not tracked.
  ///
  /// Rows that were deleted without being tracked are not recorded: other devices keep them.
  ///
  /// - Throws: `DatabaseError`.
  package func recordAll() throws {
    guard try isActive else { return }
    try recordRows { _ in "true" }
    try recordLabels()
  }

  private func recordLabels() throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO sync_dirty
        SELECT 'label', label_uuid, '' FROM label_fields
        UNION ALL SELECT 'label', first_uuid, 'apart' FROM distinct_labels
        UNION ALL SELECT 'label', label_uuid, 'merged' FROM label_key WHERE \(Self.isMergedLabel("key"))
        """)
  }

  /// The field of a row of `sync_dirty` for all columns of a row that exists.
  ///
  /// A row that was deleted, or inserted with an id that was used before, has the field ''.
  private static let wholeRow = "+"

  /// Returns the UUIDs of the rows above the watermark.
  private func newRows(_ entity: Entity) throws -> [UUID] {
    guard let tables = Self.tables[entity], let watermark = try watermark(entity) else { return [] }
    return try tables.flatMap { table in
      try UUID.fetchAll(db, sql: "SELECT uuid FROM \(table) WHERE id > ?", arguments: [watermark])
    }
  }

  private func watermark(_ entity: Entity) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM sync_setting WHERE name = ?"),
      arguments: [entity.watermarkName])
  }

  /// The indexes by which images that arrive find their photos, and their tables.
  static let indexes = ["sync_photo_by_hash": "photo", "sync_removed_photo_by_hash": "removed_photo"]

  /// The tables of each entity; those of photos share their ids.
  private static let tables: [Entity: [String]] = [.beer: ["beer"], .photo: ["photo", "removed_photo"]]
}

extension ChangeTracker.Entity {
  /// The name of the setting with the highest id at the last ``ChangeTracker/reset()``.
  fileprivate var watermarkName: String { "highest_" + rawValue }
}

// MARK: - Triggers

extension ChangeTracker {
  struct Trigger {
    let name: String
    let sql: String
  }

  /// The triggers of a diary that is synchronized.
  static var triggers: [Trigger] {
    let beer = BeerColumn.all.map(\.name) + ["created_at", "deleted_at", "source", "source_id"]
    let photo = ["beer_id", "taken_at", "caption", "sha256"]
    return [
      update("beer", .beer, beer),
      delete("beer", .beer),
      update("photo", .photo, photo + ["order_key"]),
      // Undoing an import again gives the photos that are in the trash a new time.
      update("removed_photo", .photo, photo + ["removed_at"]),
      // An import or a merge can give a photo the UUID that it has elsewhere.
      trigger(
        "photo_uuid", "UPDATE OF uuid ON photo WHEN old.uuid <> new.uuid",
        "VALUES ('photo', old.uuid, ''), ('photo', new.uuid, '')"),
      delete("photo", .photo),
      delete("removed_photo", .photo),
      trigger(
        "label_fields_insert", "INSERT ON label_fields", "VALUES ('label', new.label_uuid, '')"),
      trigger(
        "label_fields_delete", "DELETE ON label_fields", "VALUES ('label', old.label_uuid, '')"),
    ] + labelTriggers
  }

  /// The triggers for chosen labels, merged labels, and labels that are kept apart.
  private static var labelTriggers: [Trigger] {
    let chosenBeer = "SELECT 'beer', uuid, 'label' FROM beer WHERE id"
    return [
      trigger("chosen_label_insert", "INSERT ON chosen_label", "\(chosenBeer) = new.beer_id"),
      trigger("chosen_label_delete", "DELETE ON chosen_label", "\(chosenBeer) = old.beer_id"),
      trigger(
        "beer_label",
        """
        UPDATE OF label_id ON beer
        WHEN old.id <= \(watermark(.beer)) AND EXISTS (SELECT 1 FROM chosen_label WHERE beer_id = old.id)
        """, "VALUES ('beer', old.uuid, 'label')"),
      trigger(
        "distinct_labels_insert", "INSERT ON distinct_labels", "VALUES ('label', new.first_uuid, 'apart')"),
      trigger(
        "distinct_labels_delete", "DELETE ON distinct_labels", "VALUES ('label', old.first_uuid, 'apart')"),
      trigger(
        mergedLabelTriggerName, "INSERT ON label_key WHEN \(isMergedLabel("new.key"))",
        "VALUES ('label', new.label_uuid, 'merged')"),
      trigger(
        "label_key_update", "UPDATE OF label_uuid ON label_key WHEN \(isMergedLabel("new.key"))",
        "VALUES ('label', new.label_uuid, 'merged')"),
      trigger(
        "label_key_delete", "DELETE ON label_key WHEN \(isMergedLabel("old.key"))",
        "VALUES ('label', old.label_uuid, 'merged')"),
    ]
  }

  /// The trigger for keys of merged labels, see ``DeferredMergedLabels``.
  static let mergedLabelTrigger = prefix + mergedLabelTriggerName

  private static let mergedLabelTriggerName = "label_key_insert"

  /// Returns an SQL condition for a key that belongs to a merged label.
  private static func isMergedLabel(_ key: String) -> String {
    let range = LabelKey.mergedLabelTextRange
    return "\(key) >= '\(range.lowerBound)' AND \(key) < '\(range.upperBound)'"
  }

  /// Returns whether an object is one of the triggers, with the same definition.
  static func isTrigger(_ object: SchemaObject) -> Bool {
    guard object.kind == .trigger, object.name.hasPrefix(prefix) else { return false }
    return triggers.contains { $0.name == object.name && SchemaObject(trigger: $0)?.tokens == object.tokens }
  }

  /// Returns the triggers that are missing in a synchronized diary.
  static func missingTriggers(_ db: Database) throws -> [SchemaObject] {
    let found = try SchemaObject.all(in: DatabaseSchemaReader(db)).filter(isTrigger).map(\.name)
    return triggers.filter { !found.contains($0.name) }.compactMap { SchemaObject(trigger: $0) }
  }

  private static let prefix = "sync_"

  private static func update(_ table: String, _ entity: Entity, _ columns: [String]) -> Trigger {
    let changes = columns.map { "SELECT '\($0)' AS field WHERE old.\($0) IS NOT new.\($0)" }
    return trigger(
      "\(table)_update",
      "UPDATE OF \(columns.joined(separator: ", ")) ON \(table) WHEN old.id <= \(watermark(entity))",
      """
      SELECT '\(entity.rawValue)', old.uuid, field FROM (\(changes.joined(separator: " UNION ALL "))) WHERE true
      """)
  }

  private static func delete(_ table: String, _ entity: Entity) -> Trigger {
    trigger(
      "\(table)_delete", "DELETE ON \(table) WHEN old.id <= \(watermark(entity))",
      "VALUES ('\(entity.rawValue)', old.uuid, '')")
  }

  private static func trigger(_ name: String, _ event: String, _ rows: String) -> Trigger {
    Trigger(
      name: prefix + name,
      sql: """
        CREATE TRIGGER \(prefix)\(name) AFTER \(event) BEGIN
          INSERT INTO sync_dirty (entity, uuid, field) \(rows) ON CONFLICT DO NOTHING;
        END
        """)
  }

  private static func watermark(_ entity: Entity) -> String {
    "(SELECT value FROM sync_setting WHERE name = '\(entity.watermarkName)')"
  }
}

extension SchemaObject {
  fileprivate init?(trigger: ChangeTracker.Trigger) {
    self.init(type: "trigger", name: trigger.name, sql: trigger.sql)
  }
}
