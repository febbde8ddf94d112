import GRDB

/// Small pictures of photos that have no other image: they become the image.
struct LegacyThumbnails {
  private let db: Database
  private let columns: [String]

  /// To be called when the photo table has its new name.
  init(_ db: Database) throws {
    self.db = db
    columns = try db.columns(in: "photo_image").filter(LegacySchema.isThumbnail).map(\.name.quotedIdentifier)
  }

  /// Copies a few kilobytes for each such photo; returns the photos, with their beers.
  func useAsImages() throws -> MentionedBeers {
    var mentioned = MentionedBeers()
    for column in columns {
      let photos = try Row.fetchAll(
        db,
        sql: """
          SELECT id, ZBEER FROM photo_image
          WHERE \(Self.isEmpty("data")) AND typeof(\(column)) = 'blob' AND NOT \(Self.isEmpty(column))
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

  /// SQL that is true of an image column without an image; the length of a value is told without reading it.
  static func isEmpty(_ column: String) -> String {
    "(\(column) IS NULL OR length(\(column)) = 0 OR (length(\(column)) = 1 AND \(column) = x'01'))"
  }

  /// Photos whose thumbnail was left behind.
  var check: LegacyVerification.Check? {
    guard !columns.isEmpty else { return nil }
    let left = columns.map { "(typeof(\($0)) = 'blob' AND NOT \(Self.isEmpty($0)))" }
    return LegacyVerification.Check(
      difference: "photos lost their thumbnail, which was their only picture",
      sql: """
        SELECT count(*) FROM photo p JOIN photo_image ON photo_image.id = p.id
        WHERE p.is_missing = 1 AND p.external_name IS NULL AND (\(left.joined(separator: " OR ")))
        """)
  }
}
