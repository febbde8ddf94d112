import GRDB

/// Photos whose images are files beside the store still.
struct ExternalImages {
  private let db: Database
  private let folder: String

  init(_ db: Database, folder: String) {
    self.db = db
    self.folder = folder
  }

  /// Photos whose files are not there.
  func absent() throws -> [Int64] {
    try ids(
      "SELECT id, external_name FROM kept_photo WHERE external_name IS NOT NULL ORDER BY id", areThere: false)
  }

  /// Photos that are marked missing and whose files are there now: a disk was away, or the folder came later.
  func returned() throws -> [Int64] {
    try ids(
      "SELECT id, external_name FROM kept_photo WHERE is_missing = 1 AND external_name IS NOT NULL",
      areThere: true
    )
  }

  /// The next background work brings these in.
  func unmark(_ photos: [Int64]) throws {
    let update = try db.makeStatement(sql: "UPDATE kept_photo SET is_missing = 0 WHERE id = ?")
    for id in photos { try update.execute(arguments: [id]) }
  }

  private func ids(_ sql: String, areThere: Bool) throws -> [Int64] {
    try Row.fetchAll(db, sql: sql).compactMap { row in
      let isThere = StoreFile.readableSize("\(folder)/\(row[1] as String)") != nil
      return isThere == areThere ? row[0] : nil
    }
  }
}
