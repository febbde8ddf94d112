package import Foundation
import GRDBSQLite

/// A database file that is read and written as another program would, without the code of the diary.
package final class SQLiteFile {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
  }

  private var connection: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  package init(_ path: String) throws {
    let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK else { throw failure() }
  }

  deinit { close() }

  package func close() {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    sqlite3_close_v2(connection)
    connection = nil
  }

  package func execute(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  package func execute(_ sql: String, _ values: [Value]) throws {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    for (offset, value) in values.enumerated() { bind(value, Int32(offset + 1), statement) }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
  }

  /// Copies the file and its journal during a transaction, as a killed program leaves them.
  ///
  /// - Parameter sql: Statements that change more pages than the cache holds, so that some are in the file already.
  package func copyDuringTransaction(_ sql: String, from path: String, to copy: String) throws {
    try execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE; \(sql)")
    for end in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
    }
    try execute("ROLLBACK")
  }

  /// Returns all rows, each value as text, with `NULL` for a missing one.
  package func rows(_ sql: String) throws -> [[String]] {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
    }
    return rows
  }

  /// Returns all rows with the values as they are stored; the bytes of texts are kept, whatever they are.
  package func values(_ sql: String) throws -> [[Value]] {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    var rows: [[Value]] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { value(statement, $0) })
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw failure() }
    return rows
  }

  private func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      return .text(
        String(decoding: bytes(sqlite3_column_text(statement, column), statement, column), as: UTF8.self))
    case SQLITE_BLOB: return .blob(bytes(sqlite3_column_blob(statement, column), statement, column))
    default: return .null
    }
  }

  private func bytes(_ start: UnsafeRawPointer?, _ statement: OpaquePointer?, _ column: Int32) -> Data {
    guard let start else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  private func prepared(_ sql: String) throws -> OpaquePointer? {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer?) {
    // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(let text): sqlite3_bind_text(statement, index, text, -1, copied)
    case .blob(let data):
      _ = data.withUnsafeBytes {
        sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied)
      }
    }
  }

  private func failure() -> Failure {
    Failure(description: sqlite3_errmsg(connection).map { String(cString: $0) } ?? "no connection")
  }
}

extension SQLiteFile.Value {
  package static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
}
