import CoreDataMigration
import GRDB
import SQLiteKit

/// How a store file says which version it is.
///
/// Version 0 is an empty database; 1 and 2 are Core Data stores of Beer Diary for iOS, up to 1.6.0 and 1.6.1, which are
/// told by their tables; from 3 on, the header carries this program's application id and the version.
package enum StoreVersion {
  package static let current = 11
  static let firstOwn = 3
  /// "Beer" in ASCII, in SQLite's `application_id`.
  static let applicationID: Int32 = 0x4265_6572

  /// Tables and indices of every version, in lower case.
  private static let ownNames: Set = [
    "beer", "photo", "photo_image", "import_batch", "background_work", "beer_by_date", "beer_by_origin",
    "photo_undescribed", "photo_external", "photo_unhashed", "kept_photo", "ordered_photo", "removed_photo",
    "removed_photo_by_beer",
    "beer_by_name", "beer_by_brewery", "beer_by_style", "beer_by_rating", "beer_by_abv", "beer_by_batch",
    "import_run", "beer_before_import", "beer_before_import_by_beer", "highest_deleted_id",
    "imported_beer", "imported_photo", "imported_photo_by_batch",
    DiscardedRows.table,
  ]

  /// Whether this program has a table or an index of that name; the search index and custom fields have several.
  package static func isOwnName(_ name: String) -> Bool {
    let name = name.lowercased()
    return ownNames.contains(name) || name.hasPrefix("beer_search") || name.hasPrefix(CustomFieldIndex.prefix)
      || name.hasPrefix(PageAllocationCheck.prefix)
  }

  /// What a store of a version cannot do without.
  static func tables(of version: Int) -> Set<String> {
    ["beer", 8...10 ~= version ? "kept_photo" : "photo", "photo_image"]
  }

  /// Whether a store of this version is one of Beer Diary for iOS.
  package static func isLegacy(_ version: Int) -> Bool { 1..<firstOwn ~= version }

  static func set(_ version: Int, in db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }
}
