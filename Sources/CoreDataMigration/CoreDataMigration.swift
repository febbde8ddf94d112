import DiaryModel
package import Foundation
package import GRDB
import SQLiteKit

/// Converts a Core Data store (version 1 or 2) to version 3, in place.
///
/// Only metadata is copied: the photo table is renamed to `photo_image` and keeps its rows, and new rows are written to the
/// narrow tables `beer` and `photo`. Images in the photo table are not copied, and only the first bytes of each are read.
package struct CoreDataMigration {
  /// At least as many tables and indexes as the steps after this one create.
  private static let maxTableCount = 64
  /// Pages that the steps after this one need for any store; see ``rowsPerPage``.
  private static let minPageCount = 256
  /// Each further page has room for at least this number of rows.
  private static let rowsPerPage = 8
  /// The beginning of the names of the tables that ``checkPageAllocation()`` adds, which never exist after a transaction.
  package static let trialTablePrefix = "page_trial_"
  /// The date to store if the system's clock is outside of the years 0 to 9999.
  package static let fallbackDate = "1970-01-01T00:00:00Z"
  /// The name of the beer that gets the photos whose beer does not exist.
  package static let orphansName = "Photos without a beer"
  /// The source in the origins of beers; their ids are the store's UUID, a slash and the primary key.
  package static let originSource = "beer-diary-ios"
  /// What the id in the origin of the beer for photos without one has instead of a primary key, after the slash.
  package static let orphansKey = "photos"
  /// What a custom field says of a value that is too large for it and stays in the old store's tables.
  package static let valueIsInStore = "kept in the store"
  /// The same, before the name of the table.
  static let valueIsInTable = valueIsInStore + ": table "
  /// What a custom field says of a value that is a file of its own, before the file's name.
  package static let valueIsInFile = "kept next to the store: file "

  private let db: Database
  private let context: MigrationContext
  private let imageColumn: String
  private let now: String

  /// Creates a migration, which changes nothing before it is run.
  ///
  /// - Parameters:
  ///   - db: A connection inside a write transaction.
  ///   - imageColumn: The column that ``LegacyImageColumn`` found in this transaction; `nil` if there is none.
  /// - Throws: `MigrationFailure` if there is no such column.
  package init(_ db: Database, _ context: MigrationContext, imageColumn: String?) throws {
    guard let imageColumn else {
      throw MigrationFailure.unexpected("the photo table has no image column")
    }
    self.db = db
    self.context = context
    self.imageColumn = imageColumn
    now = Self.timestamp(at: context.now)
  }

  /// Returns the `created_at` of beers whose date the old store does not have, or of which it cannot be read.
  ///
  /// - Parameter now: The time of the migration.
  package static func timestamp(at now: Date) -> String { DiaryDate(instant: now)?.text ?? fallbackDate }

  /// Returns the id in the origin of a beer.
  ///
  /// - Parameter key: The primary key; `nil` for the beer for photos without one.
  static func originID(store: String, key: Int64?) -> String {
    "\(store)/\(key.map { String($0) } ?? orphansKey)"
  }

  /// What the later steps and the user have to know about the conversion.
  package struct Outcome {
    /// Sentences for the user about what was unusual.
    package var warnings: [String] = []
    /// The ids of photos whose only picture is a thumbnail.
    ///
    /// They become removed photos, which exist from version 5 on.
    package var photosToRemove: [Int64] = []
    /// The ids of photos that the old store marks as deleted; they become removed photos, too.
    package var deletedPhotos: [Int64] = []
    /// Whether the old tables, which stay in the file, have data that is nowhere else.
    package var hasUnmigratedData = false
  }

  /// Converts the store.
  ///
  /// - Throws: `MigrationFailure` if Core Data cannot have created the store, or if the verification finds a difference;
  ///   `StoreError.cancelled`; errors of SQLite, such as `SQLITE_FULL`. The caller then rolls the transaction back.
  package func run() throws -> Outcome {
    let dropped = try dropViewsAndTriggers()
    let schema = try LegacySchema(db)
    let storeID = try String.fetchOne(db, sql: "SELECT Z_UUID FROM Z_METADATA LIMIT 1") ?? "unknown"
    var outcome = Outcome()
    try db.execute(sql: SchemaV3.beer + SchemaV3.photo)
    try renamePhotoTable()
    let thumbnails = try LegacyThumbnails(db)
    let thumbnailPhotos = try thumbnails.useAsImages()
    let folder = ExternalImageFolder(StoreFile.externalDataFolder(ofStore: context.file))
    let links = try LegacyLinks(db, schema, folder: folder)
    let images = try LegacyBeerImages(db, folder: folder)
    try addBeers(LegacyBeerReader(schema, images), links, storeID: storeID, &outcome.warnings)
    let order = LegacyPhotoOrder(db, schema)
    try order.collect(context)
    try order.markAdded(images.added)
    outcome.photosToRemove = try thumbnails.addPhotos(to: order, folder: folder, context)
    try CoreDataPhotoMigration(db, context, order, storeID: storeID, now: now).addPhotos(&outcome.warnings)
    try db.execute(sql: SchemaV3.indexes)
    try LegacyVerification(db, context, schema, links).verify()
    try context.report(.finishing, done: 0, of: 1, unit: .beers)
    outcome.warnings += try pictureWarnings(thumbnailPhotos, images.mentioned)
    let others = OtherTableWarnings(db, schema, links)
    let unmigrated = try others.unmigratedData()
    outcome.hasUnmigratedData = !unmigrated.isEmpty
    outcome.warnings += others.importedRows + unmigrated + others.dropped(dropped)
    outcome.deletedPhotos = try order.deletedPhotos()
    try order.discard()
    try dropPhotoIndexes()
    try dropCoreDataTables()
    try checkPageAllocation()
    return outcome
  }

  /// Adds tables and rows, and rolls them back, because damaged pages would make later steps fail.
  ///
  /// Damage in pages that are not read goes unnoticed until they are needed: free pages for new rows, and pages that
  /// auto-vacuum moves away to make room for the root page of a new table near the beginning of the file.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the file is damaged, `SQLITE_FULL` if the disk is full.
  private func checkPageAllocation() throws {
    let rows =
      try Int.fetchOne(
        db, sql: "SELECT (SELECT count(*) FROM beer) + (SELECT count(*) FROM photo)") ?? 0
    let pages = Self.minPageCount + rows / Self.rowsPerPage
    let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    try db.inSavepoint {
      for number in 0..<Self.maxTableCount {
        try db.execute(sql: "CREATE TABLE \(Self.trialTablePrefix)\(number) (bytes BLOB)")
      }
      if free > 0 {
        try db.execute(
          sql: "INSERT INTO \(Self.trialTablePrefix)0 VALUES (zeroblob(?))",
          arguments: [min(free, pages) * pageSize])
      }
      return .rollback
    }
  }

  /// Drops all views and triggers, which Core Data does not use, and returns their names.
  ///
  /// One that names a renamed or dropped table would make later statements fail.
  private func dropViewsAndTriggers() throws -> [String] {
    try ["trigger", "view"].flatMap { type in
      let names = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = ? ORDER BY name", arguments: [type])
      for name in names { try db.execute(sql: "DROP \(type) \(name.quotedIdentifier)") }
      return names
    }
  }

  /// Renames the photo table and its columns for the key and the image; no row is rewritten.
  private func renamePhotoTable() throws {
    try freeColumnNames()
    try db.execute(
      sql: """
        ALTER TABLE ZPHOTO RENAME TO photo_image;
        ALTER TABLE photo_image RENAME COLUMN Z_PK TO id;
        ALTER TABLE photo_image RENAME COLUMN \(imageColumn.quotedIdentifier) TO data;
        """)
  }

  /// Renames columns of the photo table that happen to have one of the new names.
  private func freeColumnNames() throws {
    let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_xinfo('ZPHOTO')")
    for column in columns where ["id", "data"].contains(column.lowercased()) {
      var free = "old_" + column
      while columns.contains(where: { $0.lowercased() == free.lowercased() }) { free = "old_" + free }
      try db.execute(
        sql: "ALTER TABLE ZPHOTO RENAME COLUMN \(column.quotedIdentifier) TO \(free.quotedIdentifier)")
    }
  }

  private func addBeers(
    _ reader: LegacyBeerReader, _ links: LegacyLinks, storeID: String, _ warnings: inout [String]
  ) throws {
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
      ("Thumbnails were kept as photos because there was no larger image", thumbnails),
      ("Pictures stored in beers were added after their photos", ofBeers),
    ].filter { $0.1.count > 0 }.map { what, mentioned in
      "\(what): \(WarningText.count(mentioned.count, "photo")) on \(try mentioned.text(db))."
    }
  }

  /// Drops Core Data's indexes of the photo table, which only its own queries use.
  private func dropPhotoIndexes() throws {
    let indexes = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND tbl_name = 'photo_image' AND sql IS NOT NULL
        """)
    for index in indexes { try db.execute(sql: "DROP INDEX \(index.quotedIdentifier)") }
  }

  /// Drops Core Data's own tables, and renames the beer table to be deleted in the background; see ``DiscardedRows``.
  ///
  /// The beer table stays if a custom field points into it. Dropping it here would take longer than the rest of the
  /// migration, because its pages are all over a large file. The background work needs row ids, which every table of Core
  /// Data has.
  private func dropCoreDataTables() throws {
    let pointers = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM beer WHERE extras LIKE '%\(Self.valueIsInTable)ZBEER,%'")
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

  /// Writes a row; its origin lets a second migration of the same store recognize the beer.
  func execute(_ beer: LegacyBeer) throws {
    var values = beer.values
    if values[LegacyBeer.createdAtIndex] == .null { values[LegacyBeer.createdAtIndex] = now }
    if beer.isDeleted, values[LegacyBeer.deletedAtIndex] == .null { values[LegacyBeer.deletedAtIndex] = now }
    try insert.execute { row in
      row.append(beer.primaryKey)
      row.append(UUID.version7(at: date, using: &random))
      row.append(CoreDataMigration.originSource)
      row.append(CoreDataMigration.originID(store: storeID, key: beer.primaryKey))
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
    case .null, .malformedText, .blob, .largeBlob: appendNull()
    }
  }
}
