package import GRDB

/// Reads a store's schema, through a connection of either kind.
package protocol SchemaReader {
  /// The first column of every row, as text.
  func strings(_ sql: String) throws -> [String]

  /// All columns of every row, as text; empty for NULL.
  func rows(_ sql: String) throws -> [[String]]

  /// A value to be read where it lies; `nil` where the row has none.
  func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob?
}

extension SchemaReader {
  package func integer(_ sql: String) throws -> Int { Int(try strings(sql).first ?? "") ?? 0 }
}

extension SQLiteProbe: SchemaReader {}

/// A store that is open for writing.
package struct OpenStore: SchemaReader {
  let db: Database

  package init(db: Database) { self.db = db }

  package func strings(_ sql: String) throws -> [String] {
    try Optional<String>.fetchAll(db, sql: sql).map { $0 ?? "" }
  }

  package func rows(_ sql: String) throws -> [[String]] {
    try Row.fetchAll(db, sql: sql).map { row in row.databaseValues.map { String.fromDatabaseValue($0) ?? "" }
    }
  }

  package func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob? {
    let blob = IncrementalBlob(db, table: table, column: column)
    return try blob.open(row: row) ? blob : nil
  }
}
