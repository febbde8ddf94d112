package import DiaryModel
import GRDB
import SQLiteKit

/// A beer that is to be added.
package struct BeerDraft: Hashable, Sendable {
  /// The fields of the new beer.
  package var fields: BeerFields
  /// The source and the id in it, by which the beer is recognised; `nil` for a beer that the user enters.
  package var origin: Origin?
  /// When the entry was created; `nil` for the current time.
  package var createdAt: DiaryDate?

  /// Creates a draft, by default of a beer that the user enters.
  package init(fields: BeerFields, origin: Origin? = nil, createdAt: DiaryDate? = nil) {
    self.fields = fields
    self.origin = origin
    self.createdAt = createdAt
  }
}

/// Writes imports.
struct ImportStore: DatabaseAccess {
  let database: DiaryDatabase

  func startImport(source: String, file: String? = nil) throws(StoreError) -> ImportBatch {
    try write { db in
      try ImportedTimes(db).prepareForImport()
      let batch = ImportBatch(id: try IDSequence.importBatch.nextID(db), source: source)
      try db.execute(
        sql: "INSERT INTO import_batch (id, source, started_at) VALUES (?, ?, ?)",
        arguments: [batch.id, source, timestamp])
      try db.execute(
        sql: "INSERT INTO import_run (batch, file, written_at) VALUES (?, ?, ?)",
        arguments: [batch.id, file, timestamp])
      return batch
    }
  }

  func finishImport(_ batch: ImportBatch) throws(StoreError) -> Int64? {
    try write { db in
      let sql = "SELECT \(ImportUndoability.condition) FROM import_batch b WHERE b.id = ?"
      if try Bool.fetchOne(db, sql: sql, arguments: [batch.id]) == true { return batch.id }
      // An import that recorded values of its file stays, as the next import needs them.
      try db.execute(
        sql: """
          DELETE FROM import_batch
          WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM imported_beer WHERE batch = ?1)
          """, arguments: [batch.id])
      return nil
    }
  }

  func importBeers(
    _ batch: ImportBatch, _ policy: ImportPolicy = ImportPolicy(), next: () throws -> [ImportedBeer]?
  ) throws(StoreError) -> ImportTally {
    let now = now
    let timestamp = timestamp
    let start = ContinuousClock.now
    var tally = ImportTally()
    var photos: [(beer: Int64, photo: ImportedPhoto)] = []
    let isAlone = policy.mayLockDiary && IndexMaintenance.isLarge(policy.expectedRows)
    try write(isAlone: isAlone) { db in
      let writer = try ImportWriter(db, batch: batch, policy: policy, at: now, timestamp: timestamp)
      var maintenance = IndexMaintenance(db, expectedRows: policy.expectedRows)
      while let beers = try next() {
        try writer.write(beers)
        try maintenance.adapt(to: writer.tally, addedAgain: writer.addedAgainCount)
        guard let maxDuration = maintenance.maxDuration, !policy.isOneTransaction else { continue }
        if ContinuousClock.now - start > maxDuration { break }
      }
      try maintenance.finish()
      try db.execute(
        sql: "UPDATE import_run SET written_at = ? WHERE batch = ?", arguments: [timestamp, batch.id])
      (tally, photos) = (writer.tally, writer.photos)
    }
    // The rows stay even if photos cannot be added.
    do { tally.photos = try ImportedPhotoStore(database: database).importPhotos(photos, batch) } catch {
      tally.photoFailure = error
    }
    return tally
  }

  private func write(isAlone: Bool, _ body: (Database) throws -> Void) throws(StoreError) {
    guard isAlone else { return try write(body) }
    let isEmpty = { (db: Database) in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM beer)") == false
    }
    try StoreError.mapErrors(at: path) {
      try database.writeExclusively(if: isEmpty) { db, kind in
        try db.inTransaction(kind) {
          try body(db)
          return .commit
        }
      }
    }
  }
}
