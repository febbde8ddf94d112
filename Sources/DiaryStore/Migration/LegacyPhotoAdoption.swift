import Foundation
import GRDB

/// Writes the narrow `photo` rows of an adopted store, dense and in the order that the old one had.
struct LegacyPhotoAdoption {
  private let db: Database
  private let context: MigrationContext
  private let schema: LegacySchema
  private let now: String

  init(_ db: Database, _ context: MigrationContext, _ schema: LegacySchema, now: String) throws {
    self.db = db
    self.context = context
    self.schema = schema
    self.now = now
  }

  /// By the order key, then the time, then the primary key; a missing key comes last.
  ///
  /// No column behind the image takes part, and the image itself does not, so the sort stays narrow.
  private var orderedPhotos: String {
    let time = schema.hasPhotoTimestamp ? "i.ZTIMESTAMP" : "NULL"
    let key = "i.\(schema.orderColumn)"
    let caption = schema.captionColumn.map { "i.\($0)" } ?? "NULL"
    return """
      SELECT i.id, b.id, i.ZBEER, \(key), \(time), \(caption) FROM photo_image i LEFT JOIN beer b ON b.id = i.ZBEER
      ORDER BY b.id, i.ZBEER, \(key) IS NULL, \(key), \(time), i.id
      """
  }

  func addPhotos(_ warnings: inout [String]) throws -> Int {
    let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM photo_image") ?? 0
    let images = try LegacyImageProbe(db, table: "photo_image", column: "data")
    let insert = try LegacyPhotoInsert(
      db, folder: StoreFile.externalDataFolder(ofStore: context.path), date: context.now)
    let rows = try Row.fetchCursor(db, sql: orderedPhotos)
    var run = OrderRun()
    var orphans: Int64?
    var done = 0
    try context.advance(.orderingPhotos, done: 0, of: total, unit: .photos)
    while let row = try rows.next() {
      let beer: Int64
      if let owner = row[1] as Int64? {
        beer = owner
      } else {
        beer = try orphans ?? makeBeerForOrphans()
        orphans = beer
      }
      let order = run.place(beer: beer, owner: row[2], key: row[3])
      try insert.execute(
        id: row[0], beer: beer, order: order, taken: LegacyBeer.date(row[4]), caption: row[5],
        image: try images.image(ofRow: row[0]))
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

/// Counts off the photos of one beer after the other and notices keys that say nothing.
private struct OrderRun {
  private var beer: Int64?
  private var owner: Int64?
  private var next = 0
  private var lastKey: Int64?
  private var unclear: Set<Int64> = []

  /// The dense place of the next photo.
  ///
  /// - Parameters:
  ///   - owner: The beer that the old store names; several that are gone share one beer now.
  ///   - key: The old store's order key.
  mutating func place(beer: Int64, owner: Int64?, key: Int64?) -> Int {
    if beer != self.beer { next = 0 }
    let isFirst = beer != self.beer || owner != self.owner
    if key == nil || !isFirst && key == lastKey { unclear.insert(beer) }
    (self.beer, self.owner, lastKey) = (beer, owner, key)
    next += 1
    return next - 1
  }

  var warnings: [String] {
    unclear.isEmpty
      ? []
      : [
        "\(unclear.count) beers had photos without a clear order; theirs is by time now, the recorded order first."
      ]
  }
}

/// Writes the rows of version 3's `photo`.
final class LegacyPhotoInsert {
  private let statement: Statement
  private let folder: String
  private let date: Date
  private var random = SystemRandomNumberGenerator()
  private var missing = 0

  init(_ db: Database, folder: String, date: Date) throws {
    self.folder = folder
    self.date = date
    statement = try db.makeStatement(
      sql: """
        INSERT INTO photo
          (id, uuid, beer_id, user_order, taken_at, caption, byte_count, image_offset, external_name,
           is_missing)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
  }

  var warnings: [String] {
    missing == 0
      ? [] : ["\(missing) photos have no image: it is missing from the store or from the folder beside it."]
  }

  func execute(id: Int64, beer: Int64, order: Int, taken: DiaryDate?, caption: String?, image: LegacyImage)
    throws
  {
    var offset = 0
    var byteCount: Int?
    var external: String?
    switch image {
    case .inline(let start, let count): (offset, byteCount) = (start, count)
    case .external(let name):
      external = name
      byteCount = fileSize("\(folder)/\(name)")
    case .missing: break
    }
    missing += byteCount == nil ? 1 : 0
    statement.setUncheckedArguments([
      id, UUID.version7(at: date, using: &random), beer, order, taken?.text, caption, byteCount ?? 0, offset,
      external, byteCount == nil,
    ])
    try statement.execute()
  }
}
