package import GRDB
import SQLiteKit

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
