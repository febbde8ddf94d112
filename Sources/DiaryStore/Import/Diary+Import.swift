import GRDB
import SQLiteKit

/// Writes imports.
struct ImportStore: DiaryComponent {
  let database: DiaryDatabase

  func startImport(source: String, file: String?) throws(StoreError) -> StartedImport {
    try write { db in
      try ImportedTimes(db).prepareForImport()
      let startedImport = StartedImport(id: try IDSequence.importBatch.nextID(db), source: source)
      try db.execute(
        sql: "INSERT INTO import_batch (id, source, started_at) VALUES (?, ?, ?)",
        arguments: [startedImport.id, source, timestamp])
      try db.execute(
        sql: "INSERT INTO import_run (batch, file, written_at) VALUES (?, ?, ?)",
        arguments: [startedImport.id, file, timestamp])
      return startedImport
    }
  }

  func importTransaction(
    _ startedImport: StartedImport, _ policy: ImportPolicy, _ nextBeers: () throws -> [ImportedBeer]?
  ) throws(StoreError) -> ImportTally {
    let now = now
    let timestamp = timestamp
    var tally = ImportTally()
    var photos: [(beer: Int64, photo: ImportedPhoto)] = []
    try write { db in
      let writer = try ImportedBeerWriter(
        db, startedImport: startedImport, policy: policy, at: now, timestamp: timestamp)
      var indexes = IndexMaintenance(db, expectedRows: policy.expectedRows)
      defer { indexes.restorePageCache() }
      let start = ContinuousClock.now
      while policy.isOneTransaction || indexes.allowsMoreRows(after: ContinuousClock.now - start),
        let beers = try nextBeers()
      {
        try writer.write(beers)
        try indexes.adapt(to: writer.tally, restored: writer.restoredCount)
      }
      try indexes.finish()
      try writer.finish()
      try db.execute(
        sql: "UPDATE import_run SET written_at = ? WHERE batch = ?", arguments: [timestamp, startedImport.id])
      _ = try record(startedImport, at: timestamp, db)
      tally = writer.tally
      photos = writer.photos
    }
    // The rows stay even if photos cannot be added.
    do {
      tally.photos = try ImportedPhotoStore(database: database).importPhotos(photos, startedImport)
    } catch {
      tally.photoFailure = error
    }
    return tally
  }

  func finishImport(_ startedImport: StartedImport) throws(StoreError) -> Int64? {
    try write { db in
      if try record(startedImport, at: timestamp, db) { return startedImport.id }
      // An import that recorded values of its file stays, as the next import needs them.
      try db.execute(
        sql: """
          DELETE FROM import_batch
          WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM imported_beer WHERE batch = ?1)
          """, arguments: [startedImport.id])
      return nil
    }
  }

  /// Records an import in the log as soon as it has an effect, so that one that is stopped can be undone like any
  /// other.
  ///
  /// - Returns: Whether it has an effect.
  private func record(_ startedImport: StartedImport, at timestamp: String, _ db: Database) throws -> Bool {
    let sql = "SELECT \(ImportUndoability.hasEffectSQL) FROM import_batch b WHERE b.id = ?"
    guard try Bool.fetchOne(db, sql: sql, arguments: [startedImport.id]) == true else { return false }
    let change = DiaryChange.imported(
      .init(importID: startedImport.id, beerCount: 0, photoCount: 0, finishedAt: ""))
    let log = ChangeLog(db)
    if try !log.isInEffect(change) { try log.record(change, at: timestamp) }
    return true
  }
}
