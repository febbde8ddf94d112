import Foundation
import GRDB

/// Writes the narrow `photo` rows of an adopted store, dense and in the order that the old one had.
struct LegacyPhotoAdoption {
  private let db: Database
  private let context: MigrationContext
  private let places: LegacyPhotoPlaces
  private let now: String

  init(_ db: Database, _ context: MigrationContext, _ places: LegacyPhotoPlaces, now: String) throws {
    self.db = db
    self.context = context
    self.places = places
    self.now = now
  }

  func addPhotos(_ warnings: inout [String]) throws -> Int {
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(LegacyPhotoPlaces.table)") ?? 0
    let images = try LegacyImageProbe(db, table: "photo_image", column: "data")
    let insert = try LegacyPhotoInsert(
      db, folder: StoreFile.externalDataFolder(ofStore: context.file), date: context.now)
    var run = OrderRun()
    var orphans: Int64?
    var done = 0
    try context.advance(.orderingPhotos, done: 0, of: total, unit: .photos)
    try places.forEach { place in
      let beer = try place.beer ?? orphans ?? makeBeerForOrphans()
      if place.beer == nil { orphans = beer }
      let order = run.next(beer: beer, isTied: place.isTied)
      try insert.execute(
        id: place.photo, beer: beer, order: order, taken: place.time, caption: place.caption,
        image: try images.image(ofRow: place.photo))
      done += 1
      try context.advance(.orderingPhotos, done: done, of: total, unit: .photos)
    }
    warnings += run.warnings + insert.warnings
    if orphans != nil {
      warnings.append("Photos that had no beer are on one named \"\(LegacyAdoption.orphansName)\".")
    }
    return done
  }

  private func makeBeerForOrphans() throws -> Int64 {
    var random = SystemRandomNumberGenerator()
    try db.execute(
      sql: "INSERT INTO beer (uuid, name, created_at, updated_at) VALUES (?, ?, ?, ?)",
      arguments: [UUID.version7(at: context.now, using: &random), LegacyAdoption.orphansName, now, now])
    return db.lastInsertedRowID
  }
}

/// Counts off the photos of one beer after the other and notices orders that say nothing.
private struct OrderRun {
  private var beer: Int64?
  private var count = 0
  private var unclear: Set<Int64> = []

  /// The dense place of the next photo.
  mutating func next(beer: Int64, isTied: Bool) -> Int {
    if beer != self.beer { count = 0 }
    if isTied { unclear.insert(beer) }
    self.beer = beer
    count += 1
    return count - 1
  }

  var warnings: [String] {
    unclear.isEmpty
      ? []
      : [
        "\(unclear.count) beers had photos without a clear order; theirs is by time now, the recorded order first."
      ]
  }
}
