import CoreDataMigration
package import GRDB
import SQLiteKit

/// Photos whose images are still files next to the store.
package struct ExternalImages {
  private let db: Database
  private let folder: ExternalImageFolder

  package init(_ db: Database, folder: String) {
    self.db = db
    self.folder = ExternalImageFolder(folder)
  }

  /// Photos whose files are missing, empty or shorter than recorded, or cannot be read.
  package func absent() throws -> [Int64] {
    try ids("external_name IS NOT NULL ORDER BY id", areThere: false)
  }

  /// Photos that are marked missing and whose files are there now: a disk was away, or the copy was finished later.
  func returned() throws -> [Int64] {
    try ids("is_missing = 1 AND external_name IS NOT NULL", areThere: true)
  }

  /// The next background work brings these in.
  func unmark(_ photos: [Int64]) throws {
    let update = try db.makeStatement(
      sql: "UPDATE photo SET is_missing = 0 WHERE id = ? AND external_name IS NOT NULL")
    for id in photos { try update.execute(arguments: [id]) }
  }

  private func ids(_ condition: String, areThere: Bool) throws -> [Int64] {
    let sql = "SELECT id, external_name, byte_count FROM photo WHERE \(condition)"
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      let isThere = try folder.open(row.value(atIndex: 1), byteCount: row.value(atIndex: 2)) != nil
      return try isThere == areThere ? row.value(atIndex: 0) : nil
    }
  }
}
