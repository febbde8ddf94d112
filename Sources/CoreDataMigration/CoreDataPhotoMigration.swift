import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Writes the narrow `photo` rows of a migrated store, in the order of the old store and numbered without gaps.
struct CoreDataPhotoMigration {
  private let db: Database
  private let context: MigrationContext
  private let order: LegacyPhotoOrder
  private let storeID: String
  private let now: String

  init(
    _ db: Database, _ context: MigrationContext, _ order: LegacyPhotoOrder, storeID: String, now: String
  ) throws {
    self.db = db
    self.context = context
    self.order = order
    self.storeID = storeID
    self.now = now
  }

  func addPhotos(_ warnings: inout [String]) throws {
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(LegacyPhotoOrder.table)") ?? 0
    let images = try LegacyImageProbe(db, table: "photo_image", column: "data")
    let insert = try LegacyPhotoInsert(
      db, folder: StoreFile.externalDataFolder(ofStore: context.file), storeID: storeID, date: context.now)
    var run = OrderRun()
    var orphans = OrphanPhotos()
    var done = 0
    try context.advance(.orderingPhotos, done: 0, of: total, unit: .photos)
    try self.order.forEach { entry in
      let beer = try entry.beer ?? orphans.add(entry, makeBeer: makeBeerForOrphans)
      let order = run.next(beer: beer, isTied: entry.isTied)
      try insert.execute(entry, beer: beer, order: order, image: try images.image(ofRow: entry.photo))
      done += 1
      try context.advance(.orderingPhotos, done: done, of: total, unit: .photos)
    }
    warnings += try run.sentences(db) + insert.sentences(db) + orphans.sentences
  }

  private func makeBeerForOrphans() throws -> Int64 {
    var random = SystemRandomNumberGenerator()
    try db.execute(
      sql: """
        INSERT INTO beer (uuid, name, created_at, updated_at, source, source_id) VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        UUID.version7(at: context.now, using: &random), CoreDataMigration.orphansName, now, now,
        CoreDataMigration.originSource, CoreDataMigration.originID(store: storeID, key: nil),
      ])
    return db.lastInsertedRowID
  }
}

/// Numbers the photos of each beer, and notes beers whose photos have no clear order.
private struct OrderRun {
  private var beer: Int64?
  private var count = 0
  private var unclear = MentionedBeers()

  /// Returns the index of the next photo among those of its beer.
  mutating func next(beer: Int64, isTied: Bool) -> Int {
    if beer != self.beer { count = 0 }
    if isTied { unclear.add(beer) }
    self.beer = beer
    count += 1
    return count - 1
  }

  func sentences(_ db: Database) throws -> [String] {
    guard unclear.count > 0 else { return [] }
    let beers = try unclear.text(db)
    return ["Photos without a position were sorted by time and placed after the others, on \(beers)."]
  }
}

/// The photos whose beer is not in the store; they get a beer of their own.
private struct OrphanPhotos {
  private var beer: Int64?
  private var count = 0

  /// Counts a photo, and returns the beer for it, which is created for the first one.
  mutating func add(_ entry: LegacyPhotoOrder.Entry, makeBeer: () throws -> Int64) rethrows -> Int64 {
    let beer = try self.beer ?? makeBeer()
    self.beer = beer
    if entry.wasAdded { return beer }
    count += 1
    return beer
  }

  var sentences: [String] {
    guard count > 0 else { return [] }
    let counted = WarningText.count(count, "photo")
    let verb = count == 1 ? "is" : "are"
    return ["\(counted) had no beer and \(verb) now on the beer “\(CoreDataMigration.orphansName)”."]
  }
}

// MARK: - Order

/// The order of the photos in an old store, in a narrow temporary table.
///
/// To read a column after the image, SQLite has to follow all overflow pages of the image. Copying these columns once
/// saves that for sorting and verifying.
struct LegacyPhotoOrder {
  static let table = "temp.legacy_photo"

  /// A photo, in the order of the new store.
  struct Entry {
    let photo: Int64
    /// `nil` if the beer that the old store names does not exist.
    let beer: Int64?
    /// Whether it has the same order keys as the photo before, or none, so that only the time decides.
    ///
    /// A photo that the migration has added is never tied.
    let isTied: Bool
    let time: LegacyValue
    let caption: LegacyValue
    /// Whether the migration has added the photo, from a picture that was not in the photo table.
    let wasAdded: Bool
  }

  private let db: Database
  private let schema: LegacySchema

  init(_ db: Database, _ schema: LegacySchema) {
    self.db = db
    self.schema = schema
  }

  /// The photos that are read between two reports of progress.
  private static let photosAtOnce = 512

  /// Creates and fills the table; call this after the photo table was renamed.
  ///
  /// `addition` is 0, and numbers the photos that ``markAdded(_:)`` marks.
  func collect(_ context: MigrationContext) throws {
    try db.execute(
      sql: """
        CREATE TEMPORARY TABLE legacy_photo
          (id INTEGER PRIMARY KEY, owner, addition, is_deleted, first_key, second_key, time, caption, is_empty,
            may_be_external)
        """)
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM photo_image") ?? 0
    try context.report(.readingPhotos, done: 0, of: total, unit: .photos)
    let first = try db.makeStatement(sql: insertion("ORDER BY id LIMIT \(Self.photosAtOnce)"))
    let next = try db.makeStatement(sql: insertion("WHERE id > ? ORDER BY id LIMIT \(Self.photosAtOnce)"))
    try first.execute()
    var done = db.changesCount
    while done < total, let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM \(Self.table)") {
      try context.report(.readingPhotos, done: done, of: total, unit: .photos)
      try next.execute(arguments: [last])
      if db.changesCount == 0 { break }
      done += db.changesCount
    }
    try context.report(.readingPhotos, done: done, of: total, unit: .photos)
  }

  /// Adds photos that the migration has added to the photo table.
  func collect(added photos: [Int64]) throws {
    let insert = try db.makeStatement(sql: insertion("WHERE id = ?"))
    for photo in photos { try insert.execute(arguments: [photo]) }
    try markAdded(photos)
  }

  /// Marks photos that the migration has added to the photo table, and that are collected already.
  ///
  /// They come after the photos of the store and those that were marked before, in the order of `photos`.
  func markAdded(_ photos: [Int64]) throws {
    let last = try Int64.fetchOne(db, sql: "SELECT max(addition) FROM \(Self.table)") ?? 0
    // The columns of the keys may have a default.
    let mark = try db.makeStatement(
      sql: "UPDATE \(Self.table) SET addition = ?, first_key = NULL, second_key = NULL WHERE id = ?")
    for (index, photo) in photos.enumerated() {
      try mark.execute(arguments: [last + 1 + Int64(index), photo])
    }
  }

  /// Returns SQL that adds the photos of a condition.
  private func insertion(_ condition: String) -> String {
    let columns = [schema.orderColumns.first, schema.orderColumns.dropFirst().first, schema.timeColumn]
    let selected = (columns + [schema.captionColumn]).map { $0?.quotedIdentifier ?? "NULL" }
    return """
      INSERT INTO \(Self.table)
      SELECT id, ZBEER, 0, \(schema.photoDeletion.isDeleted), \(selected.joined(separator: ", ")),
        \(LegacyThumbnails.isEmpty("data")), \(LegacyThumbnails.mayBeExternal("data"))
      FROM photo_image \(condition)
      """
  }

  /// Returns the ids of the photos that the old store marks as deleted, those of a beer one after the other.
  ///
  /// Call this after the rows of `photo` were added.
  func deletedPhotos() throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT p.id FROM photo p JOIN \(Self.table) l ON l.id = p.id
        WHERE l.is_deleted AND l.addition = 0 ORDER BY p.beer_id, p.id
        """)
  }

  /// Drops the table.
  func discard() throws { try db.execute(sql: "DROP TABLE \(Self.table)") }

  /// Sorts by the order keys, as SQLite compares them, the time and the primary key.
  ///
  /// Photos without a key come last, and after them those that the migration has added, which have none.
  private static let ordered = """
    SELECT p.id, b.id, p.owner, p.first_key, p.second_key, p.time, p.caption, p.addition
    FROM \(table) p LEFT JOIN beer b ON b.id = p.owner
    ORDER BY b.id, p.owner, p.first_key IS NULL, p.first_key, p.second_key IS NULL, p.second_key, p.addition, p.time,
      p.id
    """

  /// Calls `body` for each photo: the beers by id, their photos in order, and photos without a beer first.
  func forEach(_ body: (Entry) throws -> Void) throws {
    var previous: [LegacyValue] = []
    try db.forEachLegacyRow(Self.ordered) { row in
      guard case .integer(let photo) = row[0] else { return }
      let beer: Int64? = if case .integer(let id) = row[1] { id } else { nil }
      let keys = [row[2], row[3], row[4]]
      let wasAdded = row[7] != .integer(0)
      let isTied = !wasAdded && (keys == previous || keys.dropFirst().allSatisfy { $0 == .null })
      previous = keys
      try body(
        Entry(
          photo: photo, beer: beer, isTied: isTied, time: row[5], caption: row[6], wasAdded: wasAdded))
    }
  }
}

// MARK: - Rows

/// Writes the rows of version 3's `photo`.
private final class LegacyPhotoInsert {
  private let insert: PreparedInsert
  private let folder: ExternalImageFolder
  private let storeID: String
  private let date: Date
  private var random = BufferedRandomness()
  private var missing = MentionedBeers()
  private var tooLarge = MentionedBeers()
  private var unreadable = MentionedBeers()
  private var unreadableDates = MentionedBeers()
  private var damagedCaptions = MentionedBeers()

  init(_ db: Database, folder: String, storeID: String, date: Date) throws {
    self.folder = ExternalImageFolder(folder)
    self.storeID = storeID
    self.date = date
    insert = try PreparedInsert(
      db, into: "photo",
      [
        "id", "uuid", "beer_id", "user_order", "taken_at", "caption", "byte_count", "image_offset",
        "external_name", "is_missing",
      ])
  }

  func sentences(_ db: Database) throws -> [String] {
    try [
      (
        "Photos have no image in the file or in the hidden folder next to it, whose name ends with _SUPPORT and which "
          + "has to be copied along with it", missing
      ),
      (
        "Image files of 1 GB or more cannot be stored, so the photos were kept without an image, and the files stay "
          + "where they are", tooLarge
      ),
      (
        "Image files are empty, incomplete, unreadable, or symbolic links, so the photos were kept without an image",
        unreadable
      ),
      ("Dates cannot be read; they stay in the file but are not shown", unreadableDates),
      (
        "Captions are damaged; their readable part is shown, and their bytes stay in the file",
        damagedCaptions
      ),
    ].filter { $0.1.count > 0 }.map { what, mentioned in
      "\(what): \(WarningText.count(mentioned.count, "photo")) on \(try mentioned.text(db))."
    }
  }

  /// Notes values that cannot be read; the old columns stay in `photo_image`.
  private func note(_ taken: LegacyValue, _ caption: LegacyValue, on beer: Int64) {
    switch taken {
    case .null: break
    default: if taken.date == nil { unreadableDates.add(beer) }
    }
    switch caption {
    case .null, .text: break
    default: damagedCaptions.add(beer)
    }
  }

  func execute(_ photo: LegacyPhotoOrder.Entry, beer: Int64, order: Int, image: LegacyImage) throws {
    var offset = 0
    var byteCount: Int?
    var external: String?
    switch image {
    case .inline(let start, let count):
      offset = start
      byteCount = count
    case .external(let name):
      external = name
      byteCount = folder.byteCount(of: name)
    case .missing: break
    }
    if byteCount == nil {
      switch external {
      case let name? where folder.isTooLarge(name): tooLarge.add(beer)
      case let name? where folder.hasEntry(name): unreadable.add(beer)
      default: missing.add(beer)
      }
    }
    note(photo.time, photo.caption, on: beer)
    let taken = photo.time.date?.text
    let uuid = uuid(of: photo, taken, hasImage: byteCount != nil)
    try insert.execute { row in
      row.append(photo.photo)
      row.append(uuid)
      row.append(beer)
      row.append(Int64(order))
      row.append(taken)
      row.append(photo.caption.readableText)
      row.append(Int64(byteCount ?? 0))
      row.append(Int64(offset))
      row.append(external)
      row.append(byteCount == nil ? 1 : 0)
    }
  }

  /// Returns the UUID of a photo; without an image, one by which a merge recognizes it in a copy of the store that has the
  /// image.
  private func uuid(of photo: LegacyPhotoOrder.Entry, _ taken: String?, hasImage: Bool) -> UUID {
    guard !hasImage, !photo.wasAdded, let taken else { return .version7(at: date, using: &random) }
    let beer = CoreDataMigration.originID(store: storeID, key: photo.beer)
    return .photoWithoutImage(key: photo.photo, ofBeer: beer, takenAt: taken)
  }
}
