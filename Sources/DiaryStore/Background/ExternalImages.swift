import CoreDataMigration
package import GRDB
import SQLiteKit

/// Finds photos whose images are still files next to the store.
///
/// A removed photo needs its image as well, because the user may restore it when the files are gone.
package struct ExternalImages {
  /// The FROM clause of a query for the ids of the photos whose images are to be copied into the store.
  static let waitingFromClause = "FROM (\(photos("external_name IS NOT NULL AND is_missing = 0")))"

  /// A condition in SQL that is true if a store has photos whose images are files, which may be missing.
  package static let existCondition = "EXISTS (\(photos("external_name IS NOT NULL")))"

  private let db: Database
  private let folder: ExternalImageFolder

  /// Creates a finder for the images that are files in a folder.
  ///
  /// - Parameter folder: The folder in which Core Data stores large images as files.
  package init(_ db: Database, folder: String) {
    self.db = db
    self.folder = ExternalImageFolder(folder)
  }

  /// Returns a statement for the ids of the photos in all tables that a condition selects.
  private static func photos(_ condition: String) -> String {
    PhotoTable.allCases.map { "SELECT id FROM \($0) WHERE \(condition)" }.joined(separator: " UNION ALL ")
  }

  /// The number of images that are to be copied into the store.
  package var waitingCount: Int {
    get throws { try Int.fetchOne(db, sql: "SELECT count(*) \(Self.waitingFromClause)") ?? 0 }
  }

  /// Returns the ids of the photos of beers whose files are missing, empty, shorter than recorded or unreadable, in
  /// ascending order.
  ///
  /// - Throws: `DatabaseError`.
  package func absent() throws -> [Int64] {
    try ids(in: .photo, where: "external_name IS NOT NULL", fileExists: false)
  }

  /// Returns the photos that are marked missing and whose files exist now.
  ///
  /// The disk may have been disconnected, or the files may have been copied later.
  func returned() throws -> [Int64] {
    try PhotoTable.allCases.flatMap {
      try ids(in: $0, where: "is_missing = 1 AND external_name IS NOT NULL", fileExists: true)
    }
  }

  /// Marks photos as not missing, so that the background work copies their images.
  func unmark(_ photos: [Int64]) throws {
    for table in PhotoTable.allCases {
      let update = try db.makeStatement(
        sql: "UPDATE \(table) SET is_missing = 0 WHERE id = ? AND external_name IS NOT NULL")
      for id in photos { try update.execute(arguments: [id]) }
    }
  }

  private func ids(in table: PhotoTable, where condition: String, fileExists: Bool) throws -> [Int64] {
    let sql = "SELECT id, external_name, byte_count FROM \(table) WHERE \(condition) ORDER BY id"
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      let isFound = try folder.open(row.value(atIndex: 1), byteCount: row.value(atIndex: 2)) != nil
      return try isFound == fileExists ? row.value(atIndex: 0) : nil
    }
  }
}
