import Foundation
import GRDB
import GRDBSQLite

/// A connection that reads a database file without GRDB.
///
/// GRDB's connections would switch a file to WAL mode or leave a -shm. All statements see the same state of the file. Use
/// ``NonMutatingReader`` to get the mode right.
package final class SQLiteProbe {
  /// How SQLite opens the file, as parameters of its URI.
  package enum Mode: String {
    /// Without locks, and ignoring a -wal or journal.
    case immutable = "immutable=1"
    /// With locks. SQLite may create a -shm or write to it.
    case readOnly = "mode=ro"
    /// With locks, but the -shm is only read. It must exist.
    case readOnlyWithWAL = "mode=ro&readonly_shm=1"
    /// Rolls back an interrupted transaction, or recovers the -wal.
    case repairing = "mode=rw"
  }

  /// An error of SQLite.
  package struct Failure: Error {
    /// An extended result code of https://www.sqlite.org/rescode.html.
    let code: Int32
    let message: String

    var primaryCode: Int32 { code & 0xFF }
    /// Whether the -wal's header is incomplete, so that SQLite cannot read it without writing to the -shm.
    var isUnreadableWAL: Bool { primaryCode == SQLITE_PROTOCOL }
    /// Whether an interrupted transaction must be rolled back first: `SQLITE_READONLY_ROLLBACK`.
    var needsRollback: Bool { code == SQLITE_READONLY | 3 << 8 }
  }

  private static let signature = Array("SQLite format 3\0".utf8)
  /// The URI of the file with its mode, for another connection that reads it in the same way.
  package let uri: String
  private var connection: OpaquePointer?

  /// Opens a file and begins a read transaction.
  ///
  /// - Parameter path: The path with symbolic links resolved.
  /// - Throws: `SQLITE_NOTADB` if the file is not a database, `SQLITE_BUSY` if it stays locked for ten seconds,
  ///   `SQLITE_CANTOPEN`, and others.
  package init(path: String, mode: Mode) throws(Failure) {
    uri = Self.uri(of: path, mode: mode)
    let access = mode == .repairing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let code = sqlite3_open_v2(
      uri, &connection, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    // If anything throws from here on, `deinit` closes the connection.
    try check(code)
    try check(sqlite3_extended_result_codes(connection, 1))
    try check(sqlite3_busy_timeout(connection, 10_000))
    try check(sqlite3_exec(connection, ConnectionHardening.sql, nil, nil, nil))
    guard try prefix(Self.signature.count) == Self.signature else {
      throw Failure(code: SQLITE_NOTADB, message: "it has no signature")
    }
    // One transaction, so that all statements see the same state.
    try check(sqlite3_exec(connection, "BEGIN", nil, nil, nil))
  }

  // If a blob is still open, SQLite closes the connection with it.
  deinit { sqlite3_close_v2(connection) }

  /// Interrupts statements when the operation is cancelled; the connection must not outlive `cancellation`.
  package func interrupt(by cancellation: CancellationToken) {
    cancellation.interruptStatements(of: connection)
  }

  static func uri(of path: String, mode: Mode) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file://\(escaped)?\(mode.rawValue)"
  }

  /// Returns the first column of every row, as text; empty for NULL.
  ///
  /// - Throws: `Failure`, such as `SQLITE_BUSY` or `SQLITE_CORRUPT`.
  package func strings(_ sql: String) throws(Failure) -> [String] { try rows(sql).map { $0.first ?? "" } }

  /// Returns all columns of every row, as text; empty for NULL.
  ///
  /// - Throws: `Failure`, such as `SQLITE_BUSY` or `SQLITE_CORRUPT`.
  package func rows(_ sql: String) throws(Failure) -> [[String]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    // The result only repeats the error of the last step.
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      var row: [String] = []
      for column in 0..<sqlite3_column_count(statement) { row.append(try text(statement, column)) }
      rows.append(row)
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw failure(code) }
    return rows
  }

  /// A column of the current row; empty for NULL.
  private func text(_ statement: OpaquePointer?, _ column: Int32) throws(Failure) -> String {
    if let text = sqlite3_column_text(statement, column) { return String(cString: text) }
    guard sqlite3_errcode(connection) & 0xFF != SQLITE_NOMEM else { throw failure(SQLITE_NOMEM) }
    return ""
  }

  /// Returns a value for incremental reading; `nil` if the row does not exist or its value is neither text nor blob.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_BUSY` or `SQLITE_CORRUPT`.
  package func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob? {
    let blob = IncrementalBlob(connection, table: table, column: column)
    do {
      return try blob.open(row: row) ? blob : nil
    } catch let error as DatabaseError {
      throw Failure(code: error.resultCode.rawValue, message: error.message ?? "\(error)")
    }
  }

  /// Returns the file's first bytes; zeros after its end.
  ///
  /// Reads through SQLite's own descriptor: closing another one would release the locks that this process has on the file.
  private func prefix(_ count: Int) throws(Failure) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    try check(code)
    guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = read(file, &bytes, Int32(count), 0)
    // `SQLITE_IOERR_SHORT_READ`: SQLite fills the rest with zeros.
    guard result == SQLITE_OK || result == SQLITE_IOERR | 2 << 8 else { throw failure(result) }
    return bytes
  }

  private func check(_ code: Int32) throws(Failure) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> Failure {
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    return Failure(code: code, message: message ?? "error \(code)")
  }
}
