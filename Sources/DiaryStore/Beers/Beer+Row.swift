package import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

extension Beer: FetchableRecord {
  /// SQL for the columns of `beer` that `init(row:)` needs.
  package static var columns: String {
    "id, uuid, \(BeerColumn.names), created_at, updated_at, deleted_at, source, source_id"
  }

  /// Decodes a row with the columns in `columns`.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a required date is not a date, or if a custom field cannot be read.
  package init(row: Row) throws {
    try self.init(
      id: row.value(forColumn: "id"), uuid: row.value(forColumn: "uuid"), fields: BeerFields(row: row),
      createdAt: DiaryDate(required: row.value(forColumn: "created_at")),
      updatedAt: DiaryDate(required: row.value(forColumn: "updated_at")),
      deletedAt: DiaryDate(stored: row.value(forColumn: "deleted_at")), origin: Origin(row: row))
  }
}

extension Origin {
  /// Decodes the origin in a row of `beer`; returns `nil` if the beer has none.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT` if a value is of another type.
  package init?(row: Row) throws {
    guard let source = try row.value(String?.self, forColumn: "source"),
      let id = try row.value(String?.self, forColumn: "source_id")
    else { return nil }
    self.init(source: source, id: id)
  }
}

extension Photo: FetchableRecord {
  /// Decodes a row of `ordered_photo` or `removed_photo`, which have the position of the photo.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT` if a value is of another type.
  package init(row: Row) throws { try self.init(row: row, order: row.value(forColumn: "user_order")) }

  /// Decodes a row of `photo`, which does not have the position.
  init(row: Row, order: Int) throws {
    try self.init(
      id: row.value(forColumn: "id"), uuid: row.value(forColumn: "uuid"),
      beerID: row.value(forColumn: "beer_id"),
      order: order, takenAt: DiaryDate(stored: row.value(forColumn: "taken_at")),
      caption: row.value(forColumn: "caption"),
      metadata: ImageMetadata(optional: row) ?? ImageMetadata(byteCount: 0),
      sha256: row.value(forColumn: "sha256"))
  }
}

extension ImageMetadata {
  /// Decodes the columns of a photo in a joined row; returns `nil` if the row has no photo.
  init?(optional row: Row) throws {
    guard let byteCount = try row.value(Int?.self, forColumn: "byte_count") else { return nil }
    try self.init(
      format: row.value(forColumn: "format"), width: row.value(forColumn: "width"),
      height: row.value(forColumn: "height"), camera: row.value(forColumn: "camera"),
      byteCount: byteCount, isMissing: row.value(forColumn: "is_missing"))
  }
}

extension DiaryDate {
  /// Returns the date of a column; `nil` if it has no value or is not a date.
  init?(stored text: String?) {
    guard let text else { return nil }
    self.init(text)
  }

  fileprivate init(required text: String) throws {
    guard let date = DiaryDate(text) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\"\(text)\" is not a date")
    }
    self = date
  }
}
