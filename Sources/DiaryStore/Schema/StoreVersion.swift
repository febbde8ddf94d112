import CoreDataMigration
import GRDB
import SQLiteKit

/// The versions of store files.
///
/// Version 0 is an empty database. Versions 1 and 2 are Core Data stores of Beer Diary for iOS, up to 1.6.0 and of
/// 1.6.1, which are recognized by their tables. From version 3 on, the header has this program's application id and the
/// version.
package enum StoreVersion {
  /// The version that this program writes; the last one of the migration chain.
  package static let current = MigrationChain.steps.map(\.to).max() ?? firstOwn
  /// The first version of this program.
  static let firstOwn = 3
  /// SQLite's `application_id`: "Beer" in ASCII.
  static let applicationID: Int32 = 0x4265_6572

  private static let ownNames = Result { try ExpectedSchema.namesOfAllVersions() }

  /// Returns whether a name is that of a table, index or view of this program, in any version and any case.
  ///
  /// The search index and the indexes of custom fields have several names.
  ///
  /// - Throws: `DatabaseError` if the schemas of the versions cannot be created in memory.
  package static func isOwnName(_ name: String) throws -> Bool {
    let name = name.lowercased()
    let prefixes = ["beer_search", CustomFieldIndex.prefix, CoreDataMigration.trialTablePrefix]
    return try name == DiscardedRows.table || prefixes.contains(where: name.hasPrefix)
      || ownNames.get().contains(name)
  }

  /// Returns the tables that every store of a version has.
  static func tables(of version: Int) -> Set<String> { ["beer", photoTable(of: version), "photo_image"] }

  /// Returns the name of the table of photos in a version.
  static func photoTable(of version: Int) -> String { 8...10 ~= version ? "kept_photo" : "photo" }

  /// Returns whether a version is one of Beer Diary for iOS.
  package static func isLegacy(_ version: Int) -> Bool { 1..<firstOwn ~= version }

  /// Returns whether the header of a store still has what belongs to a version; a migration changes that.
  static func isInHeader(_ version: Int, of store: some SchemaReader) throws -> Bool {
    let isOwn = try store.integer("PRAGMA application_id") == Int(applicationID)
    if isLegacy(version) { return !isOwn }
    return try isOwn && store.integer("PRAGMA user_version") == version
  }

  /// Writes the application id and a version into the header.
  static func set(_ version: Int, in db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }
}
