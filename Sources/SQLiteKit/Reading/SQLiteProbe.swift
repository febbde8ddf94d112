import Foundation
import GRDB
import GRDBSQLite

/// A look into a database file with a connection that changes nothing by itself.
///
/// GRDB's connections would switch a foreign file to WAL or leave a -shm behind.
package final class SQLiteProbe {
  /// How far the look goes.
  package enum Mode: String {
    /// Without locks and without looking at a -wal or a journal.
    case immutable = "immutable=1"
    case readOnly = "mode=ro"
    /// The same beside a -shm, which SQLite would write anew where nobody uses it.
    case readOnlyBesideLog = "mode=ro&readonly_shm=1"
    /// Puts a file back in order that a program left amid a transaction.
    case repairing = "mode=rw"
  }

  package struct Failure: Error {
    /// An extended result code of https://www.sqlite.org/rescode.html.
    let code: Int32
    let message: String

    var primaryCode: Int32 { code & 0xFF }
    /// Without its -shm, SQLite gives up on a -wal whose start was never written whole.
    var isUnreadableLog: Bool { primaryCode == SQLITE_PROTOCOL }
    /// `SQLITE_READONLY_ROLLBACK`: a transaction must be rolled back first, which a look may not do.
    var needsRollback: Bool { code == SQLITE_READONLY | 3 << 8 }
  }

  private static let signature = Array("SQLite format 3\0".utf8)
  /// The file and the mode as a URI, by which another connection can look in the same way.
  package let address: String
  private var connection: OpaquePointer?

  package init(path: String, mode: Mode) throws(Failure) {
    address = Self.address(of: path, mode: mode)
    let access = mode == .repairing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let code = sqlite3_open_v2(
      address, &connection, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    // What is thrown from here on closes the connection, as all properties are set.
    try check(code)
    try check(sqlite3_extended_result_codes(connection, 1))
    try check(sqlite3_busy_timeout(connection, 10_000))
    try check(sqlite3_exec(connection, ConnectionHardening.sql, nil, nil, nil))
    guard try start(count: Self.signature.count) == Self.signature else {
      throw Failure(code: SQLITE_NOTADB, message: "it has no signature")
    }
    // All that is read is of one moment, even if another program changes the file.
    try check(sqlite3_exec(connection, "BEGIN", nil, nil, nil))
  }

  // A statement or blob that is open keeps the connection, which is then closed with it.
  deinit { sqlite3_close_v2(connection) }

  /// Lets long statements be cancelled, too; the connection must not outlive `stop`.
  package func interrupt(by stop: CancellationToken) { stop.interruptStatements(of: connection) }

  static func address(of path: String, mode: Mode) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file://\(escaped)?\(mode.rawValue)"
  }

  /// The first column of every row, as text.
  package func strings(_ sql: String) throws(Failure) -> [String] { try rows(sql).map { $0.first ?? "" } }

  /// All columns of every row, as text.
  package func rows(_ sql: String) throws(Failure) -> [[String]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    // It only repeats the error of the last step.
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

  /// A value to be read where it lies; `nil` where the row has none.
  package func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob? {
    let blob = IncrementalBlob(connection, table: table, column: column)
    do {
      return try blob.open(row: row) ? blob : nil
    } catch let error as DatabaseError {
      throw Failure(code: error.resultCode.rawValue, message: error.message ?? "\(error)")
    }
  }

  /// The file's first bytes; fewer where it ends before.
  ///
  /// Read through SQLite's own descriptor: closing another one would drop the locks that this process has on the file.
  private func start(count: Int) throws(Failure) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    try check(code)
    guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = read(file, &bytes, Int32(count), 0)
    // `SQLITE_IOERR_SHORT_READ`: the bytes behind the end are zeros.
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

/// The size of a file in bytes; `nil` where there is none.
package func fileSize(_ path: String) -> Int? {
  var info = stat()
  return stat(path, &info) == 0 ? Int(info.st_size) : nil
}
