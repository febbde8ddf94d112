import CoreDataMigration
import GRDB
import SQLiteKit

/// How a store file says which version it is.
///
/// Version 0 is an empty database; 1 and 2 are Core Data stores of Beer Diary for iOS, up to 1.6.0 and 1.6.1, which are
/// told by their tables; from 3 on, the header carries this program's application id and the version.
package enum StoreVersion {
  package static let current = MigrationChain.steps.map(\.to).max() ?? firstOwn
  static let firstOwn = 3
  /// "Beer" in ASCII, in SQLite's `application_id`.
  static let applicationID: Int32 = 0x4265_6572

  private static let ownNames = Result { try ExpectedSchema.namesOfAllVersions() }

  /// Returns whether a name is one of this program's tables or indexes, in any version.
  ///
  /// The search index and the indexes of custom fields have several names.
  package static func isOwnName(_ name: String) throws -> Bool {
    let name = name.lowercased()
    let prefixes = ["beer_search", CustomFieldIndex.prefix, PageAllocationCheck.prefix]
    return try name == DiscardedRows.table || prefixes.contains(where: name.hasPrefix)
      || ownNames.get().contains(name)
  }

  /// What a store of a version cannot do without.
  static func tables(of version: Int) -> Set<String> { ["beer", photoTable(of: version), "photo_image"] }

  /// The name of the photos' table.
  static func photoTable(of version: Int) -> String { 8...10 ~= version ? "kept_photo" : "photo" }

  /// Whether a store of this version is one of Beer Diary for iOS.
  package static func isLegacy(_ version: Int) -> Bool { 1..<firstOwn ~= version }

  static func set(_ version: Int, in db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }
}
