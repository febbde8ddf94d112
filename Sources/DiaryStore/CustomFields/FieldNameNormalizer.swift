package import DiaryModel
package import GRDB
import SQLiteKit

/// Gives the names of indexed custom fields the spelling of the index, which covers only one.
package struct FieldNameNormalizer {
  private let db: Database
  private let indexed: [String]

  /// Reads the indexes of a database.
  ///
  /// - Throws: `DatabaseError`.
  package init(_ db: Database) throws {
    self.db = db
    indexed = try CustomFieldIndex.all(db).map(\.name)
  }

  /// Whether no field has an index, so that every spelling is allowed.
  var isFree: Bool { indexed.isEmpty }

  /// Returns the name of a custom field with the spelling of its index.
  func spelled(_ name: String) -> String {
    indexed.contains(name) ? name : CustomFieldName.spelled(name, like: indexed)
  }

  /// Returns the fields of a row with both spellings of their names.
  func spelled(_ fields: FileFields) -> FileFields {
    if indexed.isEmpty { return fields }
    var fields = fields
    fields.customFields.formUnion(fields.customFields.map { spelled($0) })
    return fields
  }

  /// Returns custom fields with the spellings of the indexes; if there are fields with both spellings, both stay.
  package func spelled(_ extras: Extras) -> Extras {
    if indexed.isEmpty || extras.isEmpty { return extras }
    var extras = extras
    for name in extras.keys.sorted() {
      let spelled = spelled(name)
      guard spelled != name, extras[spelled] == nil, let value = extras.removeValue(forKey: name) else {
        continue
      }
      extras[spelled] = value
    }
    return extras
  }

  /// Renames a field in every beer, including the trash, and returns how many beers were changed.
  ///
  /// - Parameters:
  ///   - name: The new spelling.
  ///   - spellings: All spellings.
  ///   - isCancelled: Called before each beer; return `true` to throw `CancellationError`.
  func apply(_ name: String, to spellings: [String], isCancelled: () -> Bool = { false }) throws -> Int {
    let others = Set(spellings).subtracting([name])
    if others.isEmpty { return 0 }
    var ids: Set<Int64> = []
    try CustomFieldScan(db, where: "true").forEach(named: others.contains) { id, _ in ids.insert(id) }
    return try ids.sorted().count { id in
      try checkCancellation(isCancelled)
      guard var extras = try extras(of: id), extras[name] == nil,
        let other = extras.keys.sorted().first(where: others.contains)
      else { return false }
      extras[name] = extras.removeValue(forKey: other)
      try db.execute(sql: "UPDATE beer SET extras = ? WHERE id = ?", arguments: [extras.json, id])
      return true
    }
  }

  /// Renames all fields that have an index, after beers of another diary were added.
  ///
  /// - Throws: `DatabaseError`.
  package func applyToAll() throws {
    let names = CustomFieldNames(db)
    for name in indexed { _ = try apply(name, to: names.spellings(of: name)) }
  }

  private func extras(of id: Int64) throws -> Extras? {
    let json = try String.fetchOne(db, sql: "SELECT extras FROM beer WHERE id = ?", arguments: [id])
    return try json.map { try Extras(json: $0) }
  }
}
