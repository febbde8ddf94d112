package import GRDB
import SQLiteKit

/// The order of one beer's photos, which sparse keys keep: a move writes one row where there is room between them.
///
/// A photo's index is the number of smaller keys, so indexes are dense from 0 and unique at every commit.
package struct PhotoOrder {
  /// From a key to the next of photos that are added one behind the other; so many fit in between.
  private static let spacing: Int64 = 1 << 10
  /// The first photo's key, which leaves room before it.
  private static let firstKey: Int64 = 1 << 20
  /// Keys beyond are none of this program's.
  private static let maxKey: Int64 = 1 << 60
  /// What keys that are spread anew must leave between them, so that it is not soon needed again.
  private static let room: Int64 = 1 << 5

  private let db: Database
  private let beer: Int64

  package init(_ db: Database, beer: Int64) {
    self.db = db
    self.beer = beer
  }

  /// Moves one photo from a index to another; those in between shift by one.
  func move(photo id: Int64, from: Int, to: Int) throws {
    guard from != to else { return }
    let key = try key(after: to > from ? to : to - 1)
    try db.execute(sql: "UPDATE photo SET order_key = ? WHERE id = ?", arguments: [key, id])
  }

  /// A key that no photo has, between those of the photo in a index and of the next.
  ///
  /// - Parameter index: Below 0 for before all photos; from the last on, behind all.
  func key(after index: Int) throws -> Int64 {
    let index = max(-1, index)
    if let key = try freeKey(after: index) { return key }
    try makeRoom(after: index)
    guard let key = try freeKey(after: index) else {
      throw DatabaseError(message: "the keys of a beer's photos leave no room")
    }
    return key
  }

  /// A key behind all photos.
  package func keyAfterAll() throws -> Int64 { try key(after: .max) }

  /// Gives all photos keys with room between them, those with the same one too.
  ///
  /// All photos of the diary are looked at: the index of the order may be what is damaged.
  package func spread() throws {
    let photos = try photos(from: "photo NOT INDEXED")
    try write(keys(of: photos.indices, in: photos) ?? [], to: photos[...])
  }

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

  /// Spreads the keys around a index, of as few photos as it takes.
  private func makeRoom(after index: Int) throws {
    let photos = try photos()
    let middle = min(index, photos.count - 1) + 1
    var reach = 16
    while true {
      let range = max(0, middle - reach)..<min(photos.count, middle + reach)
      if let keys = keys(of: range, in: photos) { return try write(keys, to: photos[range]) }
      reach *= 2
    }
  }

  /// Keys for the photos of a range, between those before and behind it; `nil` where these leave no room.
  private func keys(of range: Range<Int>, in photos: [KeyedPhoto]) -> [Int64]? {
    if range == photos.indices { return range.map { Self.firstKey + Int64($0) * Self.spacing } }
    let before = range.lowerBound == 0 ? 0 : photos[range.lowerBound - 1].key
    guard 0...Self.maxKey ~= before else { return nil }
    var step = Self.spacing
    if range.upperBound < photos.count {
      let behind = photos[range.upperBound].key
      guard before...Self.maxKey ~= behind else { return nil }
      step = (behind - before) / Int64(range.count + 1)
    } else if before > Self.maxKey - Int64(range.count) * step {
      return nil
    }
    return step < Self.room ? nil : (1...range.count).map { before + Int64($0) * step }
  }

  /// Writes new keys in the same order, those that grow from behind and then the others from the front: so each key is
  /// free when it is written.
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
