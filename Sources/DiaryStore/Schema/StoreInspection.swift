import CoreDataMigration
import DiaryModel
import Foundation
import GRDB
import Pictures
package import SQLiteKit

/// Determines what a file is without changing it.
package enum StoreInspection {
  /// The version of a store and what a migration has to know about it.
  package struct Identity: Equatable, Sendable {
    /// The version of the store; 0 for an empty file or database.
    package let version: Int
    /// The column with the photos' images in a store of Beer Diary for iOS; `nil` for other stores.
    var imageColumn: String?
  }

  /// Inspects a file; returns `nil` if there is none.
  ///
  /// - Throws: `.notADiary` or `.newer` if the file is not a store that this program can open; `.store` with any error
  ///   about the file.
  static func inspect(_ path: String) throws(OpeningError) -> Identity? {
    try inspect(path, as: path)
  }

  /// How strictly the schema of a current store is checked.
  ///
  /// Older stores are checked by their migration.
  package enum SchemaCheck {
    /// The schema is not checked.
    case none
    /// Unexpected triggers, views and unique indexes are accepted.
    case tablesOnly
    /// Everything that can change or delete rows is checked.
    case full
  }

  /// Inspects a file, and checks its schema; returns `nil` if there is no file.
  ///
  /// - Parameters:
  ///   - name: The path that errors refer to.
  ///   - schemaCheck: How strictly the schema is checked; see ``SchemaValidator``.
  ///   - rollsBack: Whether an interrupted transaction may be rolled back in the file itself.
  /// - Throws: `.notADiary` or `.newer`; `.unexpectedSchemaObjects` if the schema has unexpected objects; `.store`.
  package static func inspect(
    _ path: String, as name: String, schemaCheck: SchemaCheck = .none, rollsBack: Bool = false
  ) throws(OpeningError) -> Identity? {
    try OpeningError.mapErrors(at: name) {
      guard let size = try regularFileSize(path, as: name) else { return nil }
      let file = StoreFile.resolved(path)
      if size == 0 {
        try OrphanedSidecar.refuse(fillingEmpty: file, as: name)
        // Another program may have created a diary in it since.
        if StoreFile.size(file) ?? 0 == 0 { return Identity(version: 0) }
      }
      return try NonMutatingReader(file, rollsBack: rollsBack) { store in
        let identity = try identify(store, name)
        if identity.version == StoreVersion.current, schemaCheck != .none {
          try SchemaValidator.check(store, name, acceptsUnexpected: schemaCheck == .tablesOnly)
        }
        return identity
      }
    }
  }

  /// Returns the size of a file in bytes; `nil` if there is none.
  ///
  /// The file is not opened, because opening a named pipe could block.
  ///
  /// - Throws: `.isFolder`, `.notAFile` or `.danglingLink` if there is something other than a file;
  ///   `.permissionDenied`.
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

  /// Identifies a store by its header and tables.
  ///
  /// - Parameter path: The path that errors refer to.
  /// - Throws: `.notADiary`, `.newer` or `.damaged` if this program cannot open it; errors of SQLite.
  static func identify(_ store: some SchemaReader, _ path: String) throws -> Identity {
    let tables = Set(try store.strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
    let application = try store.integer("PRAGMA application_id")
    let version = try store.integer("PRAGMA user_version")
    if application == Int(StoreVersion.applicationID) {
      guard version <= StoreVersion.current else { throw OpeningError.newer(path: path, version: version) }
      guard version >= StoreVersion.firstOwn, tables.isSuperset(of: StoreVersion.tables(of: version)) else {
        throw StoreError.damaged(path: path, detail: "its tables do not match version \(version)")
      }
      return Identity(version: version)
    }
    let objects = try store.integer("SELECT count(*) FROM sqlite_master")
    if objects == 0, application == 0, version == 0 { return Identity(version: 0) }
    guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw OpeningError.notADiary(path: path, what: "a database of another program")
    }
    return try identifyCoreData(store, tables, path)
  }

  private static func identifyCoreData(
    _ store: some SchemaReader, _ tables: Set<String>, _ path: String
  ) throws -> Identity {
    let notBeers = OpeningError.notADiary(path: path, what: "a Core Data store, but not one of Beer Diary")
    let entities = Set(try store.strings("SELECT Z_NAME FROM Z_PRIMARYKEY"))
    guard entities.isSuperset(of: ["Beer", "Photo"]), tables.isSuperset(of: ["ZBEER", "ZPHOTO"]) else {
      throw notBeers
    }
    try refuseOwnNames(store, path)
    try refuseRules(store, path)
    let columns = Set(try store.strings("SELECT name FROM pragma_table_info('ZPHOTO')"))
    guard columns.isSuperset(of: ["Z_PK", "ZBEER"]), try store.integer(unusablePhotoTable) == 0,
      let imageColumn = try LegacyImageColumn(store).find()
    else { throw notBeers }
    if columns.contains(LegacySchema.userOrderColumn) {
      return Identity(version: 2, imageColumn: imageColumn)
    }
    if columns.contains(LegacySchema.relationshipOrderColumn) {
      return Identity(version: 1, imageColumn: imageColumn)
    }
    throw notBeers
  }

  /// SQL that counts properties of the photo table that Core Data never declares, and with which it cannot be migrated.
  ///
  /// The table becomes the table of images. They are read and written by row id, so the primary key must be the row id.
  /// New photos could not be inserted with a required column, or with a reference to the table of beers, which is
  /// dropped.
  private static let unusablePhotoTable = """
    SELECT
      (SELECT count(*) FROM pragma_index_list('ZPHOTO') WHERE origin = 'pk')
      + (SELECT count(*) = 0 FROM pragma_table_info('ZPHOTO') WHERE name = 'Z_PK' AND pk = 1)
      + (SELECT count(*) FROM pragma_foreign_key_list('ZPHOTO'))
      + (SELECT count(*) FROM pragma_table_info('ZPHOTO') WHERE "notnull" AND dflt_value IS NULL AND pk = 0)
    """

  /// Throws if the photo table, which stays in use, has constraints that delete or replace rows.
  private static func refuseRules(_ store: some SchemaReader, _ path: String) throws {
    let objects = try SchemaObject.all(in: store)
    guard
      let table = objects.first(where: { $0.kind == .table && $0.name == "ZPHOTO" && !$0.sideEffects.isEmpty }
      )
    else { return }
    let what = "a Core Data store whose \(table.title) has unexpected constraints"
    throw OpeningError.notADiary(path: path, what: what)
  }

  /// Throws if an old table or index has a name of the diary's own, which is created next to it; case does not matter.
  private static func refuseOwnNames(_ store: some SchemaReader, _ path: String) throws {
    for type in ["table", "index"] {
      let names = try store.strings("SELECT name FROM sqlite_master WHERE type = '\(type)'")
      if let name = try names.first(where: StoreVersion.isOwnName) {
        let what = "a Core Data store with an unexpected \(type) \"\(name)\""
        throw OpeningError.notADiary(path: path, what: what)
      }
    }
  }
}
