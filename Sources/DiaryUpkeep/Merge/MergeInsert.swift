import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Writes beers and photos of another store to a diary; images are streamed.
struct MergeInsert {
  private let from: Database
  private let source: Diary
  private let db: Database
  private let diary: Diary
  private let timestamp: String

  /// - Parameter timestamp: The `updated_at` of beers that get photos.
  init(_ from: Database, _ source: Diary, _ db: Database, _ diary: Diary, at timestamp: String) {
    self.from = from
    self.source = source
    self.db = db
    self.diary = diary
    self.timestamp = timestamp
  }

  /// Adds a beer with its label and all its photos, and returns its id.
  func add(_ beer: MergedBeer, origin: Origin?) throws -> Int64 {
    let id = try IDSequence.beer.nextID(db)
    let columns = Array(beer.row.columnNames)
    let values = try columns.map { column -> DatabaseValue in
      switch column {
      case "id": id.databaseValue
      case "source_id": origin?.id.databaseValue ?? .null
      case "extras": try extras(of: beer)
      default: beer.row[column]
      }
    }
    try db.execute(
      sql: """
        INSERT INTO beer (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """, arguments: StatementArguments(values))
    try LabelTransfer(from, db).setLabel(of: id, from: beer.id)
    let photos = try Int64.fetchAll(
      from, sql: "SELECT id FROM photo WHERE beer_id = ? ORDER BY order_key", arguments: [beer.id])
    for photo in photos { _ = try addPhoto(photo, to: id) }
    return id
  }

  /// Returns the custom fields of a beer with the spellings of indexes, each of which covers only one.
  private func extras(of beer: MergedBeer) throws -> DatabaseValue {
    let stored: DatabaseValue = beer.row["extras"]
    // The doctor finds what cannot be read.
    guard let json = String.fromDatabaseValue(stored), let extras = try? Extras(json: json) else {
      return stored
    }
    let spelled = try FieldNameNormalizer(db).spelled(extras)
    return spelled == extras ? stored : spelled.json.databaseValue
  }

  /// Gives a beer without an origin one by which later merges recognize it.
  func setOrigin(_ origin: Origin, of beer: Int64) throws {
    try db.execute(
      sql: "UPDATE beer SET source = ?, source_id = ? WHERE id = ?",
      arguments: [origin.source, origin.id, beer])
  }

  /// Adds photos after those that a beer has, and gives others, also of other beers, their missing images.
  ///
  /// - Returns: The additions of photos.
  func add(_ photos: PhotoMatch.Result, to beer: Int64) throws -> [DiaryChange] {
    var owners: Set<Int64> = []
    for (photo, original) in photos.restored {
      guard let image = try image(of: original) else { continue }
      try PhotoWriter(db).restore(photo: photo, image)
      owners.insert(try PhotoOrder.placement(of: photo, db).beer)
    }
    for owner in owners where owner != beer {
      _ = try BeerRecord(db).touch(owner, timestamp: timestamp)
    }
    if photos.new.isEmpty, !owners.contains(beer) { return [] }
    let added = try photos.new.map { try addPhoto($0, to: beer) }
    let updatedAt = try BeerRecord(db).touch(beer, timestamp: timestamp)
    return try added.map { .addedPhoto(try PhotoOrder.placement(of: $0, db), updatedAt: updatedAt) }
  }

  private func image(of photo: Int64) throws -> ImageBytes? {
    try ImageBytes(from, photo: photo, externalFolder: source.externalFolder)
  }

  /// Adds a photo after those that a beer has, and returns its id.
  private func addPhoto(_ id: Int64, to beer: Int64) throws -> Int64 {
    let sql = "SELECT uuid, taken_at, caption, external_name FROM photo WHERE id = ?"
    guard let row = try Row.fetchOne(from, sql: sql, arguments: [id]) else {
      throw PhotoError.noSuchPhoto(id)
    }
    let writer = PhotoWriter(db)
    let added: Int64
    if let image = try image(of: id) {
      added = try writer.add(
        image, to: beer, caption: row.value(forColumn: "caption"), allowsDuplicate: true, at: diary.now)
    } else {
      added = try writer.addMissing(
        to: beer, caption: row.value(forColumn: "caption"),
        externalName: row.value(forColumn: "external_name"), at: diary.now)
    }
    // The UUID may still be in use, by a photo that was moved to another beer.
    try db.execute(
      sql: """
        UPDATE photo SET taken_at = coalesce(?1, taken_at),
          uuid = iif(EXISTS (SELECT 1 FROM photo WHERE uuid = ?2
            UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?2), uuid, ?2)
        WHERE id = ?3
        """,
      arguments: [
        row.value(String?.self, forColumn: "taken_at"), row.value(UUID.self, forColumn: "uuid"), added,
      ])
    return added
  }
}
