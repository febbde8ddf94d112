import GRDB
import GRDBSQLite

extension DiaryError {
  /// Tells what an error from the database means for the user.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as DiaryError: self = error
    case let error as DatabaseError:
      self.init(
        sqliteCode: error.resultCode.rawValue, message: error.message ?? error.description, path: path)
    case let failure as SQLiteProbe.Failure:
      self.init(sqliteCode: failure.primaryCode, message: failure.message, path: path)
    case MigrationFailure.differences(let differences):
      self = .verificationFailed(path: path, differences: differences)
    case MigrationFailure.unexpected(let what): self = .damaged(path: path, detail: what)
    case is JSONReader.Malformed:
      self = .damaged(path: path, detail: "a beer's custom fields cannot be read")
    case is CancellationError: self = .cancelled
    default: self = .inputOutput(path: path, reason: "\(error)")
    }
  }

  /// Does work on a store and tells what goes wrong there as an error of this type.
  static func told<Value>(of path: String, _ work: () throws -> Value) throws(DiaryError) -> Value {
    do { return try work() } catch { throw DiaryError(error, path: path) }
  }

  /// - Parameter sqliteCode: A primary result code, see https://www.sqlite.org/rescode.html
  init(sqliteCode: Int32, message: String, path: String) {
    switch sqliteCode {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_NOTADB: self = .notADatabase(path: path)
    // The last three: the schema or a value is none that the diary's statements fit; the disk is not to blame.
    case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
      self = .damaged(path: path, detail: message)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN: self = .permissionDenied(path: path)
    case SQLITE_INTERRUPT: self = .cancelled
    default: self = .inputOutput(path: path, reason: message)
    }
  }
}
