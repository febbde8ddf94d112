import CoreDataMigration
package import GRDB
import SQLiteKit

/// Finds photos whose images are still files next to the store.
package struct ExternalImages {
  private let db: Database
  private let folder: ExternalImageFolder

  /// Creates a finder for the images that are files in a folder.
  ///
  /// - Parameter folder: The folder in which Core Data stores large images as files.
  package init(_ db: Database, folder: String) {
    self.db = db
    self.folder = ExternalImageFolder(folder)
  }

  /// Returns the ids of the photos whose files are missing, empty, shorter than recorded or unreadable, in ascending
  /// order.
  ///
  /// - Throws: `DatabaseError`.
  package func absent() throws -> [Int64] {
    try ids("external_name IS NOT NULL ORDER BY id", fileExists: false)
  }

  /// Returns the photos that are marked missing and whose files exist now.
  ///
  /// The disk may have been disconnected, or the files may have been copied later.
  func returned() throws -> [Int64] {
    try ids("is_missing = 1 AND external_name IS NOT NULL", fileExists: true)
  }

  /// Marks photos as not missing, so that the background work copies their images.
  func unmark(_ photos: [Int64]) throws {
    let update = try db.makeStatement(
      sql: "UPDATE photo SET is_missing = 0 WHERE id = ? AND external_name IS NOT NULL")
    for id in photos { try update.execute(arguments: [id]) }
  }

  private func ids(_ condition: String, fileExists: Bool) throws -> [Int64] {
    let sql = "SELECT id, external_name, byte_count FROM photo WHERE \(condition)"
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      let isFound = try folder.open(row.value(atIndex: 1), byteCount: row.value(atIndex: 2)) != nil
      return try isFound == fileExists ? row.value(atIndex: 0) : nil
    }
  }
}
