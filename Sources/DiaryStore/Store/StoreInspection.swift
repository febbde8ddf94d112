import Foundation
import GRDBSQLite

/// What a file is, found out without changing it.
enum StoreInspection: Equatable {
  case missing
  /// A store of this version, 0 for an empty database.
  case store(version: Int)

  /// Looks at a file and refuses what is no store that this program can open.
  static func inspect(_ path: String) throws(DiaryError) -> StoreInspection {
    guard let size = try regularFileSize(path) else { return .missing }
    if size == 0, fileSize(path + "-wal") ?? 0 == 0 { return .store(version: 0) }
    try requireSignature(path)
    do {
      let probe = try SQLiteProbe(path: path)
      return .store(version: try version(probe, path))
    } catch let failure as SQLiteProbe.Failure {
      throw DiaryError(sqliteCode: failure.code, message: failure.message, path: path)
    } catch let error as DiaryError {
      throw error
    } catch {
      throw .inputOutput(path: path, reason: "\(error)")
    }
  }

  private static func regularFileSize(_ path: String) throws(DiaryError) -> Int? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case EACCES: throw .permissionDenied(path: path)
      default: throw .inputOutput(path: path, reason: String(cString: strerror(errno)))
      }
    }
    if info.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path: path) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .notADatabase(path: path) }
    return Int(info.st_size)
  }

  private static func requireSignature(_ path: String) throws(DiaryError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .permissionDenied(path: path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard read(descriptor, &bytes, 16) == 16, bytes == Array("SQLite format 3\0".utf8) else {
      throw .notADatabase(path: path)
    }
  }

  private static func version(_ probe: SQLiteProbe, _ path: String) throws -> Int {
    let tables = Set(try probe.strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
    let application = try probe.integer("PRAGMA application_id")
    let version = try probe.integer("PRAGMA user_version")
    if application == Int(StoreVersion.applicationID) {
      guard version <= StoreVersion.current else { throw DiaryError.newer(path: path, version: version) }
      guard version >= StoreVersion.firstOwn, tables.isSuperset(of: ["beer", "photo", "photo_image"]) else {
        throw DiaryError.damaged(path: path, detail: "its tables are not those of version \(version)")
      }
      return version
    }
    if tables.isEmpty, application == 0, version == 0 { return 0 }
    guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw DiaryError.foreign(path: path, what: "a database of another program")
    }
    return try coreDataVersion(probe, tables, path)
  }

  private static func coreDataVersion(_ probe: SQLiteProbe, _ tables: Set<String>, _ path: String) throws
    -> Int
  {
    let notBeers = DiaryError.foreign(path: path, what: "a Core Data store, but not one of Beer Diary")
    let entities = Set(try probe.strings("SELECT Z_NAME FROM Z_PRIMARYKEY"))
    guard entities.isSuperset(of: ["Beer", "Photo"]), tables.isSuperset(of: ["ZBEER", "ZPHOTO"]) else {
      throw notBeers
    }
    let columns = Set(try probe.strings("SELECT name FROM pragma_table_info('ZPHOTO')"))
    guard columns.isSuperset(of: ["Z_PK", "ZBEER"]),
      !LegacySchema.imageColumns.filter(columns.contains).isEmpty
    else { throw notBeers }
    if columns.contains(LegacySchema.userOrderColumn) { return 2 }
    if columns.contains(LegacySchema.relationshipOrderColumn) { return 1 }
    throw notBeers
  }
}
