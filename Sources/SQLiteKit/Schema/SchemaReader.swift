package import GRDB

/// Reads a store's schema, either through ``SQLiteProbe`` or through GRDB.
///
/// Errors of SQLite, such as `SQLITE_BUSY` or `SQLITE_CORRUPT`, are ``SQLiteProbe/Failure`` or GRDB's `DatabaseError`.
package protocol SchemaReader {
  /// Returns the first column of every row, as text; empty for NULL.
  ///
  /// - Throws: An error of SQLite.
  func strings(_ sql: String) throws -> [String]

  /// Returns all columns of every row, as text; empty for NULL.
  ///
  /// - Throws: An error of SQLite.
  func rows(_ sql: String) throws -> [[String]]

  /// Returns a value for incremental reading; `nil` if the row does not exist or its value is neither text nor blob.
  ///
  /// - Throws: An error of SQLite.
  func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob?
}

extension SchemaReader {
  /// Returns the first column of the first row as a number; 0 if there is no row or no number.
  ///
  /// - Throws: An error of SQLite.
  package func integer(_ sql: String) throws -> Int { Int(try strings(sql).first ?? "") ?? 0 }
}

extension SQLiteProbe: SchemaReader {}

/// A schema reader that uses one of GRDB's connections.
package struct DatabaseSchemaReader: SchemaReader {
  let db: Database

  /// Creates a schema reader for a connection.
  ///
  /// - Parameter db: Any connection; the reader is valid during the current database access.
  package init(_ db: Database) { self.db = db }

  /// Returns the first column of every row, as text; empty for NULL.
  ///
  /// - Throws: `DatabaseError`.
  package func strings(_ sql: String) throws -> [String] {
    try Optional<String>.fetchAll(db, sql: sql).map { $0 ?? "" }
  }

  /// Returns all columns of every row, as text; empty for NULL.
  ///
  /// - Throws: `DatabaseError`.
  package func rows(_ sql: String) throws -> [[String]] {
    try Row.fetchAll(db, sql: sql).map { row in row.databaseValues.map { String.fromDatabaseValue($0) ?? "" }
    }
  }

  /// Returns a value for incremental reading; `nil` if the row does not exist or its value is neither text nor blob.
  ///
  /// - Throws: `DatabaseError`.
  package func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob? {
    let blob = IncrementalBlob(db, table: table, column: column)
    return try blob.open(row: row) ? blob : nil
  }
}
