import Foundation
import GRDB

/// From a Core Data store (version 1 or 2) to version 3, in place.
///
/// Only metadata moves. The photo table keeps its rows and becomes `photo_image` by renaming; the narrow `beer` and
/// `photo` rows are written anew. Image bytes are never copied, and only the first few of each are read.
struct LegacyAdoption {
  static let orphansName = "Photos without a beer"

  private let db: Database
  private let context: MigrationContext
  private let schema: LegacySchema
  private let storeID: String
  private let now: String

  init(_ db: Database, _ context: MigrationContext) throws {
    self.db = db
    self.context = context
    try Self.dropViewsAndTriggers(db)
    schema = try LegacySchema(db)
    storeID = try String.fetchOne(db, sql: "SELECT Z_UUID FROM Z_METADATA LIMIT 1") ?? "unknown"
    now = DiaryDate(instant: context.now)?.text ?? "1970-01-01T00:00:00Z"
  }

  func run() throws -> MigrationOutcome {
    var outcome = MigrationOutcome()
    try db.execute(sql: SchemaV3.beer + SchemaV3.photo)
    try LegacyPhotoTable(db).rename(imageColumn: schema.imageColumn)
    outcome.beerCount = try addBeers(&outcome.warnings)
    let places = LegacyPhotoPlaces(db, schema)
    try places.collect()
    outcome.photoCount = try LegacyPhotoAdoption(db, context, places, now: now).addPhotos(&outcome.warnings)
    try db.execute(sql: SchemaV3.indices)
    try LegacyVerification(db, context, schema).verify()
    try places.discard()
    try LegacyPhotoTable(db).dropIndices()
    try dropCoreDataTables()
    return outcome
  }

  /// Core Data needs none; one that names a renamed or dropped table would make later changes fail.
  private static func dropViewsAndTriggers(_ db: Database) throws {
    for type in ["trigger", "view"] {
      let names = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = ?", arguments: [type])
      for name in names { try db.execute(sql: "DROP \(type) \(name.quotedIdentifier)") }
    }
  }

  private func addBeers(_ warnings: inout [String]) throws -> Int {
    let reader = LegacyBeerReader(schema)
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM ZBEER") ?? 0
    let insert = try LegacyBeerInsert(db, storeID: storeID, now: now, date: context.now)
    var done = 0
    var remarks = LegacyBeerRemarks()
    try context.advance(.readingBeers, done: 0, of: total, unit: .beers)
    try db.forEachLegacyRow(reader.sql) { row in
      let beer = try reader.read(row)
      try insert.execute(beer)
      remarks.note(beer)
      done += 1
      try context.advance(.readingBeers, done: done, of: total, unit: .beers)
    }
    warnings += try remarks.sentences(db)
    return done
  }

  /// Drops what is no longer needed; the beer table stays where a custom field points into it.
  private func dropCoreDataTables() throws {
    let pointers = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM beer WHERE extras LIKE '%kept in the store: table ZBEER,%'")
    var tables = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
    if pointers == 0 { tables.append("ZBEER") }
    for table in tables {
      try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
  }
}

/// Writes the rows of version 3's `beer`.
final class LegacyBeerInsert {
  private static let columns = [
    "name", "brewery", "style", "abv", "ibu", "rating", "notes", "place", "latitude", "longitude", "serving",
    "price", "drunk_at",
  ]

  private let statement: Statement
  private let storeID: String
  private let now: String
  private let date: Date
  private var random = SystemRandomNumberGenerator()

  init(_ db: Database, storeID: String, now: String, date: Date) throws {
    self.storeID = storeID
    self.now = now
    self.date = date
    let names = (["id", "uuid", "source", "source_id", "created_at", "updated_at", "extras"] + Self.columns)
    statement = try db.makeStatement(
      sql: """
        INSERT INTO beer (\(names.joined(separator: ", ")))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """)
  }

  /// The origin lets a second adoption of the same store recognise its beers.
  func execute(_ beer: LegacyBeer) throws {
    let created = beer.values["created_at"] ?? now.databaseValue
    let values: [DatabaseValue] = [
      beer.primaryKey.databaseValue, UUID.version7(at: date, using: &random).databaseValue,
      "beer-diary-ios".databaseValue, "\(storeID)/\(beer.primaryKey)".databaseValue, created, created,
      beer.extras.json.databaseValue,
    ]
    let all = values + Self.columns.map { beer.values[$0] ?? .null }
    statement.setUncheckedArguments(StatementArguments(all))
    try statement.execute()
  }
}
