import Foundation
import GRDB
import SQLiteKit

/// The ids of a photo: in the diary, and in the cache of thumbnails.
struct PhotoKey: Sendable {
  let id: Int64
  let uuid: UUID
}

/// Iterates once over all photos of a diary: the first one of each beer, from the newest beer on, then all others.
struct ThumbnailWalk: Sendable {
  private enum Part { case firstPhotos, otherPhotos, end }

  /// The number of beers that are read in one step, which is fast even if none of them has a photo.
  private static let beersPerStep = 64

  private var part = Part.firstPhotos
  /// The last beer that was visited.
  private var last: BeerPosition?
  private var waiting: ArraySlice<PhotoKey> = []
  private var total: Int?
  private var done = 0

  /// The number of photos that were not returned yet; 0 before the first call of `next(in:)`.
  var remaining: Int { max(0, (total ?? 0) - done) }

  /// Returns the photos of the next beers, which may be none; `nil` at the end.
  mutating func next(in diary: Diary) throws(StoreError) -> [PhotoKey]? {
    let photos = ThumbnailPhotos(database: diary.database)
    if total == nil { total = try photos.count() }
    if waiting.isEmpty {
      if part == .end || total == 0 { return nil }
      let beers = try photos.newestBeers(Self.beersPerStep, after: last)
      waiting = try photos.keys(ofBeers: beers.map(\.id), isFirst: part == .firstPhotos)[...]
      last = beers.last
      if beers.count < Self.beersPerStep {
        part = part == .firstPhotos ? .otherPhotos : .end
        last = nil
      }
    }
    defer { waiting = [] }
    done += waiting.count
    return Array(waiting)
  }

  /// Returns unhandled photos to the walk; the next call of ``next(in:)`` has them again.
  mutating func putBack(_ photos: ArraySlice<PhotoKey>) {
    waiting = photos
    done -= photos.count
  }
}

/// A beer's position in the order of dates.
private struct BeerPosition: Sendable {
  let id: Int64
  let drunkAt: String?
}

/// Finds the photos of a diary for which thumbnails are made or cached.
struct ThumbnailPhotos: DiaryComponent {
  let database: DiaryDatabase

  /// Returns the number of photos of beers that are not in the trash, without those whose images are missing.
  func count() throws(StoreError) -> Int {
    try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM photo p CROSS JOIN beer b ON b.id = p.beer_id
          WHERE b.deleted_at IS NULL AND NOT p.is_missing
          """) ?? 0
    }
  }

  /// Returns the next beers from the newest to the oldest, then those without a date.
  ///
  /// This takes the same time at the beginning and at the end of a long list.
  fileprivate func newestBeers(_ count: Int, after last: BeerPosition?) throws(StoreError) -> [BeerPosition] {
    try read { db in
      var beers: [BeerPosition] = []
      if last == nil || last?.drunkAt != nil {
        let condition = last == nil ? "" : "AND (drunk_at, id) < (:date, :id)"
        beers = try Row.fetchAll(
          db,
          sql: """
            SELECT id, drunk_at FROM beer WHERE deleted_at IS NULL AND drunk_at IS NOT NULL \(condition)
            ORDER BY drunk_at DESC, id DESC LIMIT :count
            """,
          arguments: last.map { ["date": $0.drunkAt, "id": $0.id, "count": count] } ?? ["count": count]
        ).map { try BeerPosition(id: $0.value(atIndex: 0), drunkAt: $0.value(atIndex: 1)) }
      }
      let end = last.flatMap { $0.drunkAt == nil ? $0.id : nil } ?? .max
      return try beers
        + Row.fetchAll(
          db,
          sql: """
            SELECT id FROM beer WHERE deleted_at IS NULL AND drunk_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?
            """, arguments: [end, count - beers.count]
        ).map { try BeerPosition(id: $0.value(atIndex: 0), drunkAt: nil) }
    }
  }

  /// Returns the first photos of beers, or all others; without those whose images are missing.
  func keys(ofBeers beers: [Int64], isFirst: Bool) throws(StoreError) -> [PhotoKey] {
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

  /// Returns the UUIDs of those photos that exist.
  func uuids(ofPhotos photos: [Int64]) throws(StoreError) -> [Int64: UUID] {
    try read { db in
      let statement = try db.makeStatement(sql: "SELECT uuid FROM photo WHERE id = ?")
      return try photos.reduce(into: [:]) { $0[$1] = try UUID.fetchOne(statement, arguments: [$1]) }
    }
  }

  /// Returns those photos that the diary has, including removed ones that can be restored.
  func existing(among photos: [UUID]) throws(StoreError) -> Set<UUID> {
    try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT 1 FROM photo WHERE uuid = ?1 UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?1")
      return try Set(photos.filter { try Row.fetchOne(statement, arguments: [$0]) != nil })
    }
  }
}
