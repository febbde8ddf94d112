import GRDB
import SQLiteKit

/// What emptying the trash deletes or has deleted permanently.
package struct EmptiedTrash: Hashable, Sendable {
  /// The ids of the deleted beers, whose photos were deleted as well.
  package var beers: IDSet
  /// The ids of the deleted photos that had been removed from their beers before.
  package var photos: Set<Int64>
  /// Whether emptying was canceled, so that a part of the trash is still there.
  package var wasCancelled = false

  /// Creates a record, by default of an empty trash.
  package init(beers: IDSet = [], photos: Set<Int64> = []) {
    self.beers = beers
    self.photos = photos
  }

  mutating func formUnion(_ other: EmptiedTrash) {
    beers.formUnion(other.beers)
    photos.formUnion(other.photos)
    wasCancelled = wasCancelled || other.wasCancelled
  }
}

/// Moves beers to the trash and back, and empties the trash.
struct Trash {
  /// What was in the trash at one moment; both lists are in descending order.
  struct Contents {
    /// Photos that were removed from their beers.
    fileprivate(set) var photos: [Int64]
    /// Beers that were moved to the trash.
    fileprivate(set) var beers: [Int64]

    var isEmpty: Bool { photos.isEmpty && beers.isEmpty }
    /// What is deleted by emptying the trash.
    var emptied: EmptiedTrash { EmptiedTrash(beers: IDSet(beers), photos: Set(photos)) }

    /// Removes what is not in the other contents.
    mutating func formIntersection(_ other: EmptiedTrash) {
      photos.removeAll { !other.photos.contains($0) }
      beers.removeAll { !other.beers.contains($0) }
    }
  }

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Moves beers to the trash, and returns those that were not in it.
  ///
  /// - Parameters:
  ///   - progress: Called after each batch with the number of ids that are done.
  ///   - isCancelled: Called after each batch; return `true` to throw `CancellationError`.
  func moveToTrash(
    _ ids: [Int64], at timestamp: String, progress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws -> [Int64] {
    let statement = try db.makeStatement(
      sql: """
        UPDATE beer SET deleted_at = ?
        WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?)) RETURNING id
        """)
    var moved: [Int64] = []
    for batch in ids.batches {
      moved += try Int64.fetchAll(statement, arguments: [timestamp, batch.jsonArray])
      try checkCancellation(isCancelled)
      progress(batch.endIndex)
    }
    return moved
  }

  /// Restores beers from the trash, and returns those that were in it.
  ///
  /// - Parameters:
  ///   - progress: Called after each batch with the number of ids that are done.
  ///   - isCancelled: Called after each batch; return `true` to throw `CancellationError`.
  func restore(
    _ ids: [Int64], progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws -> [DiaryChange.TrashedBeer] {
    let chosen = "deleted_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))"
    let select = try db.makeStatement(sql: "SELECT id, deleted_at FROM beer WHERE \(chosen) ORDER BY id")
    let update = try db.makeStatement(sql: "UPDATE beer SET deleted_at = NULL WHERE \(chosen)")
    var restored: [DiaryChange.TrashedBeer] = []
    for batch in ids.batches {
      let list = batch.jsonArray
      let rows = try Row.fetchCursor(select, arguments: [list])
      while let row = try rows.next() {
        var timestamp: String = try row.value(atIndex: 1)
        // Beers that were moved together share the text of their time.
        if let last = restored.last?.deletedAt, last == timestamp { timestamp = last }
        restored.append(try .init(beer: row.value(atIndex: 0), deletedAt: timestamp))
      }
      try update.execute(arguments: [list])
      try checkCancellation(isCancelled)
      progress(batch.endIndex)
    }
    return restored
  }

  /// Returns what is in the trash now.
  ///
  /// - Parameter time: Leaves out what was put there since, in the form of timestamps; `nil` for nothing.
  func contents(before time: String?) throws -> Contents {
    let photos = "SELECT id FROM removed_photo WHERE :time IS NULL OR removed_at < :time ORDER BY id DESC"
    let beers = """
      SELECT id FROM beer WHERE deleted_at IS NOT NULL AND (:time IS NULL OR deleted_at < :time) ORDER BY id DESC
      """
    return Contents(
      photos: try Int64.fetchAll(db, sql: photos, arguments: ["time": time]),
      beers: try Int64.fetchAll(db, sql: beers, arguments: ["time": time]))
  }

  /// Returns the photos of beers.
  func photos(ofBeers beers: [Int64]) throws -> [Int64] {
    let statement = try db.makeStatement(
      sql: "SELECT id FROM photo WHERE beer_id IN (SELECT value FROM json_each(?))")
    return try beers.batches.flatMap { try Int64.fetchAll(statement, arguments: [$0.jsonArray]) }
  }

  /// Deletes what is still in the trash, photos first, and returns what was deleted.
  ///
  /// - Parameters:
  ///   - contents: What is left to delete; what was handled is removed from it.
  ///   - end: When to return, after at least one beer or photo.
  ///   - isCancelled: Called after each beer and photo if there are more; return `true` to stop.
  func delete(
    _ contents: inout Contents, until end: ContinuousClock.Instant, isCancelled: () -> Bool
  ) throws -> EmptiedTrash {
    let photo = try db.makeStatement(sql: "DELETE FROM removed_photo WHERE id = ?")
    let beer = try db.makeStatement(sql: "DELETE FROM beer WHERE id = ? AND deleted_at IS NOT NULL")
    var emptied = EmptiedTrash()
    repeat {
      if let id = contents.photos.popLast() {
        try photo.execute(arguments: [id])
        if db.changesCount > 0 { emptied.photos.insert(id) }
      } else if let id = contents.beers.popLast() {
        try beer.execute(arguments: [id])
        if db.changesCount > 0 { emptied.beers.insert(id) }
      }
      emptied.wasCancelled = !contents.isEmpty && isCancelled()
    } while !contents.isEmpty && !emptied.wasCancelled && ContinuousClock.now < end
    return emptied
  }
}
