package import GRDB
import GRDBSQLite

/// Reads or writes parts of a large value without loading all of it.
///
/// Valid inside the database access that it was created in. See https://www.sqlite.org/c3ref/blob_open.html
package final class IncrementalBlob {
  private let connection: OpaquePointer?
  private let schema: String
  private let table: String
  private let column: String
  private let isWritable: Bool
  private var handle: OpaquePointer?

  /// Prepares access to the values of a column; none is open yet.
  ///
  /// - Parameters:
  ///   - schema: `main` or the name of an attached database.
  ///   - isWritable: Whether ``write(_:at:)`` may be called.
  package convenience init(
    _ db: Database, schema: String = "main", table: String, column: String, isWritable: Bool = false
  ) {
    self.init(db.sqliteConnection, schema: schema, table: table, column: column, isWritable: isWritable)
  }

  init(
    _ connection: OpaquePointer?, schema: String = "main", table: String, column: String,
    isWritable: Bool = false
  ) {
    self.connection = connection
    self.schema = schema
    self.table = table
    self.column = column
    self.isWritable = isWritable
  }

  // The result only repeats the last error: inside a transaction, closing writes nothing.
  deinit { sqlite3_blob_close(handle) }

  /// The size of the open value in bytes; 0 if none is open.
  package var count: Int { handle.map { Int(sqlite3_blob_bytes($0)) } ?? 0 }

  /// Opens the value of a row.
  ///
  /// - Returns: `false` if the row does not exist or its value is neither text nor blob.
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT`.
  package func open(row id: Int64) throws -> Bool {
    let code: Int32
    if let handle {
      code = sqlite3_blob_reopen(handle, id)
    } else {
      code = sqlite3_blob_open(connection, schema, table, column, id, isWritable ? 1 : 0, &handle)
    }
    if code == SQLITE_OK { return true }
    sqlite3_blob_close(handle)
    handle = nil
    guard code & 0xFF == SQLITE_ERROR, saysNoValue else { throw failure(code) }
    return false
  }

  /// Whether the last error means a missing row, or a value that is neither text nor blob.
  ///
  /// Both share their code with other errors. Source: SQLite's `vdbeblob.c`, `blobSeekToRow`.
  private var saysNoValue: Bool {
    guard let message = sqlite3_errmsg(connection).map({ String(cString: $0) }) else { return false }
    return message.hasPrefix("no such rowid") || message.hasPrefix("cannot open value of type")
  }

  /// Reads as many bytes as the buffer holds; the range must lie inside the value.
  ///
  /// - Throws: `DatabaseError`.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard let handle, let base = buffer.baseAddress else { return }
    let code = sqlite3_blob_read(handle, base, Int32(buffer.count), Int32(offset))
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Returns bytes of the value; the range must lie inside the value.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_ABORT` if the row was changed since it was opened.
  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBytes { try read(at: offset, into: $0) }
    return bytes
  }

  /// Overwrites bytes of the value, which cannot change its size; the range must lie inside the value.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_FULL` or `SQLITE_READONLY`.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    guard let handle, let base = bytes.baseAddress else { return }
    let code = sqlite3_blob_write(handle, base, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError { DatabaseError(code, of: connection) }
}
