package import Foundation
import GRDB

/// A beer where it lies in the store, without a value made of each of its fields.
///
/// Valid only while it is handed over.
package struct StoredBeer {
  package let id: Int64
  package let photos: [StoredPhoto]
  private let row: RawStatement
  private let failure: DeferredError

  static let select: String = {
    let columns =
      ["id", "uuid"] + ImportRows.Text.allCases.map(\.column) + ImportRows.Number.allCases.map(\.column)
    return "SELECT \(columns.joined(separator: ", ")) FROM beer ORDER BY id"
  }()

  fileprivate init(_ row: RawStatement, _ failure: DeferredError, id: Int64, photos: [StoredPhoto]) {
    self.row = row
    self.failure = failure
    self.id = id
    self.photos = photos
  }

  /// The text as UTF-8; `nil` where there is none.
  package func text(_ text: ImportRows.Text) -> UnsafeBufferPointer<UInt8>? {
    failure.catching { try row.text(Int32(2 + text.rawValue)) }
  }

  package func number(_ number: ImportRows.Number) -> Double? {
    let column = Int32(2 + ImportRows.Text.allCases.count + number.rawValue)
    return row.isNull(column) ? nil : row.number(column)
  }

  package var uuid: UUID {
    guard let bytes = failure.catching({ try row.blob(1) }), bytes.count == 16 else {
      // The schema has no other.
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

/// What an export tells of a photo.
package struct StoredPhoto: Hashable, Sendable {
  package let uuid: UUID
  package let caption: String?
  package let takenAt: String?
  package let sha256: String?
  package let isMissing: Bool
}

/// All photos in the order of their beers, taken beer by beer.
private struct PhotoWalk {
  private let rows: RowCursor
  private var next: Row?

  init(_ db: Database) throws {
    rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT beer_id, uuid, caption, taken_at, sha256, is_missing FROM kept_photo ORDER BY beer_id, order_key
        """)
    next = try rows.next()
  }

  /// The photos of a beer; beers are asked for in the order of their ids.
  mutating func photos(of beer: Int64) throws -> [StoredPhoto] {
    var photos: [StoredPhoto] = []
    while let row = next {
      let owner: Int64 = try row.decode(atIndex: 0)
      if owner > beer { break }
      if owner == beer {
        photos.append(
          try StoredPhoto(
            uuid: row.decode(atIndex: 1), caption: row.decode(atIndex: 2), takenAt: row.decode(atIndex: 3),
            sha256: row.decode(atIndex: 4), isMissing: row.decode(atIndex: 5)))
      }
      next = try rows.next()
    }
    return photos
  }
}

extension Diary {
  /// Hands every beer with its photos to `body`, in the order in which they were added, in constant memory.
  ///
  /// All are from one moment: what is written meanwhile does not show.
  ///
  /// - Parameter filter: Which beers; all, those in the trash too, where `nil`.
  package func forEachStoredBeer(_ filter: BeerFilter? = nil, _ body: (StoredBeer) throws -> Void) throws {
    try read { db -> Result<Void, any Error> in
      let ids = try filter.map { try FilterEvaluation(db, BeerQuery(filter: $0)).ids() }
      var photos = try PhotoWalk(db)
      let beers = RawStatement(try db.makeStatement(sql: StoredBeer.select))
      let failure = DeferredError()
      var result = Result<Void, any Error>.success(())
      try beers.forEachRow {
        let id = beers.integer(0)
        let own = try photos.photos(of: id)
        if let ids, !ids.contains(id) { return true }
        do { try body(StoredBeer(beers, failure, id: id, photos: own)) } catch { result = .failure(error) }
        try failure.check()
        if case .failure = result { return false }
        return true
      }
      return result
    }.get()
  }

  /// The beers that have photos, in the order in which they were added.
  ///
  /// - Parameter filter: Which of them; all, those in the trash too, where `nil`.
  package func beersWithPhotos(_ filter: BeerFilter? = nil) throws(DiaryError) -> [Int64] {
    try read { db in
      let ids = try filter.map { try FilterEvaluation(db, BeerQuery(filter: $0)).ids() }
      let all = try Int64.fetchAll(db, sql: "SELECT DISTINCT beer_id FROM kept_photo ORDER BY beer_id")
      return all.filter { ids?.contains($0) ?? true }
    }
  }
}
