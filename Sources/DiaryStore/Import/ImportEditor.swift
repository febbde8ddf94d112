import GRDB
import SQLiteKit

/// Starts, writes and ends imports.
struct ImportEditor: DiaryComponent {
  let database: DiaryDatabase

  func startImport(source: String, file: String?) throws(StoreError) -> StartedImport {
    try write { db in
      try ImportedTimes(db).prepareForImport()
      let startedImport = StartedImport(
        id: try IDSequence.importBatch.nextID(db), source: source,
        firstBeerID: try IDSequence.beer.nextID(db))
      try db.execute(
        sql: "INSERT INTO import_batch (id, source, started_at) VALUES (?, ?, ?)",
        arguments: [startedImport.id, source, timestamp])
      try db.execute(
        sql: "INSERT INTO import_run (batch, file, written_at) VALUES (?, ?, ?)",
        arguments: [startedImport.id, file, timestamp])
      return startedImport
    }
  }

  func importTransaction<Failure: DiaryError>(
    _ startedImport: StartedImport, _ policy: ImportPolicy,
    _ body: (ImportTransaction) throws(Failure) -> Void
  ) throws(Failure) -> ImportTally {
    let now = now
    let timestamp = timestamp
    var tally = ImportTally()
    var photos: [(beer: Int64, photo: ImportedPhoto)] = []
    var orderedPhotos: [Int64: [ImportedPhoto]] = [:]
    try Failure.mapErrors(at: path) {
      try database.write { db in
        let writer = try ImportedBeerWriter(
          db, startedImport: startedImport, policy: policy, at: now, timestamp: timestamp)
        var indexes = IndexMaintenance(db, expectedRows: policy.expectedRows)
        defer { indexes.restorePageCache() }
        let start = ContinuousClock.now
        let transaction = ImportTransaction { beers throws(StoreError) in
          try StoreError.mapErrors(at: path) {
            try writer.write(beers)
            try indexes.adapt(to: writer.tally, restored: writer.restoredCount)
          }
          return policy.isOneTransaction || indexes.allowsMoreRows(after: ContinuousClock.now - start)
        }
        try body(transaction)
        try indexes.finish()
        try writer.finish()
        try db.execute(
          sql: "UPDATE import_run SET written_at = ? WHERE batch = ?",
          arguments: [timestamp, startedImport.id])
        _ = try record(startedImport, at: timestamp, db)
        tally = writer.tally
        photos = writer.photos
        orderedPhotos = writer.orderedPhotos
      }
    }
    // The rows stay even if photos cannot be added.
    do {
      let outcomes = try ImportedPhotoStore(database: database)
        .importPhotos(photos, ordered: orderedPhotos, startedImport) { tally.addMissingFile($0) }
      tally.photos = outcomes
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

/// Chooses how the indexes are updated during an import, within one transaction.
///
/// - A few rows are added to each index one by one.
/// - More new rows are added to the search index together at the end: one by one, each becomes a segment of the index,
///   and the segments have to be merged. Merged labels are recorded for other devices at the end as well.
/// - For very many rows, more than the diary has, all other indexes are dropped and recreated at the end, and the
///   search index is filled in the background.
private struct IndexMaintenance {
  private enum Strategy {
    case rowByRow
    /// The search index is updated at the end, if it was complete before.
    case deferSearch(DeferredSchemaObjects, isComplete: Bool)
    case rebuildAll([DeferredSchemaObjects])
  }

  /// After this many new rows, and with as many to come, deferring the search index is worthwhile.
  private static let someRows = 250
  /// From this many rows on, rebuilding all indexes may be worthwhile.
  private static let manyRows = 50_000
  /// After this many rows, the share of new ones decides whether all indexes are rebuilt.
  private static let sampleSize = 2000

  private let db: Database
  private let expectedRows: Int
  private var mergedLabels: DeferredMergedLabels?
  private var strategy = Strategy.rowByRow
  private var isDecided = false

  init(_ db: Database, expectedRows: Int) {
    self.db = db
    self.expectedRows = expectedRows
  }

  /// Returns whether more rows may be written before the transaction ends, so that other programs can write, too.
  ///
  /// - Parameter duration: How long rows have been written.
  func allowsMoreRows(after duration: Duration) -> Bool {
    switch strategy {
    case .rowByRow, .deferSearch(_, isComplete: false): duration <= .seconds(1)
    // Updating the search index at the end takes nearly twice as long again.
    case .deferSearch(_, isComplete: true): duration <= .milliseconds(350)
    case .rebuildAll: true
    }
  }

  /// Chooses a better strategy if the rows so far suggest one.
  ///
  /// - Parameter restored: How many of the new beers were restored from the trash.
  mutating func adapt(to tally: ImportTally, restored: Int) throws {
    if case .rowByRow = strategy, tally.added >= Self.someRows, expectedRows - tally.count >= Self.someRows {
      let search = SearchIndex(db)
      let isComplete = try search.isComplete
      try search.deferNewBeers()
      mergedLabels = try DeferredMergedLabels(db)
      strategy = .deferSearch(
        try DeferredSchemaObjects.dropTrigger(SearchIndex.insertTrigger, from: db), isComplete: isComplete)
    }
    // If beers are restored from the trash, a whole import was undone, so a smaller sample is enough.
    let sampleSize = restored > 0 ? Self.someRows : Self.sampleSize
    guard !isDecided, tally.count >= sampleSize, case .deferSearch(let trigger, _) = strategy else { return }
    isDecided = true
    guard try hasManyToCome(tally) else { return }
    strategy = .rebuildAll([trigger, try DeferredSchemaObjects.dropIndexes(from: db)])
    try db.setPageCacheSize(kilobytes: PageCacheSize.largeImport)
    // The search index has the restored beers, and updating it for each of them would take longest.
    if restored > 0 { try SearchIndex(db).reset() }
  }

  /// Returns whether nearly all rows so far were new, and more will come than the diary has beers.
  private func hasManyToCome(_ tally: ImportTally) throws -> Bool {
    guard expectedRows - tally.count >= Self.manyRows, tally.added * 10 >= tally.count * 9 else {
      return false
    }
    let stored = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0
    return expectedRows > 2 * (stored - tally.added)
  }

  /// Updates or recreates the indexes; if this throws, the transaction must be rolled back.
  func finish() throws {
    try mergedLabels?.record()
    switch strategy {
    case .rowByRow: break
    case .deferSearch(let trigger, let isComplete):
      try trigger.restore(db)
      if isComplete { try SearchIndex(db).indexAll() }
    case .rebuildAll(let deferred):
      try db.shrinkPageCache(toKilobytes: PageCacheSize.sorting)
      for objects in deferred { try objects.restore(db) }
    }
  }

  /// Gives the page cache its usual size again, also after an error.
  ///
  /// SQLite sets the size when it prepares the statement, so this works even if the transaction was rolled back and GRDB
  /// refuses to run statements.
  func restorePageCache() {
    guard case .rebuildAll = strategy else { return }
    // An error is ignored: the size affects only speed and memory.
    try? db.setPageCacheSize(kilobytes: PageCacheSize.usual)
  }
}
