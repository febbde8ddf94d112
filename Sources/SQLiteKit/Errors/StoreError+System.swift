import Foundation
import GRDB
import GRDBSQLite

extension StoreError {
  /// What an error of SQLite, GRDB or the system means for the store at `path`.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error.naming(path)
    case let error as DatabaseError:
      self.init(
        sqliteCode: error.extendedResultCode.rawValue, message: error.message ?? error.description, path: path
      )
    case let failure as SQLiteProbe.Failure:
      self.init(sqliteCode: failure.code, message: failure.message, path: path)
    case is RowDecodingError:
      self = .damaged(path: path, detail: "a value has another type than its column")
    case is CancellationError: self = .cancelled
    default: self = .failed(path: path, reason: "\(error)")
    }
  }

  /// Creates the error for a failed system call.
  ///
  /// - Parameter systemError: An `errno`.
  package init(systemError code: Int32, path: String) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .permissionDenied(path: path)
      case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
      case ENOENT, ENOTDIR: .notFound(path: path)
      case EIO: .inputOutput(path: path, reason: String(cString: strerror(code)))
      default: .failed(path: path, reason: String(cString: strerror(code)))
      }
  }

  /// Creates the error for a failed call of SQLite.
  ///
  /// - Parameter sqliteCode: A result code, primary or extended, see https://www.sqlite.org/rescode.html
  package init(sqliteCode: Int32, message: String, path: String) {
    switch sqliteCode & 0xFF {
    // The last one means that several programs repeatedly opened the -wal at the same moment.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy(path: path)
    // `SQLITE_READONLY_DBMOVED`.
    case SQLITE_READONLY where sqliteCode >> 8 == 4: self = .moved(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_NOTADB: self = .notADatabase(path: path)
    // The last three mean that the schema or a value is not what the diary's statements expect.
    case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
      self = .damaged(path: path, detail: message)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .permissionDenied(path: path)
    case SQLITE_CANTOPEN: self.init(cannotOpen: path, message)
    case SQLITE_INTERRUPT: self = .cancelled
    case SQLITE_IOERR: self.init(inputOutput: sqliteCode, message, path)
    default: self = .failed(path: path, reason: message)
    }
  }

  /// SQLite gives no reason, so the file and its folder are checked.
  private init(cannotOpen path: String, _ message: String) {
    let file = StoreFile.resolved(path)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    if access(file, F_OK) != 0, errno == ENOENT {
      self = .notFound(path: path)
    } else if access(folder.isEmpty ? "." : folder, W_OK | X_OK) != 0, Self.hasReadableWAL(file) {
      self = .unreadableWAL(path: path)
    } else if access(file, R_OK | W_OK) != 0 || access(folder.isEmpty ? "." : folder, W_OK | X_OK) != 0 {
      self = .permissionDenied(path: path)
    } else {
      self = .failed(path: path, reason: message)
    }
  }

  /// Whether the user may read a store and its -wal, so that only the -shm is missing.
  private static func hasReadableWAL(_ file: String) -> Bool {
    StoreSidecar.wal.hasBytes(of: file) && access(file, R_OK) == 0
      && access(StoreSidecar.wal.path(of: file), R_OK) == 0
  }

  private init(inputOutput code: Int32, _ message: String, _ path: String) {
    switch code >> 8 {
    // `SQLITE_IOERR_SHMSIZE`: the -shm could not grow.
    case 19: self = .diskFull(path: path)
    // `SQLITE_IOERR_NOMEM`.
    case 12: self = .failed(path: path, reason: message)
    // Locks that the file system did not give: `_UNLOCK`, `_RDLOCK`, `_BLOCKED`, `_CHECKRESERVEDLOCK`, `_LOCK`,
    // `_SHMLOCK`.
    case 8, 9, 11, 14, 15, 20: self = .failed(path: path, reason: "it cannot be locked")
    // `SQLITE_IOERR_WRITE`, which is also the error for a file size limit and for a quota.
    case 3:
      self =
        FileSizeLimit.current == nil
        ? .inputOutput(path: path, reason: "writing failed, or your quota is used up") : .diskFull(path: path)
    default:
      // SQLite has no message for what failed below a connection.
      self = .inputOutput(path: path, reason: message == "not an error" ? "unknown reason" : message)
    }
  }
}
