import Foundation
import GRDBSQLite

/// A read-only look into a database file that leaves no trace beside it.
///
/// GRDB's connections would switch a foreign file to WAL or leave a -shm behind; this one is opened `immutable` unless
/// rows may still be in a -wal or a journal beside the file.
final class SQLiteProbe {
  struct Failure: Error {
    let code: Int32
    let message: String
  }

  private var connection: OpaquePointer?

  init(path: String) throws(Failure) {
    let sideFiles = ["-wal", "-journal"].map { path + $0 }
    let mode = sideFiles.contains { fileSize($0) ?? 0 > 0 } ? "mode=ro" : "immutable=1"
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    let code = sqlite3_open_v2(
      "file:\(escaped)?\(mode)", &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
      nil)
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(connection) }
      throw failure(code)
    }
    sqlite3_busy_timeout(connection, 10_000)
  }

  deinit { sqlite3_close_v2(connection) }

  /// The first column of every row, as text.
  func strings(_ sql: String) throws(Failure) -> [String] {
    var statement: OpaquePointer?
    let prepared = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    guard prepared == SQLITE_OK else { throw failure(prepared) }
    defer { sqlite3_finalize(statement) }
    var values: [String] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw failure(code) }
    return values
  }

  func integer(_ sql: String) throws(Failure) -> Int { Int(try strings(sql).first ?? "") ?? 0 }

  private func failure(_ code: Int32) -> Failure {
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    return Failure(code: code & 0xFF, message: message ?? "error \(code)")
  }
}

/// The size of a file in bytes; `nil` where there is none.
func fileSize(_ path: String) -> Int? {
  var info = stat()
  return stat(path, &info) == 0 ? Int(info.st_size) : nil
}
