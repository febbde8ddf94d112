import Foundation
import GRDB
import SQLiteKit

/// Keeps thumbnails that are the only picture: of a photo without an image or whose file is missing, or of a beer.
///
/// Other thumbnails can be created again and are dropped with the old tables.
package struct LegacyThumbnails {
  private let db: Database
  private let photoColumns: [String]
  private let beerColumns: [String]

  /// Call this after the photo table was renamed.
  init(_ db: Database) throws {
    self.db = db
    photoColumns = try Self.columns(db, of: "photo_image")
    beerColumns = try Self.columns(db, of: "ZBEER")
  }

  private static func columns(_ db: Database, of table: String) throws -> [String] {
    try db.columns(in: table).filter(LegacySchema.isThumbnail).map(\.name.quotedIdentifier)
  }

  /// Makes thumbnails the images of photos that have none, and returns the beers of these photos.
  func useAsImages() throws -> MentionedBeers {
    var mentioned = MentionedBeers()
    for column in photoColumns {
      let photos = try Row.fetchAll(
        db,
        sql: """
          SELECT id, ZBEER FROM photo_image
          WHERE \(Self.isEmpty("data")) AND \(Self.isPicture(column))
          ORDER BY ZBEER, id
          """)
      let update = try db.makeStatement(sql: "UPDATE photo_image SET data = \(column) WHERE id = ?")
      for photo in photos {
        try update.execute(arguments: [photo[0] as Int64])
        mentioned.add(Int64.fromDatabaseValue(photo[1]) ?? 0)
      }
    }
    return mentioned
  }

  /// Adds photos for thumbnails of photos whose image file is missing, and of beers without any other picture.
  ///
  /// The original photo stays, in case its file returns. So the added photos become removed photos at the end of the
  /// migration; see ``CoreDataMigration/Outcome``.
  ///
  /// - Parameters:
  ///   - photos: The photos of the store, which the added ones join.
  ///   - context: Where progress is reported.
  /// - Returns: The ids of the added photos.
  func addPhotos(
    to photos: LegacyPhotoOrder, folder: ExternalImageFolder, _ context: MigrationContext
  ) throws -> [Int64] {
    try db.execute(sql: "CREATE TEMPORARY TABLE lost_file (photo INTEGER PRIMARY KEY)")
    try findLostFiles(folder)
    let sources = photoColumns.map(thumbnailsOfLostFiles) + beerColumns.map(thumbnailsOfBeers)
    let candidates = try sources.map(candidates)
    let total = candidates.reduce(0) { $0 + $1.count }
    try context.report(.keepingThumbnails, done: 0, of: total, unit: .photos)
    var added: [Int64] = []
    var beersWithPictures: Set<Int64> = []
    var done = 0
    for (source, rows) in zip(sources, candidates) {
      let insert = try db.makeStatement(
        sql: """
          INSERT INTO photo_image (data, ZBEER)
          SELECT \(source.column), \(source.owner) FROM \(source.table) WHERE \(source.key) = ?
          """)
      for (row, beer, isStored) in rows {
        if !source.isOnlyForBeersWithoutPictures || !beersWithPictures.contains(beer) {
          try insert.execute(arguments: [row])
          added.append(db.lastInsertedRowID)
          if isStored { beersWithPictures.insert(beer) }
        }
        done += 1
        try context.advance(.keepingThumbnails, done: done, of: total, unit: .photos)
      }
    }
    try photos.collect(added: added)
    try db.execute(sql: "DROP TABLE \(Self.lostFile)")
    return added
  }

  /// Where thumbnails are, and which of them become photos.
  private struct Source {
    let table: String
    let key: String
    /// The column with the beer of a thumbnail.
    let owner: String
    let column: String
    let condition: String
    let isOnlyForBeersWithoutPictures: Bool
  }

  private func thumbnailsOfLostFiles(_ column: String) -> Source {
    Source(
      table: "photo_image", key: "id", owner: "ZBEER", column: column,
      condition: "id IN (SELECT photo FROM \(Self.lostFile))", isOnlyForBeersWithoutPictures: false)
  }

  private func thumbnailsOfBeers(_ column: String) -> Source {
    Source(
      table: "ZBEER", key: "Z_PK", owner: "Z_PK", column: column,
      condition: """
        Z_PK NOT IN (SELECT owner FROM \(LegacyPhotoOrder.table) WHERE owner IS NOT NULL AND NOT is_empty
          AND id NOT IN (SELECT photo FROM \(Self.lostFile)))
        """, isOnlyForBeersWithoutPictures: true)
  }

  /// Returns the rows of a source that become photos, with their beers, and whether the store itself contains the
  /// thumbnail.
  private func candidates(_ source: Source) throws -> [(row: Int64, beer: Int64, isStored: Bool)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(source.key), \(source.owner), NOT \(Self.mayBeExternal(source.column)) FROM \(source.table)
        WHERE \(Self.isPicture(source.column)) AND \(source.condition)
        ORDER BY \(source.owner), \(source.key)
        """
    ).map { ($0[0], Int64.fromDatabaseValue($0[1]) ?? 0, $0[2]) }
  }

  /// The temporary table of photos whose image file is missing.
  private static let lostFile = "temp.lost_file"

  private func findLostFiles(_ folder: ExternalImageFolder) throws {
    let insert = try db.makeStatement(sql: "INSERT INTO \(Self.lostFile) VALUES (?)")
    let photos = try Row.fetchCursor(
      db,
      sql: """
        SELECT i.id, i.data FROM \(LegacyPhotoOrder.table) l JOIN photo_image i ON i.id = l.id
        WHERE l.may_be_external
        """)
    while let photo = try photos.next() {
      guard let pointer = Data.fromDatabaseValue(photo[1]),
        case .external(let name) = LegacyImage(start: Array(pointer), byteCount: pointer.count),
        folder.byteCount(of: name) == nil
      else { continue }
      try insert.execute(arguments: [photo[0] as Int64])
    }
  }

  /// Returns SQL that selects the beers that have a photo with an image.
  static func beersWithImages(_ table: String, _ column: String) -> String {
    "SELECT ZBEER FROM \(table) WHERE ZBEER IS NOT NULL AND NOT \(isEmpty(column))"
  }

  /// Returns SQL that selects the beers that have a photo whose image is certainly in the store.
  package static func beersWithStoredImages(_ table: String, _ column: String) -> String {
    beersWithImages(table, column) + " AND NOT \(mayBeExternal(column))"
  }

  /// Returns an SQL condition: the image is not in the store, or may not be.
  package static func isNotStored(_ column: String) -> String {
    "(\(isEmpty(column)) OR \(mayBeExternal(column)))"
  }

  /// Returns an SQL condition: the image may be a file of its own.
  static func mayBeExternal(_ column: String) -> String {
    "(typeof(\(column)) = 'blob' AND length(\(column)) = \(LegacyImage.referenceSize))"
  }

  /// Returns an SQL condition: a column has a picture.
  private static func isPicture(_ column: String) -> String {
    "(typeof(\(column)) = 'blob' AND NOT \(isEmpty(column)))"
  }

  /// Returns an SQL condition: there is no image.
  ///
  /// Only images of one byte are read: as a result of a query, `IS NULL` would read the whole image, and so would both sides
  /// of `AND`.
  static func isEmpty(_ column: String) -> String {
    "CASE coalesce(length(\(column)), 0) WHEN 0 THEN 1 WHEN 1 THEN \(column) = x'01' ELSE 0 END"
  }

  /// Checks that no photo or beer lost its only picture; a thumbnail whose file is missing keeps the name of the file.
  var checks: [LegacyVerification.Check] {
    let photos = photoColumns.map { column in
      LegacyVerification.Check(
        difference: "photos lost their thumbnail, which was their only picture",
        rows: .photos("p.id"),
        sql: """
          SELECT count(*) FROM photo p JOIN photo_image t ON t.id = p.id
          WHERE p.is_missing = 1 AND \(Self.isPicture("t." + column))
            AND NOT EXISTS (SELECT 1 FROM photo o JOIN photo_image i ON i.id = o.id
              WHERE o.beer_id = p.beer_id AND length(i.data) = length(t.\(column)) AND i.data = t.\(column))
          """)
    }
    let beers = beerColumns.map { column in
      LegacyVerification.Check(
        difference: "beers lost their thumbnail, which was their only picture",
        rows: .beers("ZBEER.Z_PK"),
        sql: """
          SELECT count(*) FROM ZBEER WHERE \(Self.isPicture(column))
            AND NOT EXISTS (SELECT 1 FROM photo p WHERE p.beer_id = ZBEER.Z_PK AND p.is_missing = 0)
            AND NOT EXISTS (SELECT 1 FROM photo p JOIN photo_image i ON i.id = p.id
              WHERE p.beer_id = ZBEER.Z_PK AND length(i.data) = length(ZBEER.\(column)) AND i.data = ZBEER.\(column))
          """)
    }
    return photos + beers
  }
}
