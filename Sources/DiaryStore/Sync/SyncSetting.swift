package import GRDB

/// A named value in the table `sync_setting`, within a transaction.
///
/// The functions throw `DatabaseError`.
package struct SyncSetting {
  private let db: Database
  private let name: String

  /// Gives access to the value with a name.
  package init(_ db: Database, _ name: String) {
    self.db = db
    self.name = name
  }

  /// Returns the value; `nil` if there is none.
  package func value<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value? {
    let statement = try db.cachedStatement(sql: "SELECT value FROM sync_setting WHERE name = ?")
    return try Value.fetchOne(statement, arguments: [name])
  }

  /// Sets the value.
  package func set(_ value: some DatabaseValueConvertible) throws {
    try db.execute(
      sql: """
        INSERT INTO sync_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, arguments: [name, value])
  }

  /// Removes the value; does nothing if there is none.
  package func remove() throws {
    try db.cachedStatement(sql: "DELETE FROM sync_setting WHERE name = ?").execute(arguments: [name])
  }

  /// Returns the names of all settings that begin with a word and a colon.
  package static func names(_ db: Database, beginningWith word: String) throws -> [String] {
    let statement = try db.cachedStatement(sql: "SELECT name FROM sync_setting WHERE name >= ? AND name < ?")
    // In ASCII, a semicolon comes after the colon.
    return try String.fetchAll(statement, arguments: [word + ":", word + ";"])
  }
}
