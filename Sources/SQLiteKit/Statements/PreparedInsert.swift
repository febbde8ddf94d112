package import Foundation
package import GRDB
import GRDBSQLite

/// A statement that is run for very many rows, with values bound directly.
///
/// GRDB's `StatementArguments` take longer to build than SQLite needs to write a row.
///
///     let insert = try PreparedInsert(db, into: "tag", ["id", "name"])
///     try insert.execute { row in
///       row.append(Int64(1))
///       row.append("hoppy")
///     }
package struct PreparedInsert {
  private let statement: Statement

  /// Prepares an SQL statement.
  ///
  /// - Parameter sql: An `INSERT` or `UPDATE` with one `?` for each value.
  /// - Throws: `DatabaseError`.
  package init(_ db: Database, sql: String) throws {
    statement = try db.cachedStatement(sql: sql)
    // Tells GRDB that it need not bind anything before a row is written.
    statement.setUncheckedArguments(StatementArguments())
  }

  /// Prepares an `INSERT` of one row into a table.
  ///
  /// - Parameter conflict: What to do if the row exists, such as `ON CONFLICT DO NOTHING`.
  /// - Throws: `DatabaseError`.
  package init(_ db: Database, into table: String, _ columns: [String], conflict: String = "") throws {
    try self.init(
      db,
      sql: """
        INSERT INTO \(table) (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \(conflict)
        """)
  }

  /// Writes a row.
  ///
  /// - Parameter body: Binds the values in the order of the statement's parameters.
  /// - Throws: `DatabaseError`, such as `SQLITE_FULL`, `SQLITE_CONSTRAINT` or `SQLITE_READONLY`; `SQLITE_MISUSE` if
  ///   `body` binds more or fewer values than there are parameters.
  package func execute(_ body: (inout Values) -> Void) throws {
    // A parameter can only be bound after the row before; the result repeats the error of that row.
    sqlite3_reset(statement.sqliteStatement)
    var values = Values(statement: statement.sqliteStatement)
    body(&values)
    try statement.sqliteStatement.check(values.code)
    // A parameter that is not bound keeps the value of the row before.
    guard values.count == sqlite3_bind_parameter_count(statement.sqliteStatement) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values", sql: statement.sql)
    }
    try statement.execute()
  }

  /// The statement's parameters, bound one after the other.
  package struct Values {
    fileprivate let statement: SQLiteStatement
    /// How many values were bound.
    fileprivate private(set) var count: Int32 = 0
    fileprivate private(set) var code = SQLITE_OK

    fileprivate init(statement: SQLiteStatement) { self.statement = statement }

    /// Binds an integer; NULL if it is `nil`.
    package mutating func append(_ number: Int64?) {
      bind { statement, index in
        guard let number else { return sqlite3_bind_null(statement, index) }
        return sqlite3_bind_int64(statement, index, number)
      }
    }

    /// Binds a floating-point number.
    package mutating func append(_ number: Double) {
      bind { sqlite3_bind_double($0, $1, number) }
    }

    /// Binds a floating-point number; NULL if it is `nil`.
    package mutating func append(ifKnown number: Double?) {
      if let number { append(number) } else { appendNull() }
    }

    /// Binds text without copying it; it must stay valid until the row is written.
    package mutating func append(utf8 text: UnsafeBufferPointer<UInt8>?) {
      guard let text else { return appendNull() }
      bind { $0.bind(text, at: $1) }
    }

    /// Binds bytes without copying them; they must stay valid until the row is written.
    package mutating func append(bytes: UnsafeRawBufferPointer) {
      bind { $0.bind(bytes, at: $1) }
    }

    /// Binds a copy of a text; NULL if it is `nil`.
    package mutating func append(_ text: String?) {
      guard var text else { return appendNull() }
      bind { statement, index in
        // An empty text may have no address, which SQLite would bind as NULL.
        if text.isEmpty { return sqlite3_bind_text(statement, index, "", 0, SQLiteStatement.copied) }
        return text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), SQLiteStatement.copied)
          }
        }
      }
    }

    /// Binds the 16 bytes of a UUID as a blob.
    package mutating func append(_ uuid: UUID) {
      bind { statement, index in
        withUnsafeBytes(of: uuid.uuid) {
          sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), SQLiteStatement.copied)
        }
      }
    }

    /// Binds a value of any type.
    package mutating func append(_ value: DatabaseValue) {
      switch value.storage {
      case .null: appendNull()
      case .int64(let number): append(number)
      case .double(let number): append(number)
      case .string(let text): append(text)
      case .blob(let data):
        data.withUnsafeBytes { bytes in
          bind {
            // An empty blob may have no address, which SQLite would bind as NULL.
            bytes.isEmpty
              ? sqlite3_bind_zeroblob($0, $1, 0)
              : sqlite3_bind_blob($0, $1, bytes.baseAddress, Int32(bytes.count), SQLiteStatement.copied)
          }
        }
      }
    }

    /// Binds NULL.
    package mutating func appendNull() { bind { sqlite3_bind_null($0, $1) } }

    private mutating func bind(_ body: (SQLiteStatement, Int32) -> Int32) {
      count += 1
      let result = body(statement, count)
      if code == SQLITE_OK { code = result }
    }
  }
}
