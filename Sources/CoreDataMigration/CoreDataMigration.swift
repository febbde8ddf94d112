import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// From a Core Data store (version 1 or 2) to version 3, in place.
///
/// Only metadata moves. The photo table keeps its rows and becomes `photo_image` by renaming; the narrow `beer` and
/// `photo` rows are written anew. Image bytes are never copied, and only the first few of each are read.
package struct CoreDataMigration {
  /// More than the steps after this one make.
  private static let maxTableCount = 64
  /// What they take at least, and how many rows go into each page beyond that.
  private static let minPageCount = 256
  private static let rowsPerPage = 8
  /// For a clock that shows no date that the diary can write.
  package static let fallbackDate = "1970-01-01T00:00:00Z"
  package static let orphansName = "Photos without a beer"

  private let db: Database
  private let context: MigrationContext
  /// Views and triggers.
  private let dropped: [String]
  private let schema: LegacySchema
  private let storeID: String
  private let now: String

  /// - Parameter db: In a transaction for writing.
  package init(_ db: Database, _ context: MigrationContext) throws {
    self.db = db
    self.context = context
    dropped = try Self.dropViewsAndTriggers(db)
    schema = try LegacySchema(db)
    storeID = try String.fetchOne(db, sql: "SELECT Z_UUID FROM Z_METADATA LIMIT 1") ?? "unknown"
    now = DiaryDate(instant: context.now)?.text ?? Self.fallbackDate
  }

  /// What was converted, besides the rows themselves.
  package struct Outcome {
    /// Sentences about what was unusual, for the user.
    package var warnings: [String] = []
    /// Photos whose only picture is a thumbnail; they are to become removed photos, which version 3 does not have.
    package var photosToRemove: [Int64] = []
    /// Photos that the old store marks as deleted; they are to become removed photos, too.
    package var deletedPhotos: [Int64] = []
    /// Whether rows, tables or columns are only in the old tables, which stay in the file.
    package var hasUnmigratedData = false
  }

  /// Converts the store.
  ///
  /// - Throws: `MigrationFailure` if the store is not as Core Data makes it, or if the verification finds a difference;
  ///   errors of SQLite, `StoreError.cancelled`. The caller then rolls the transaction back.
  package func run() throws -> Outcome {
    var outcome = Outcome()
    try db.execute(sql: SchemaV3.beer + SchemaV3.photo)
    try LegacyPhotoTable(db).rename(imageColumn: schema.imageColumn)
    let thumbnails = try LegacyThumbnails(db)
    let thumbnailPhotos = try thumbnails.useAsImages()
    let folder = ExternalImageFolder(StoreFile.externalDataFolder(ofStore: context.file))
    let links = try LegacyLinks(db, schema, folder: folder)
    let images = try LegacyBeerImages(db, schema, folder: folder)
    try addBeers(LegacyBeerReader(schema, images), links, &outcome.warnings)
    outcome.photosToRemove = try thumbnails.addPhotos(
      orderColumn: schema.orderColumns.first, folder: folder)
    let order = LegacyPhotoOrder(db, schema)
    try order.collect()
    try CoreDataPhotoMigration(db, context, order, now: now).addPhotos(&outcome.warnings)
    try db.execute(sql: SchemaV3.indexes)
    try LegacyVerification(db, context, schema, links).verify()
    outcome.warnings += try pictureWarnings(thumbnailPhotos, images.mentioned)
    let report = LegacyReport(db, schema, links)
    let unmigrated = try report.unmigratedData()
    outcome.hasUnmigratedData = !unmigrated.isEmpty
    outcome.warnings += report.importedRows + unmigrated + report.dropped(dropped)
    outcome.deletedPhotos = try order.deletedPhotos()
    try order.discard()
    try LegacyPhotoTable(db).dropIndexes()
    try dropCoreDataTables()
    try checkPageAllocation()
    return outcome
  }

  /// Damage that only a later step meets would leave a store that neither its old app opens nor this one.
  private func checkPageAllocation() throws {
    let rows =
      try Int.fetchOne(
        db, sql: "SELECT (SELECT count(*) FROM beer) + (SELECT count(*) FROM photo)") ?? 0
    try PageAllocationCheck(db).run(
      tables: Self.maxTableCount, pages: Self.minPageCount + rows / Self.rowsPerPage)
  }

  /// Core Data needs none; one that names a renamed or dropped table would make later changes fail.
  ///
  /// - Returns: Their names.
  private static func dropViewsAndTriggers(_ db: Database) throws -> [String] {
    try ["trigger", "view"].flatMap { type in
      let names = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = ? ORDER BY name", arguments: [type])
      for name in names { try db.execute(sql: "DROP \(type) \(name.quotedIdentifier)") }
      return names
    }
  }

  private func addBeers(_ reader: LegacyBeerReader, _ links: LegacyLinks, _ warnings: inout [String]) throws {
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM ZBEER") ?? 0
    let insert = try LegacyBeerInsert(db, storeID: storeID, now: now, date: context.now)
    var done = 0
    var noted = MigrationWarnings()
    try context.advance(.readingBeers, done: 0, of: total, unit: .beers)
    try db.forEachLegacyRow(reader.sql) { row in
      var beer = try reader.read(row)
      try links.addFields(to: &beer)
      try insert.execute(beer)
      noted.note(beer)
      done += 1
      try context.advance(.readingBeers, done: done, of: total, unit: .beers)
    }
    links.finish()
    warnings += try noted.sentences(db)
  }

  private func pictureWarnings(_ thumbnails: MentionedBeers, _ ofBeers: MentionedBeers) throws -> [String] {
    try [
      ("Thumbnails were kept as images because there was nothing larger", thumbnails),
      ("Pictures stored with beers were added after their photos", ofBeers),
    ].filter { $0.1.count > 0 }.map { what, mentioned in
      "\(what): \(MentionedBeers.counted(mentioned.count, "photo")) on \(try mentioned.text(db))."
    }
  }

  /// Drops what is no longer needed.
  ///
  /// The beer table stays where a custom field points into it. Else it is handed to the background work: its pages lie
  /// all over a large file, and giving each one back would take longer than everything else. It counts off row ids,
  /// which any table of Core Data's has.
  private func dropCoreDataTables() throws {
    let pointers = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM beer WHERE extras LIKE '%kept in the store: table ZBEER,%'")
    if pointers == 0 {
      let hasRowIDs = try Int.fetchOne(db, sql: "SELECT wr FROM pragma_table_list('ZBEER')") == 0
      try db.execute(
        sql: hasRowIDs ? "ALTER TABLE ZBEER RENAME TO \(DiscardedRows.table)" : "DROP TABLE ZBEER")
    }
    for table in ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"] {
      try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
  }
}

/// Writes the rows of version 3's `beer`.
final class LegacyBeerInsert {
  private let insert: PreparedInsert
  private let storeID: String
  private let now: LegacyValue
  private let date: Date
  private var random = BufferedRandomness()

  init(_ db: Database, storeID: String, now: String, date: Date) throws {
    self.storeID = storeID
    self.now = .text(now)
    self.date = date
    insert = try PreparedInsert(
      db, into: "beer", ["id", "uuid", "source", "source_id", "updated_at", "extras"] + LegacyBeer.columns)
  }

  /// The origin lets a second adoption of the same store recognise its beers.
  func execute(_ beer: LegacyBeer) throws {
    var values = beer.values
    if values[LegacyBeer.createdAtIndex] == .null { values[LegacyBeer.createdAtIndex] = now }
    if beer.isDeleted, values[LegacyBeer.deletedAtIndex] == .null { values[LegacyBeer.deletedAtIndex] = now }
    try insert.execute { row in
      row.append(beer.primaryKey)
      row.append(UUID.version7(at: date, using: &random))
      row.append("beer-diary-ios")
      row.append("\(storeID)/\(beer.primaryKey)")
      row.append(values[LegacyBeer.createdAtIndex])
      row.append(beer.extras.json)
      for value in values { row.append(value) }
    }
  }
}

extension PreparedInsert.Values {
  fileprivate mutating func append(_ value: LegacyValue) {
    switch value {
    case .integer(let number): append(number)
    case .real(let number): append(number)
    case .text(let text): append(text)
    case .null, .brokenText, .blob, .largeBlob: appendNull()
    }
  }
}
