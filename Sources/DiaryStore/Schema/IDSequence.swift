package import GRDB
import SQLiteKit

/// The ids of one table, which are never reused, so that an id in a script never refers to another row.
///
/// SQLite reuses the highest id after its row is deleted. Triggers therefore record the highest deleted id of each
/// table.
package enum IDSequence: String, CaseIterable {
  /// The ids of beers.
  case beer
  /// The ids of photos, including removed ones.
  case photo
  /// The ids of imports.
  case importBatch = "import_batch"

  /// Returns an id that no row has or had.
  ///
  /// - Throws: `DatabaseError`.
  package func nextID(_ db: Database) throws -> Int64 {
    let last = try Int64.fetchOne(db, sql: highestID) ?? 0
    // No id follows the largest one; a random one is nearly certainly unused.
    return last < .max ? last + 1 : .random(in: 1..<Int64.max)
  }

  /// Returns the highest id of each sequence in a diary.
  ///
  /// - Returns: `nil` if the diary cannot be read or is of a version before 9.
  package static func highestIDs(ofStore file: String) -> [IDSequence: Int64]? {
    // Version 9 introduced the table `highest_deleted_id`.
    guard let store = try? StoreInspection.inspect(file), store.version >= 9 else { return nil }
    return try? NonMutatingReader(file) { store in
      try allCases.reduce(into: [:]) { $0[$1] = Int64(try store.integer($1.highestID)) }
    }
  }

  /// Records all ids up to `highest` as used.
  ///
  /// - Throws: `DatabaseError`.
  package func reserve(upTo highest: Int64, _ db: Database) throws {
    // No id follows the largest one, so it need not be recorded.
    guard highest < .max else { return }
    try db.execute(
      sql: "UPDATE highest_deleted_id SET id = max(id, ?) WHERE kind = ?", arguments: [highest, rawValue])
  }

  /// SQL for the highest id that a row has or had.
  private var highestID: String {
    let inUse =
      switch self {
      // A new row must not get the photos of a missing beer, or the image of a missing photo.
      case .beer: ["max(id) FROM beer", "max(beer_id) FROM photo", "max(beer_id) FROM removed_photo"]
      case .photo: ["max(id) FROM photo", "max(id) FROM removed_photo", "max(id) FROM photo_image"]
      case .importBatch: ["max(id) FROM import_batch"]
      }
    let selects = (["id FROM highest_deleted_id WHERE kind = '\(rawValue)'"] + inUse).map { "SELECT \($0)" }
    return "SELECT max(0, max(id)) FROM (\(selects.joined(separator: " UNION ALL ")))"
  }
}
