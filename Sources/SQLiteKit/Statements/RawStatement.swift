package import Foundation
package import GRDB
import GRDBSQLite

/// A prepared statement stepped directly through SQLite, because GRDB's cursors are too slow for millions of rows.
package struct RawStatement {
  private let statement: Statement
  private var handle: SQLiteStatement { statement.sqliteStatement }

  /// Wraps a statement that GRDB has prepared.
  ///
  /// - Parameter statement: A statement whose parameters are bound, or will be.
  package init(_ statement: Statement) { self.statement = statement }

  /// Prepares a query for one row at a time, with a parameter that is bound by `firstRow`.
  ///
  /// - Throws: `DatabaseError`.
  package init(_ db: Database, sql: String) throws {
    statement = try db.cachedStatement(sql: sql)
    // Tells GRDB that it need not bind anything before the query is run.
    statement.setUncheckedArguments(StatementArguments())
  }

  /// Returns the result of `body` for the first row of the query with a text as its parameter; `nil` if there is none.
  ///
  /// - Throws: `DatabaseError`; what `body` throws.
  package func firstRow<Value>(for text: String, _ body: () throws -> Value) throws -> Value? {
    var text = text
    return try text.withUTF8 { bytes in
      try bind(bytes, at: 1)
      return try firstRow(body)
    }
  }

  /// Returns the result of `body` for the first row of the query with a UUID as its parameter; `nil` if there is none.
  ///
  /// - Throws: `DatabaseError`; what `body` throws.
  package func firstRow<Value>(for uuid: UUID, _ body: () throws -> Value) throws -> Value? {
    try withUnsafeBytes(of: uuid.uuid) { bytes in
      try bind(bytes, at: 1)
      return try firstRow(body)
    }
  }

  /// Returns the result of `body` for the first row; `nil` if there is none.
  func firstRow<Value>(_ body: () throws -> Value) throws -> Value? {
    var value: Value?
    try forEachRow {
      value = try body()
      return false
    }
    return value
  }

  /// Calls `body` for each row, until it returns `false`.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_BUSY` or `SQLITE_INTERRUPT`, and what `body` throws.
  package func forEachRow(_ body: () throws -> Bool) throws {
    do {
      while try step(), try body() {}
    } catch {
      // The result only repeats the error.
      sqlite3_reset(handle)
      throw error
    }
    try handle.check(sqlite3_reset(handle))
  }

  private func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw handle.error(code)
  }
}

// MARK: - Parameters

extension RawStatement {
  /// Binds UTF-8 text without copying it; it must stay valid until the parameter is bound again.
  func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
    try handle.check(handle.bind(text, at: index))
  }

  /// Binds bytes without copying them; they must stay valid until the parameter is bound again.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
    try handle.check(handle.bind(bytes, at: index))
  }
}

// MARK: - Columns

extension RawStatement {
  /// Returns whether a column of the current row is NULL.
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Returns a column of the current row as an integer, 0 for NULL.
  ///
  /// - Parameter column: The index of the column, from 0.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Returns a column of the current row as a floating-point number, 0 for NULL.
  package func number(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Returns a text as UTF-8, valid until the next row; `nil` for NULL.
  ///
  /// - Throws: `SQLITE_NOMEM`.
  package func text(_ column: Int32) throws -> UnsafeBufferPointer<UInt8>? { try handle.text(column) }

  /// Returns a column of the current row as a UUID; `nil` for anything but 16 bytes.
  ///
  /// - Throws: `DatabaseError`.
  package func uuid(_ column: Int32) throws -> UUID? {
    guard let bytes = try blob(column), bytes.count == 16 else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// Returns the bytes of a value, valid until the next row; `nil` for NULL.
  func blob(_ column: Int32) throws -> UnsafeRawBufferPointer? {
    if isNull(column) { return nil }
    guard let start = sqlite3_column_blob(handle, column) else {
      try handle.checkMemory()
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}

/// The ids that a query returns.
///
/// Reads them directly from SQLite: for a million ids, GRDB's cursor takes as long as the query itself.
package struct RowIDCursor {
  private let rows: RawStatement

  /// Prepares a query for ids.
  ///
  /// - Parameter sql: A query whose first column is an integer.
  /// - Throws: `DatabaseError`.
  package init(_ db: Database, sql: String, arguments: StatementArguments = []) throws {
    let statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    rows = RawStatement(statement)
  }

  /// Calls `body` for each id, until it returns `false`.
  ///
  /// - Throws: `DatabaseError`; what `body` throws.
  package func forEach(_ body: (Int64) throws -> Bool) throws {
    try rows.forEachRow { try body(rows.integer(0)) }
  }
}

/// Keeps the first error of row accessors that cannot throw, until `check()` throws it.
package final class DeferredError {
  private var error: (any Error)?

  /// Creates an object without an error.
  package init() {}

  /// Returns the value of `read`; `nil` if it throws.
  package func catching<Value>(_ read: () throws -> Value?) -> Value? {
    do { return try read() } catch {
      self.error = self.error ?? error
      return nil
    }
  }

  /// Throws the first error that ``catching(_:)`` kept, if any.
  package func check() throws {
    if let error { throw error }
  }
}

extension SQLiteStatement {
  /// `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns.
  static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Binds UTF-8 text without copying it and returns the result code.
  func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    // SQLite would bind a text without an address as NULL.
    guard let start = text.baseAddress, !text.isEmpty else {
      return sqlite3_bind_text(self, index, "", 0, Self.copied)
    }
    return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      sqlite3_bind_text(self, index, $0, Int32(text.count), nil)
    }
  }

  /// Binds bytes without copying them and returns the result code.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    // SQLite would bind a blob without an address as NULL.
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(self, index, 0) }
    return sqlite3_bind_blob(self, index, start, Int32(bytes.count), nil)
  }

  /// Returns the text of a column as UTF-8, valid until the statement's next step; `nil` for NULL.
  ///
  /// - Throws: `SQLITE_NOMEM`.
  package func text(_ column: Int32) throws -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(self, column) else {
      if sqlite3_column_type(self, column) == SQLITE_NULL { return nil }
      try checkMemory()
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(self, column)))
  }

  /// Throws `SQLITE_NOMEM` if the last function returned no pointer for lack of memory.
  package func checkMemory() throws {
    let code = sqlite3_errcode(sqlite3_db_handle(self))
    if code & 0xFF == SQLITE_NOMEM { throw error(code) }
  }

  /// Throws the error of a result code other than `SQLITE_OK`.
  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  func error(_ code: Int32) -> DatabaseError { DatabaseError(code, of: sqlite3_db_handle(self)) }
}

extension DatabaseError {
  /// The error that a function of SQLite returned on a connection.
  init(_ code: Int32, of connection: OpaquePointer?) {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    self.init(resultCode: ResultCode(rawValue: code), message: message)
  }
}
