import CoreDataMigration
import DiaryModel
import Foundation
import GRDB
import Pictures
package import SQLiteKit

/// Determines what a file is, without changing it.
package enum StoreInspection: Equatable {
  case missing
  /// A store of this version, 0 for an empty database.
  case store(version: Int)

  /// Inspects a file; throws if it is not a store that this program can open.
  package static func inspect(_ path: String) throws(OpeningError) -> StoreInspection {
    try inspect(path, as: path)
  }

  /// How strictly the schema of a current store is checked; older stores are checked by their migration.
  package enum SchemaCheck {
    case none
    /// Unexpected triggers and views are accepted.
    case tablesOnly
    case full
  }

  /// - Parameters:
  ///   - name: What errors call the file.
  ///   - schemaCheck: How strictly the schema is checked; see ``SchemaValidator``.
  ///   - rollsBack: Whether an interrupted transaction may be rolled back in the file itself.
  package static func inspect(
    _ path: String, as name: String, schemaCheck: SchemaCheck = .none, rollsBack: Bool = false
  ) throws(OpeningError) -> StoreInspection {
    try OpeningError.mapErrors(at: name) {
      guard let size = try regularFileSize(path, as: name) else { return .missing }
      let file = StoreFile.resolved(path)
      if size == 0 {
        try OrphanedSidecar.refuse(fillingEmpty: file, as: name)
        // Another program may have created a diary in it since.
        if StoreFile.size(file) ?? 0 == 0 { return .store(version: 0) }
      }
      return try NonMutatingReader(file, rollsBack: rollsBack) { store in
        let version = try version(store, name)
        if version == StoreVersion.current, schemaCheck != .none {
          try SchemaValidator.check(store, name, acceptsForeign: schemaCheck == .tablesOnly)
        }
        return .store(version: version)
      }
    }
  }

  /// The size of a file; `nil` if there is none.
  ///
  /// Nothing is opened, so a named pipe cannot keep anyone waiting.
  ///
  /// - Throws: What is there instead of a file.
  package static func regularFileSize(_ path: String, as name: String) throws(StoreError) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if let target = SpecialFile.danglingLinkTarget(path) {
        throw .danglingLink(path: name, target: target)
      }
      switch code {
      case ENOENT, ENOTDIR: return nil
      case EACCES: throw .permissionDenied(path: name)
      default: throw StoreError(systemError: code, path: name)
      }
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path: name) }
    if let special = SpecialFile(mode: UInt32(status.st_mode)) {
      throw .notAFile(path: name, what: special.name)
    }
    return Int(status.st_size)
  }

  /// The version that the tables tell, 0 for a database with nothing in it.
  static func version(_ store: some SchemaReader, _ path: String) throws -> Int {
    let tables = Set(try store.strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
    let application = try store.integer("PRAGMA application_id")
    let version = try store.integer("PRAGMA user_version")
    if application == Int(StoreVersion.applicationID) {
      guard version <= StoreVersion.current else { throw OpeningError.newer(path: path, version: version) }
      guard version >= StoreVersion.firstOwn, tables.isSuperset(of: StoreVersion.tables(of: version)) else {
        throw StoreError.damaged(path: path, detail: "its tables are not those of version \(version)")
      }
      return version
    }
    let objects = try store.integer("SELECT count(*) FROM sqlite_master")
    if objects == 0, application == 0, version == 0 { return 0 }
    guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw OpeningError.foreign(path: path, what: "a database of another program")
    }
    return try coreDataVersion(store, tables, path)
  }

  private static func coreDataVersion(_ store: some SchemaReader, _ tables: Set<String>, _ path: String)
    throws
    -> Int
  {
    let notBeers = OpeningError.foreign(path: path, what: "a Core Data store, but not one of Beer Diary")
    let entities = Set(try store.strings("SELECT Z_NAME FROM Z_PRIMARYKEY"))
    guard entities.isSuperset(of: ["Beer", "Photo"]), tables.isSuperset(of: ["ZBEER", "ZPHOTO"]) else {
      throw notBeers
    }
    try refuseOwnNames(store, path)
    try refuseRules(store, path)
    let columns = Set(try store.strings("SELECT name FROM pragma_table_info('ZPHOTO')"))
    guard columns.isSuperset(of: ["Z_PK", "ZBEER"]), try store.integer(oddPhotoTable) == 0,
      try LegacyImageColumn(store).find() != nil
    else { throw notBeers }
    if columns.contains(LegacySchema.userOrderColumn) { return 2 }
    if columns.contains(LegacySchema.relationshipOrderColumn) { return 1 }
    throw notBeers
  }

  /// Counts what Core Data never declares of a photo table, which stays in use as the images' table.
  ///
  /// Images are read and written by row id, so the key must be one. A reference to the beers' table, which goes, or a
  /// column that must be given would make every new photo fail.
  private static let oddPhotoTable = """
    SELECT
      (SELECT count(*) FROM pragma_index_list('ZPHOTO') WHERE origin = 'pk')
      + (SELECT count(*) = 0 FROM pragma_table_info('ZPHOTO') WHERE name = 'Z_PK' AND pk = 1)
      + (SELECT count(*) FROM pragma_foreign_key_list('ZPHOTO'))
      + (SELECT count(*) FROM pragma_table_info('ZPHOTO') WHERE "notnull" AND dflt_value IS NULL AND pk = 0)
    """

  /// The photo table stays in use, and no table of a diary may remove or replace rows by rules of others.
  private static func refuseRules(_ store: some SchemaReader, _ path: String) throws {
    let objects = try SchemaObject.all(in: store)
    guard
      let table = objects.first(where: { $0.kind == .table && $0.name == "ZPHOTO" && !$0.sideEffects.isEmpty }
      )
    else { return }
    let what = "a Core Data store whose \(table.title) has rules that Core Data never declares"
    throw OpeningError.foreign(path: path, what: what)
  }

  /// The diary's tables and indexes are made beside the old ones; names do not tell upper from lower case.
  private static func refuseOwnNames(_ store: some SchemaReader, _ path: String) throws {
    for type in ["table", "index"] {
      let names = try store.strings("SELECT name FROM sqlite_master WHERE type = '\(type)'")
      if let name = try names.first(where: StoreVersion.isOwnName) {
        let what = "a Core Data store with a \(type) \"\(name)\" of its own"
        throw OpeningError.foreign(path: path, what: what)
      }
    }
  }
}
