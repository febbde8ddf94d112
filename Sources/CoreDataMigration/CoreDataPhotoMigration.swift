import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Writes the narrow `photo` rows of an adopted store, dense and in the order that the old one had.
struct CoreDataPhotoMigration {
  private let db: Database
  private let context: MigrationContext
  private let order: LegacyPhotoOrder
  private let now: String

  init(_ db: Database, _ context: MigrationContext, _ order: LegacyPhotoOrder, now: String) throws {
    self.db = db
    self.context = context
    self.order = order
    self.now = now
  }

  func addPhotos(_ warnings: inout [String]) throws {
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(LegacyPhotoOrder.table)") ?? 0
    let images = try LegacyImageProbe(db, table: "photo_image", column: "data")
    let insert = try LegacyPhotoInsert(
      db, folder: StoreFile.externalDataFolder(ofStore: context.file), date: context.now)
    var run = OrderRun()
    var orphans = OrphanPhotos()
    var done = 0
    try context.advance(.orderingPhotos, done: 0, of: total, unit: .photos)
    try self.order.forEach { entry in
      let beer = try entry.beer ?? orphans.add(entry, makeBeer: makeBeerForOrphans)
      let order = run.next(beer: beer, isTied: entry.isTied)
      try insert.execute(
        id: entry.photo, beer: beer, order: order, taken: entry.time, caption: entry.caption,
        image: try images.image(ofRow: entry.photo))
      done += 1
      try context.advance(.orderingPhotos, done: done, of: total, unit: .photos)
    }
    warnings += try run.sentences(db) + insert.sentences(db) + orphans.sentences
  }

  private func makeBeerForOrphans() throws -> Int64 {
    var random = SystemRandomNumberGenerator()
    try db.execute(
      sql: "INSERT INTO beer (uuid, name, created_at, updated_at) VALUES (?, ?, ?, ?)",
      arguments: [UUID.version7(at: context.now, using: &random), CoreDataMigration.orphansName, now, now])
    return db.lastInsertedRowID
  }
}

/// Counts off the photos of one beer after the other and notices orders that say nothing.
private struct OrderRun {
  private var beer: Int64?
  private var count = 0
  private var unclear = MentionedBeers()

  /// The dense place of the next photo.
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
    return ["Photos without a clear order were sorted by time, after those that had one, on \(beers)."]
  }
}

/// The photos whose beer is not in the store, on a beer that is made for them.
private struct OrphanPhotos {
  private var beer: Int64?
  private var count = 0

  /// Takes a photo in and returns the beer.
  mutating func add(_ entry: LegacyPhotoOrder.Entry, makeBeer: () throws -> Int64) rethrows -> Int64 {
    let beer = try self.beer ?? makeBeer()
    self.beer = beer
    if entry.wasAdded { return beer }
    count += 1
    return beer
  }

  var sentences: [String] {
    guard count > 0 else { return [] }
    let counted = MentionedBeers.counted(count, "photo")
    return ["The beer of \(counted) is gone; see the beer \"\(CoreDataMigration.orphansName)\"."]
  }
}
