import Foundation
import GRDB
import SQLiteKit

/// A photo as the cache of thumbnails knows it.
struct PhotoKey: Sendable {
  let id: Int64
  let uuid: UUID
}

/// Goes once through all photos of a diary: the first of each beer, newest beer first, then all the others.
struct ThumbnailWalk: Sendable {
  private enum Part { case firstPhotos, otherPhotos, end }

  /// A moment's work where none of them has a photo.
  private static let beersAtATime = 64

  private var part = Part.firstPhotos
  /// The beer that was come to last.
  private var last: BeerPlace?
  private var waiting: ArraySlice<PhotoKey> = []
  private var total: Int?
  private var done = 0

  /// Photos that were not come to yet.
  var remaining: Int { max(0, (total ?? 0) - done) }

  /// Some more photos, none where the next beers have none; `nil` at the end.
  mutating func next(in diary: Diary) throws(StoreError) -> [PhotoKey]? {
    if total == nil { total = try diary.photoCount() }
    if waiting.isEmpty {
      if part == .end || total == 0 { return nil }
      let beers = try diary.newestBeers(Self.beersAtATime, after: last)
      waiting = try diary.photoKeys(ofBeers: beers.map(\.id), isFirst: part == .firstPhotos)[...]
      last = beers.last
      if beers.count < Self.beersAtATime {
        part = part == .firstPhotos ? .otherPhotos : .end
        last = nil
      }
    }
    defer { waiting = [] }
    done += waiting.count
    return Array(waiting)
  }

  /// Takes back photos that were not come to.
  mutating func putBack(_ photos: ArraySlice<PhotoKey>) {
    waiting = photos
    done -= photos.count
  }
}

/// A beer and its place in the order of dates.
private struct BeerPlace: Sendable {
  let id: Int64
  let drunkAt: String?
}

extension Diary {
  fileprivate func photoCount() throws(StoreError) -> Int {
    try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM photo p CROSS JOIN beer b ON b.id = p.beer_id
          WHERE b.deleted_at IS NULL AND NOT p.is_missing
          """) ?? 0
    }
  }

  /// The next beers, those without a date last; as fast at the end of a long list as at its beginning.
  fileprivate func newestBeers(_ count: Int, after last: BeerPlace?) throws(StoreError) -> [BeerPlace] {
    try read { db in
      var beers: [BeerPlace] = []
      if last == nil || last?.drunkAt != nil {
        let isLater = last == nil ? "" : "AND (drunk_at, id) < (:date, :id)"
        beers = try Row.fetchAll(
          db,
          sql: """
            SELECT id, drunk_at FROM beer WHERE deleted_at IS NULL AND drunk_at IS NOT NULL \(isLater)
            ORDER BY drunk_at DESC, id DESC LIMIT :count
            """,
          arguments: last.map { ["date": $0.drunkAt, "id": $0.id, "count": count] } ?? ["count": count]
        ).map { try BeerPlace(id: $0.value(atIndex: 0), drunkAt: $0.value(atIndex: 1)) }
      }
      let end = last.flatMap { $0.drunkAt == nil ? $0.id : nil } ?? .max
      return try beers
        + Row.fetchAll(
          db,
          sql: """
            SELECT id FROM beer WHERE deleted_at IS NULL AND drunk_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?
            """, arguments: [end, count - beers.count]
        ).map { try BeerPlace(id: $0.value(atIndex: 0), drunkAt: nil) }
    }
  }

  fileprivate func photoKeys(ofBeers beers: [Int64], isFirst: Bool) throws(StoreError) -> [PhotoKey] {
    try read { db in
      let statement = try db.makeStatement(
        sql: """
          SELECT id, uuid FROM
            (SELECT * FROM photo WHERE beer_id = ? ORDER BY order_key LIMIT \(isFirst ? "1" : "-1 OFFSET 1"))
          WHERE NOT is_missing
          """)
      return try beers.flatMap { beer in
        try Row.fetchAll(statement, arguments: [beer]).map {
          try PhotoKey(id: $0.value(atIndex: 0), uuid: $0.value(atIndex: 1))
        }
      }
    }
  }

  /// The uuids of those photos that are there.
  func uuids(ofPhotos photos: [Int64]) throws(StoreError) -> [Int64: UUID] {
    try read { db in
      let statement = try db.makeStatement(sql: "SELECT uuid FROM photo WHERE id = ?")
      return try photos.reduce(into: [:]) { $0[$1] = try UUID.fetchOne(statement, arguments: [$1]) }
    }
  }

  /// Which of these photos the diary has, those included that were taken away and can come back.
  func existing(_ photos: [UUID]) throws(StoreError) -> Set<UUID> {
    try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT 1 FROM photo WHERE uuid = ?1 UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?1")
      return try Set(photos.filter { try Row.fetchOne(statement, arguments: [$0]) != nil })
    }
  }
}
