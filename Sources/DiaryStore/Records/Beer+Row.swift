import Foundation
package import GRDB

extension Beer: FetchableRecord {
  /// The columns of `beer` that make a beer.
  static let columns =
    "id, uuid, \(BeerColumn.names), created_at, updated_at, deleted_at, source, source_id"

  package init(row: Row) throws {
    id = row["id"]
    uuid = row["uuid"]
    fields = try BeerFields(row: row)
    createdAt = try DiaryDate(required: row["created_at"])
    updatedAt = try DiaryDate(required: row["updated_at"])
    deletedAt = DiaryDate(stored: row["deleted_at"])
    let source = row["source"] as String?
    let sourceID = row["source_id"] as String?
    origin = if let source, let sourceID { Origin(source: source, id: sourceID) } else { nil }
  }
}

extension BeerRow: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      id: row["id"], name: row["name"], brewery: row["brewery"], style: row["style"], abv: row["abv"],
      ibu: row["ibu"], rating: row["rating"], place: row["place"],
      drunkAt: DiaryDate(stored: row["drunk_at"]),
      photoCount: row["photo_count"], thumbnail: PhotoFacts(optional: row), thumbnailID: row["thumbnail_id"])
  }
}

extension Photo: FetchableRecord {
  package init(row: Row) throws { self.init(row: row, order: row["user_order"]) }

  init(row: Row, order: Int) {
    self.order = order
    id = row["id"]
    uuid = row["uuid"]
    beerID = row["beer_id"]
    takenAt = DiaryDate(stored: row["taken_at"])
    caption = row["caption"]
    facts = PhotoFacts(optional: row) ?? PhotoFacts(byteCount: 0)
    sha256 = row["sha256"]
  }
}

extension PhotoFacts {
  /// The facts in a joined row; `nil` where there is no photo.
  fileprivate init?(optional row: Row) {
    guard let byteCount = row["byte_count"] as Int? else { return nil }
    self.init(
      format: row["format"], width: row["width"], height: row["height"], camera: row["camera"],
      byteCount: byteCount, isMissing: row["is_missing"])
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
