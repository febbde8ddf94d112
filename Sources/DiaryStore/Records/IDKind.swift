import GRDB

/// The kinds of rows whose ids are never given twice, so that an id that a script kept never reaches another row.
///
/// SQLite gives the highest id again once its row is deleted. Triggers record the highest id of each kind that was
/// deleted, whatever deletes it.
enum IDKind: String {
  case beer, photo
  case importBatch = "import_batch"

  /// Returns an id that no row of this kind has or had.
  func nextID(_ db: Database) throws -> Int64 {
    let last = try Int64.fetchOne(db, sql: highestID, arguments: [rawValue]) ?? 0
    // Any other is as good once the largest is taken.
    return last < .max ? last + 1 : .random(in: 1..<Int64.max)
  }

  private var highestID: String {
    let inUse =
      switch self {
      // A new row must not get the photos of a beer, or the image of a photo, that is not there.
      case .beer: ["max(id) FROM beer", "max(beer_id) FROM kept_photo", "max(beer_id) FROM removed_photo"]
      case .photo: ["max(id) FROM kept_photo", "max(id) FROM removed_photo", "max(id) FROM photo_image"]
      case .importBatch: ["max(id) FROM import_batch"]
      }
    let selects = (["id FROM highest_deleted_id WHERE kind = ?"] + inUse).map { "SELECT \($0)" }
    return "SELECT max(0, max(id)) FROM (\(selects.joined(separator: " UNION ALL ")))"
  }
}
