package import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// A table of photos; each photo is in one of them, and ids are unique across both.
package enum PhotoTable: String, CaseIterable, CustomStringConvertible, Sendable {
  /// The photos of beers.
  case photo
  /// The photos that were removed from their beers, which can be restored.
  case removed = "removed_photo"

  /// The name of the table in SQL.
  package var description: String { rawValue }
}

/// Writes the rows of `photo` and `removed_photo`; images stay where they are.
///
/// ``PhotoOrder`` finds photos, and moves them among those of their beer. Statements that a migration runs for many
/// photos are cached, because preparing them takes longer than running them.
package struct PhotoRecord {
  /// All columns except the order.
  private static let columns = """
    id, uuid, beer_id, taken_at, caption, format, width, height, camera, byte_count, sha256, described, image_offset,
    external_name, is_missing
    """

  private let db: Database

  /// Gives access to the photos, within a transaction.
  package init(_ db: Database) { self.db = db }

  /// Moves a photo to a placement, usually at another beer.
  func move(to placement: DiaryChange.PhotoPlacement) throws {
    let key = try PhotoOrder(db, beer: placement.beer).key(after: placement.order - 1)
    try db.execute(
      sql: "UPDATE photo SET beer_id = ?, order_key = ? WHERE id = ?",
      arguments: [placement.beer, key, placement.photo])
  }

  /// Removes a photo from its beer; its image stays in the store until the trash is emptied.
  ///
  /// - Throws: `DatabaseError`.
  package func remove(_ placement: DiaryChange.PhotoPlacement, at timestamp: String) throws {
    let copy = try db.cachedStatement(
      sql: """
        INSERT INTO removed_photo (\(Self.columns), user_order, removed_at)
        SELECT \(Self.columns), ?, ? FROM photo WHERE id = ?
        """)
    let delete = try db.cachedStatement(sql: "DELETE FROM photo WHERE id = ?")
    try copy.execute(arguments: [placement.order, timestamp, placement.photo])
    try delete.execute(arguments: [placement.photo])
  }

  /// Sets the stored positions of photos that were removed together, as if they had been removed in the order of their
  /// ids.
  ///
  /// They have the same time, so the one with the largest id is restored first.
  ///
  /// - Parameter changes: The removals, in the order in which they were made; other changes are ignored.
  func orderPhotosRemovedTogether(_ changes: [DiaryChange]) throws {
    let placements = changes.compactMap { change in
      if case .removedPhoto(let placement, _) = change { placement } else { nil }
    }
    for removed in Dictionary(grouping: placements, by: \.beer).values where removed.count > 1 {
      // Where the photos were before the first of them was removed.
      var photos: [(id: Int64, index: Int)] = []
      for placement in removed.reversed() {
        for position in photos.indices where photos[position].index >= placement.order {
          photos[position].index += 1
        }
        photos.append((placement.photo, placement.order))
      }
      for photo in photos {
        let order = photo.index - photos.count { $0.id < photo.id && $0.index < photo.index }
        try db.execute(
          sql: "UPDATE removed_photo SET user_order = ? WHERE id = ?", arguments: [order, photo.id])
      }
    }
  }

  /// Restores a removed photo to its position, or to the end if the beer has fewer photos now.
  ///
  /// - Returns: Where the photo is now; `nil` if it was permanently deleted.
  /// - Throws: `DatabaseError`.
  package func restore(_ placement: DiaryChange.PhotoPlacement) throws -> DiaryChange.PhotoPlacement? {
    let sql = "SELECT 1 FROM removed_photo WHERE id = ? AND uuid = ? AND beer_id = ?"
    let arguments: StatementArguments = [placement.photo, placement.uuid, placement.beer]
    guard try Row.fetchOne(db, sql: sql, arguments: arguments) != nil else {
      return nil
    }
    let key = try PhotoOrder(db, beer: placement.beer).key(after: max(0, placement.order) - 1)
    try db.execute(
      sql: """
        INSERT INTO photo (\(Self.columns), order_key) SELECT \(Self.columns), ? FROM removed_photo WHERE id = ?
        """,
      arguments: [key, placement.photo])
    try db.execute(sql: "DELETE FROM removed_photo WHERE id = ?", arguments: [placement.photo])
    return try PhotoOrder.placement(of: placement.photo, db)
  }

  /// Returns a caption without line breaks, because it is edited and shown on one line.
  package static func oneLine(_ caption: String) -> String {
    caption.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Replaces the caption of a photo, which may be removed; returns `false` if it is no longer the expected one.
  func setCaption(_ photo: Int64, from expected: String?, to caption: String?) throws -> Bool {
    try PhotoTable.allCases.contains { table in
      try db.execute(
        sql: "UPDATE \(table) SET caption = ? WHERE id = ? AND caption IS ?",
        arguments: [caption, photo, expected])
      return db.changesCount == 1
    }
  }
}

// MARK: - Order

/// The order of one beer's photos, stored as sparse keys, so that a move changes one row if there is room between keys.
///
/// A photo's index is the number of smaller keys, so indexes are dense from 0 and unique at every commit.
package struct PhotoOrder {
  /// The distance between the keys of photos that are added one after the other.
  private static let spacing: Int64 = 1 << 10
  /// The key of the first photo, which leaves room for keys before it.
  private static let firstKey: Int64 = 1 << 20
  /// The highest key that this program writes.
  private static let maxKey: Int64 = 1 << 60
  /// The minimum distance between keys that are spread again, so that there is room for more moves.
  private static let minSpacing: Int64 = 1 << 5

  private let db: Database
  private let beer: Int64

  /// Gives access to the order of a beer's photos.
  package init(_ db: Database, beer: Int64) {
    self.db = db
    self.beer = beer
  }

  /// Returns the beer, the index and the UUID of a photo.
  ///
  /// - Throws: `PhotoError.noSuchPhoto`.
  package static func placement(of photo: Int64, _ db: Database) throws -> DiaryChange.PhotoPlacement {
    let statement = try db.cachedStatement(
      sql: "SELECT beer_id, user_order, uuid FROM ordered_photo WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [photo]) else {
      throw PhotoError.noSuchPhoto(photo)
    }
    return try .init(
      photo: photo, uuid: row.value(atIndex: 2), beer: row.value(atIndex: 0), order: row.value(atIndex: 1))
  }

  /// Returns whether a photo is where a placement says.
  static func isCurrent(_ placement: DiaryChange.PhotoPlacement, _ db: Database) throws -> Bool {
    try Row.fetchOne(
      db, sql: "SELECT 1 FROM ordered_photo WHERE id = ? AND uuid = ? AND beer_id = ? AND user_order = ?",
      arguments: [placement.photo, placement.uuid, placement.beer, placement.order]) != nil
  }

  /// How many photos the beer has.
  var count: Int {
    get throws {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM photo WHERE beer_id = ?", arguments: [beer]) ?? 0
    }
  }

  /// Moves one photo from an index to another; those in between shift by one.
  func move(photo id: Int64, from: Int, to: Int) throws {
    guard from != to else { return }
    let key = try key(after: to > from ? to : to - 1)
    try db.execute(sql: "UPDATE photo SET order_key = ? WHERE id = ?", arguments: [key, id])
  }

  /// Returns an unused key between those of the photo at an index and of the next one.
  ///
  /// - Parameter index: From 0; below 0 for a key before all photos, beyond the last photo for a key after all.
  func key(after index: Int) throws -> Int64 {
    let index = max(-1, index)
    if let key = try freeKey(after: index) { return key }
    try makeRoom(after: index)
    guard let key = try freeKey(after: index) else {
      throw DatabaseError(message: "the keys of a beer's photos leave no room")
    }
    return key
  }

  /// Returns an unused key after those of all photos.
  ///
  /// - Throws: `DatabaseError`.
  package func keyAfterAll() throws -> Int64 { try key(after: .max) }

  /// Gives all photos new keys with room between them, including photos with equal keys.
  ///
  /// Reads all photos of the diary, as the index of the order may be damaged.
  ///
  /// - Throws: `DatabaseError`.
  package func spread() throws {
    let photos = try photos(from: "photo NOT INDEXED")
    try write(keys(of: photos.indices, in: photos) ?? [], to: photos[...])
  }

  /// Returns an unused key after a position; `nil` if there is no room for one.
  private func freeKey(after index: Int) throws -> Int64? {
    let sql = "SELECT order_key FROM photo WHERE beer_id = ? ORDER BY order_key"
    let keys: [Int64]
    if index == .max {
      keys = try Int64.fetchAll(db, sql: sql + " DESC LIMIT 1", arguments: [beer])
    } else {
      let (count, first) = index < 0 ? (1, 0) : (2, index)
      keys = try Int64.fetchAll(db, sql: sql + " LIMIT ? OFFSET ?", arguments: [beer, count, first])
    }
    guard keys.allSatisfy((0...Self.maxKey).contains) else { return nil }
    if index < 0 {
      guard let next = keys.first else { return Self.firstKey }
      return next > Self.spacing ? next - Self.spacing : next > 0 ? next / 2 : nil
    }
    guard let last = keys.first else { return index == .max ? Self.firstKey : try freeKey(after: .max) }
    guard keys.count == 2 else { return last + Self.spacing }
    return keys[1] - last > 1 ? last + (keys[1] - last) / 2 : nil
  }

  private typealias KeyedPhoto = (id: Int64, key: Int64)

  private func photos(from table: String = "photo") throws -> [KeyedPhoto] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, order_key FROM \(table) WHERE beer_id = ? ORDER BY order_key, id",
      arguments: [beer])
    var photos: [KeyedPhoto] = []
    while let row = try rows.next() { photos.append(try (row.value(atIndex: 0), row.value(atIndex: 1))) }
    return photos
  }

  /// Spreads the keys around an index, for as few photos as necessary.
  private func makeRoom(after index: Int) throws {
    let photos = try photos()
    let middle = min(index, photos.count - 1) + 1
    var radius = 16
    while true {
      let range = max(0, middle - radius)..<min(photos.count, middle + radius)
      if let keys = keys(of: range, in: photos) { return try write(keys, to: photos[range]) }
      radius *= 2
    }
  }

  /// Returns new keys for a range of photos, between those before and after it; `nil` if there is no room.
  private func keys(of range: Range<Int>, in photos: [KeyedPhoto]) -> [Int64]? {
    if range == photos.indices { return range.map { Self.firstKey + Int64($0) * Self.spacing } }
    let before = range.lowerBound == 0 ? 0 : photos[range.lowerBound - 1].key
    guard 0...Self.maxKey ~= before else { return nil }
    var step = Self.spacing
    if range.upperBound < photos.count {
      let after = photos[range.upperBound].key
      guard before...Self.maxKey ~= after else { return nil }
      step = (after - before) / Int64(range.count + 1)
    } else if before > Self.maxKey - Int64(range.count) * step {
      return nil
    }
    return step < Self.minSpacing ? nil : (1...range.count).map { before + Int64($0) * step }
  }

  /// Writes new keys in the same order.
  ///
  /// Keys that become larger are written from the end, then the others from the beginning, so that each key is unused
  /// when it is written.
  private func write(_ keys: [Int64], to photos: ArraySlice<KeyedPhoto>) throws {
    let update = try PreparedInsert(db, sql: "UPDATE photo SET order_key = ? WHERE id = ?")
    func set(_ change: (photo: KeyedPhoto, key: Int64)) throws {
      try update.execute { values in
        values.append(change.key)
        values.append(change.photo.id)
      }
    }
    let changes = zip(photos, keys).map { (photo: $0, key: $1) }
    for change in changes.reversed() where change.key > change.photo.key { try set(change) }
    for change in changes where change.key < change.photo.key { try set(change) }
  }
}

// MARK: - Reading

/// Reads the photos of beers, in their order.
package struct PhotosOfBeer {
  /// SQL for the photos of the beer whose id is the argument.
  package static let sql = "SELECT * FROM photo WHERE beer_id = ? ORDER BY order_key"

  private let statement: Statement

  init(_ db: Database) throws { statement = try db.makeStatement(sql: Self.sql) }

  func all(ofBeer beer: Int64) throws -> [Photo] { try first(.max, ofBeer: beer) }

  /// Returns at most `limit` photos of a beer.
  func first(_ limit: Int, ofBeer beer: Int64) throws -> [Photo] {
    let rows = try Row.fetchCursor(statement, arguments: [beer])
    var photos: [Photo] = []
    while photos.count < limit, let row = try rows.next() {
      photos.append(try Photo(row: row, order: photos.count))
    }
    return photos
  }
}

extension Photo: FetchableRecord {
  /// Decodes a row of `ordered_photo` or `removed_photo`, which have the position of the photo.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT` if a value is of another type.
  package init(row: Row) throws { try self.init(row: row, order: row.value(forColumn: "user_order")) }

  /// Decodes a row of `photo`, which does not have the position.
  init(row: Row, order: Int) throws {
    try self.init(
      id: row.value(forColumn: "id"), uuid: row.value(forColumn: "uuid"),
      beerID: row.value(forColumn: "beer_id"),
      order: order, takenAt: DiaryDate(stored: row.value(forColumn: "taken_at")),
      caption: row.value(forColumn: "caption"),
      metadata: ImageMetadata(optional: row) ?? ImageMetadata(byteCount: 0),
      sha256: row.value(forColumn: "sha256"))
  }
}

extension ImageMetadata {
  /// Decodes the columns of a photo in a joined row; returns `nil` if the row has no photo.
  init?(optional row: Row) throws {
    guard let byteCount = try row.value(Int?.self, forColumn: "byte_count") else { return nil }
    try self.init(
      format: row.value(forColumn: "format"), width: row.value(forColumn: "width"),
      height: row.value(forColumn: "height"), camera: row.value(forColumn: "camera"),
      byteCount: byteCount, isMissing: row.value(forColumn: "is_missing"))
  }
}
