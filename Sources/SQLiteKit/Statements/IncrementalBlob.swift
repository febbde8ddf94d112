package import GRDB
import GRDBSQLite

/// SQLite's incremental blob access: parts of a value are read or written without the whole in memory.
///
/// Valid inside the database access it was made in. See https://www.sqlite.org/c3ref/blob_open.html
package final class IncrementalBlob {
  private let connection: OpaquePointer?
  private let schema: String
  private let table: String
  private let column: String
  private let isWritable: Bool
  private var handle: OpaquePointer?

  /// - Parameter schema: The name of an attached database.
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

  // It only repeats the error of the last read or write: inside a transaction, closing writes nothing.
  deinit { sqlite3_blob_close(handle) }

  /// Bytes in the value that is open.
  package var count: Int { handle.map { Int(sqlite3_blob_bytes($0)) } ?? 0 }

  /// Goes to a row; `false` where the row does not exist or its value is no text or blob.
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

  /// Whether the last error is a missing row or a value that is no text or blob.
  ///
  /// Both share their code with other errors. Source: SQLite's `vdbeblob.c`, `blobSeekToRow`.
  private var saysNoValue: Bool {
    guard let message = sqlite3_errmsg(connection).map({ String(cString: $0) }) else { return false }
    return message.hasPrefix("no such rowid") || message.hasPrefix("cannot open value of type")
  }

  /// Reads into a buffer; the range must lie inside the value.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
    guard let handle, let base = buffer.baseAddress else { return }
    let code = sqlite3_blob_read(handle, base, Int32(buffer.count), Int32(offset))
    guard code == SQLITE_OK else { throw failure(code) }
  }

  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBytes { try read(at: offset, into: $0) }
    return bytes
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    guard let handle, let base = bytes.baseAddress else { return }
    let code = sqlite3_blob_write(handle, base, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError { DatabaseError(code, of: connection) }
}
