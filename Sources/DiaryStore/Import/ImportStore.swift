package import DiaryModel
import GRDB
import SQLiteKit

/// A beer to be added.
package struct BeerDraft: Hashable, Sendable {
  /// The fields of the new beer.
  package var fields: BeerFields
  /// The source and the id in it, by which the beer is recognized; `nil` for a beer that the user enters.
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

  func importTransaction(
    _ batch: ImportBatch, _ policy: ImportPolicy, _ body: (ImportTransaction) throws -> Void
  ) throws(StoreError) -> ImportTally {
    let now = now
    let timestamp = timestamp
    var tally = ImportTally()
    var photos: [(beer: Int64, photo: ImportedPhoto)] = []
    let isAlone = policy.mayLockDiary && IndexMaintenance.isLarge(policy.expectedRows)
    try write(isAlone: isAlone) { db in
      let writer = try ImportWriter(db, batch: batch, policy: policy, at: now, timestamp: timestamp)
      let transaction = ImportTransaction(
        writer, IndexMaintenance(db, expectedRows: policy.expectedRows), policy)
      try body(transaction)
      try transaction.finish()
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

/// Beers of an import that are written in one transaction.
///
/// Valid only within the closure of ``Diary/importTransaction(_:_:_:)``.
package final class ImportTransaction {
  private let writer: ImportWriter
  private var maintenance: IndexMaintenance
  private let isWholeImport: Bool
  private let start = ContinuousClock.now

  init(_ writer: ImportWriter, _ maintenance: IndexMaintenance, _ policy: ImportPolicy) {
    self.writer = writer
    self.maintenance = maintenance
    isWholeImport = policy.isOneTransaction
  }

  /// Whether it is time to commit, so that other programs can write before the next transaction.
  package var shouldCommit: Bool {
    guard !isWholeImport, let maxDuration = maintenance.maxDuration else { return false }
    return ContinuousClock.now - start > maxDuration
  }

  /// Writes beers, or finds those that the diary has.
  package func add(_ beers: [ImportedBeer]) throws {
    try writer.write(beers)
    try maintenance.adapt(to: writer.tally, restored: writer.restoredCount)
  }

  func finish() throws { try maintenance.finish() }
}
