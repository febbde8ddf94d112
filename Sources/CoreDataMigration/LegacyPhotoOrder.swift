import GRDB
import SQLiteKit

/// What an old store says of each photo's place, copied out of the wide rows once.
///
/// Columns behind the image cost a walk over all its pages each time they are read, so sorting and checking use this
/// narrow table.
struct LegacyPhotoOrder {
  static let table = "temp.legacy_photo"

  /// A photo and what decides its place.
  struct Entry {
    let photo: Int64
    /// `nil` where the beer that the old store names is gone.
    let beer: Int64?
    /// Whether nothing but its time tells this photo from the one before, or there is no order key at all.
    let isTied: Bool
    let time: LegacyValue
    let caption: LegacyValue
    /// Whether the migration has added it, and the old store has no such photo.
    let wasAdded: Bool
  }

  private let db: Database
  private let schema: LegacySchema

  init(_ db: Database, _ schema: LegacySchema) {
    self.db = db
    self.schema = schema
  }

  /// To be called when the photo table has its new name.
  func collect() throws {
    let first = schema.orderColumns.first?.quotedIdentifier ?? "NULL"
    let wasAdded = "typeof(\(first)) = 'integer' AND \(first) >= \(LegacyBeerImages.firstOrderKey)"
    let columns = [schema.orderColumns.first, schema.orderColumns.dropFirst().first, schema.timeColumn]
    let selected = (columns + [schema.captionColumn]).map { $0?.quotedIdentifier ?? "NULL" }
    try db.execute(
      sql: """
        CREATE TEMPORARY TABLE legacy_photo
          (id INTEGER PRIMARY KEY, owner, was_added, is_deleted, first_key, second_key, time, caption);
        INSERT INTO \(Self.table)
          SELECT id, ZBEER, \(wasAdded), \(schema.photoDeletion.isDeleted), \(selected.joined(separator: ", "))
          FROM photo_image;
        """)
  }

  /// The photos that the old store marks as deleted, a beer's one after the other; call this after the photos were added.
  func deletedPhotos() throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT p.id FROM photo p JOIN \(Self.table) l ON l.id = p.id
        WHERE l.is_deleted AND NOT l.was_added ORDER BY p.beer_id, p.id
        """)
  }

  func discard() throws { try db.execute(sql: "DROP TABLE \(Self.table)") }

  /// By the order keys, then the time, then the primary key; a missing key comes last, but for photos that the
  /// migration has added.
  private static let ordered = """
    SELECT p.id, b.id, p.owner, p.first_key, p.second_key, p.time, p.caption, p.was_added
    FROM \(table) p LEFT JOIN beer b ON b.id = p.owner
    ORDER BY b.id, p.owner, p.was_added, p.first_key IS NULL, p.first_key, p.second_key IS NULL, p.second_key,
      p.time, p.id
    """

  func forEach(_ body: (Entry) throws -> Void) throws {
    var previous: [LegacyValue] = []
    try db.forEachLegacyRow(Self.ordered) { row in
      guard case .integer(let photo) = row[0] else { return }
      let beer: Int64? = if case .integer(let id) = row[1] { id } else { nil }
      let keys = [row[2], row[3], row[4]]
      let isTied = keys == previous || keys.dropFirst().allSatisfy { $0 == .null }
      previous = keys
      try body(
        Entry(
          photo: photo, beer: beer, isTied: isTied, time: row[5], caption: row[6],
          wasAdded: row[7] == .integer(1)))
    }
  }
}
