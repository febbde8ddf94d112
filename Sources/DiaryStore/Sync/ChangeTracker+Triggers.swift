import DiaryModel
import GRDB
import SQLiteKit

/// The triggers that record changes.
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
  static func isMergedLabel(_ key: String) -> String {
    let range = LabelKey.mergedLabelTextRange
    return "\(key) >= '\(range.lowerBound)' AND \(key) < '\(range.upperBound)'"
  }

  /// Returns whether an object is one of the triggers, with the same definition.
  static func isTrigger(_ object: SchemaObject) -> Bool {
    guard object.kind == .trigger, object.name.hasPrefix(prefix) else { return false }
    return triggers.contains { $0.name == object.name && SchemaObject(trigger: $0)?.tokens == object.tokens }
  }

  /// Returns whether an object may be one of the triggers of an older version.
  static func isOlderTrigger(_ object: SchemaObject) -> Bool {
    object.kind == .trigger && object.name.hasPrefix(prefix)
  }

  /// Returns the triggers that are missing in a synchronized diary.
  static func missingTriggers(_ db: Database) throws -> [SchemaObject] {
    let found = try SchemaObject.all(in: DatabaseSchemaReader(db)).filter(isTrigger).map(\.name)
    return triggers.filter { !found.contains($0.name) }.compactMap { SchemaObject(trigger: $0) }
  }

  /// The prefix of the names of all triggers.
  static let prefix = "sync_"

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

  /// Returns an SQL expression for the highest id of the rows that are not new.
  static func watermark(_ entity: Entity) -> String {
    "(SELECT value FROM sync_setting WHERE name = '\(entity.watermarkName)')"
  }
}

extension SchemaObject {
  fileprivate init?(trigger: ChangeTracker.Trigger) {
    self.init(type: "trigger", name: trigger.name, sql: trigger.sql)
  }
}
