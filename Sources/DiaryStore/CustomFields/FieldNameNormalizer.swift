import DiaryModel
package import GRDB

/// Keeps the names of indexed fields spelled in one way, as an index knows only one.
package struct FieldNameNormalizer {
  private let db: Database
  private let indexed: [String]

  package init(_ db: Database) throws {
    self.db = db
    indexed = try CustomFieldIndex.all(db).map(\.name)
  }

  /// Whether no name has to be spelled in one way.
  var isFree: Bool { indexed.isEmpty }

  /// The fields with the names that indexes have; where a beer has both, both stay.
  func spelled(_ extras: Extras) -> Extras {
    if indexed.isEmpty || extras.isEmpty { return extras }
    var extras = extras
    for name in extras.keys.sorted() where !indexed.contains(name) {
      let spelled = CustomFieldName.spelled(name, like: indexed)
      guard spelled != name, extras[spelled] == nil, let value = extras.removeValue(forKey: name) else {
        continue
      }
      extras[spelled] = value
    }
    return extras
  }

  /// Spells a field the same in every beer, the trash included, and returns how many were changed.
  func apply(_ name: String, to spellings: [String]) throws -> Int {
    let others = Set(spellings).subtracting([name])
    if others.isEmpty { return 0 }
    var ids: Set<Int64> = []
    try CustomFieldScan(db, where: "true").forEach(named: others.contains) { id, _ in ids.insert(id) }
    return try ids.sorted().count { id in
      guard var extras = try extras(of: id), extras[name] == nil,
        let other = extras.keys.sorted().first(where: others.contains)
      else { return false }
      extras[name] = extras.removeValue(forKey: other)
      try db.execute(sql: "UPDATE beer SET extras = ? WHERE id = ?", arguments: [extras.json, id])
      return true
    }
  }

  /// The same for all fields that have an index, after beers came in from elsewhere.
  package func applyToAll() throws {
    let names = CustomFieldNames(db)
    for name in indexed { _ = try apply(name, to: names.spellings(of: name)) }
  }

  private func extras(of id: Int64) throws -> Extras? {
    let json = try String.fetchOne(db, sql: "SELECT extras FROM beer WHERE id = ?", arguments: [id])
    return try json.map { try Extras(json: $0) }
  }
}
