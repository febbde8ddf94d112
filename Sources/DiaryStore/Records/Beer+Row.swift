import Foundation
package import GRDB

extension Beer: FetchableRecord {
  /// The columns of `beer` that make a beer.
  static var columns: String {
    "id, uuid, \(BeerColumn.names), created_at, updated_at, deleted_at, source, source_id"
  }

  package init(row: Row) throws {
    id = try row.decode(forColumn: "id")
    uuid = try row.decode(forColumn: "uuid")
    fields = try BeerFields(row: row)
    createdAt = try DiaryDate(required: row.decode(forColumn: "created_at"))
    updatedAt = try DiaryDate(required: row.decode(forColumn: "updated_at"))
    deletedAt = try DiaryDate(stored: row.decode(forColumn: "deleted_at"))
    origin = try Origin(row: row)
  }
}

extension Origin {
  /// The origin in a row of `beer`; `nil` if the beer was not imported.
  init?(row: Row) throws {
    guard let source = try row.decode(String?.self, forColumn: "source"),
      let id = try row.decode(String?.self, forColumn: "source_id")
    else { return nil }
    self.init(source: source, id: id)
  }
}

extension BeerRow: FetchableRecord {
  package init(row: Row) throws {
    try self.init(
      id: row.decode(forColumn: "id"), name: row.decode(forColumn: "name"),
      brewery: row.decode(forColumn: "brewery"), style: row.decode(forColumn: "style"),
      abv: row.decode(forColumn: "abv"),
      ibu: row.decode(forColumn: "ibu"), rating: row.decode(forColumn: "rating"),
      place: row.decode(forColumn: "place"),
      drunkAt: DiaryDate(stored: row.decode(forColumn: "drunk_at")),
      photoCount: row.decode(forColumn: "photo_count"), thumbnail: PhotoFacts(optional: row),
      thumbnailID: row.decode(forColumn: "thumbnail_id"))
  }
}

extension Photo: FetchableRecord {
  package init(row: Row) throws { try self.init(row: row, order: row.decode(forColumn: "user_order")) }

  init(row: Row, order: Int) throws {
    self.order = order
    id = try row.decode(forColumn: "id")
    uuid = try row.decode(forColumn: "uuid")
    beerID = try row.decode(forColumn: "beer_id")
    takenAt = try DiaryDate(stored: row.decode(forColumn: "taken_at"))
    caption = try row.decode(forColumn: "caption")
    facts = try PhotoFacts(optional: row) ?? PhotoFacts(byteCount: 0)
    sha256 = try row.decode(forColumn: "sha256")
  }
}

extension PhotoFacts {
  /// The facts in a joined row; `nil` where there is no photo.
  fileprivate init?(optional row: Row) throws {
    guard let byteCount = try row.decode(Int?.self, forColumn: "byte_count") else { return nil }
    try self.init(
      format: row.decode(forColumn: "format"), width: row.decode(forColumn: "width"),
      height: row.decode(forColumn: "height"), camera: row.decode(forColumn: "camera"),
      byteCount: byteCount, isMissing: row.decode(forColumn: "is_missing"))
  }
}

extension DiaryDate {
  init?(stored text: String?) {
    guard let text else { return nil }
    self.init(text)
  }

  fileprivate init(required text: String) throws {
    guard let date = DiaryDate(text) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\"\(text)\" is no date")
    }
    self = date
  }
}
