import Foundation
import GRDB

/// A beer about to be added.
package struct BeerDraft: Hashable, Sendable {
  package var fields: BeerFields
  package var origin: Origin?
  /// When the source says that the entry was made; the time of import where it does not.
  package var createdAt: DiaryDate?

  package init(fields: BeerFields, origin: Origin? = nil, createdAt: DiaryDate? = nil) {
    self.fields = fields
    self.origin = origin
    self.createdAt = createdAt
  }
}

/// One run of an import: what it added can be told by it.
package struct ImportBatch: Hashable, Sendable {
  package let id: Int64
}

extension Diary {
  /// Starts an import; `source` is the kind of file, such as `untappd`.
  package func startImport(source: String) throws(DiaryError) -> ImportBatch {
    try write { db in
      try db.execute(
        sql: "INSERT INTO import_batch (source, started_at) VALUES (?, ?)", arguments: [source, timestamp])
      return ImportBatch(id: db.lastInsertedRowID)
    }
  }

  /// Adds beers in one transaction; those whose origin the diary knows already are left alone.
  ///
  /// - Returns: How many were added; the others were known.
  package func importBeers(_ drafts: [BeerDraft], batch: ImportBatch) throws(DiaryError) -> Int {
    let now = now
    let timestamp = timestamp
    return try write { db in
      let insert = try BeerInsert(db, at: now, timestamp: timestamp)
      return try drafts.count { try insert.execute($0, batch: batch) }
    }
  }

  /// How many of these beers an import would add; changes nothing.
  package func newCount(of drafts: [BeerDraft]) throws(DiaryError) -> Int {
    try read { db in
      let known = try db.makeStatement(sql: "SELECT 1 FROM beer WHERE source = ? AND source_id = ?")
      return try drafts.count { draft in
        guard let origin = draft.origin else { return true }
        return try Row.fetchOne(known, arguments: [origin.source, origin.id]) == nil
      }
    }
  }

  /// Adds one beer and returns it as stored.
  ///
  /// - Throws: `.invalid` where a value is outside its range.
  package func add(_ draft: BeerDraft) throws(DiaryError) -> Beer {
    let now = now
    let timestamp = timestamp
    return try write { db in
      let isNew = try BeerInsert(db, at: now, timestamp: timestamp).execute(draft, batch: nil)
      let sql = "SELECT \(Beer.columns) FROM beer WHERE id = ?"
      guard isNew, let beer = try Beer.fetchOne(db, sql: sql, arguments: [db.lastInsertedRowID]) else {
        throw DiaryError.invalid(field: "source", reason: "the diary has this entry already")
      }
      return beer
    }
  }
}

/// Writes drafts into `beer`.
private final class BeerInsert {
  private let statement: Statement
  private let now: Date
  private let timestamp: String
  private let db: Database
  private let spelling: CustomFieldSpelling
  private var random = BufferedRandomness()

  init(_ db: Database, at now: Date, timestamp: String) throws {
    self.db = db
    spelling = try CustomFieldSpelling(db)
    self.now = now
    self.timestamp = timestamp
    statement = try db.cachedStatement(
      sql: """
        INSERT INTO beer (\(BeerColumn.names), uuid, created_at, updated_at, source, source_id, import_batch)
        VALUES (\(BeerColumn.all.map { _ in "?, " }.joined())?, ?, ?, ?, ?, ?)
        ON CONFLICT (source, source_id) WHERE source_id IS NOT NULL DO NOTHING
        """)
  }

  /// Whether the beer was new.
  func execute(_ draft: BeerDraft, batch: ImportBatch?) throws -> Bool {
    var fields = draft.fields
    let created = draft.createdAt?.text ?? timestamp
    let uuid = UUID.version7(at: now, using: &random)
    try fields.validate()
    fields.extras = spelling.spelled(fields.extras)
    let record: [(any DatabaseValueConvertible)?] = [
      uuid, created, timestamp, draft.origin?.source, draft.origin?.id, batch?.id,
    ]
    statement.setUncheckedArguments(StatementArguments(fields.databaseValues) + StatementArguments(record))
    try statement.execute()
    return db.changesCount > 0
  }
}

extension BeerFields {
  /// Checks what the schema checks, with a sentence that a person understands.
  ///
  /// - Throws: `DiaryError.invalid`.
  package func validate() throws(DiaryError) {
    try Self.check("abv", abv, 0...100)
    try Self.check("ibu", ibu, 0...Double.greatestFiniteMagnitude)
    try Self.check("rating", rating, 0...5)
    try Self.check("latitude", latitude, -90...90)
    try Self.check("longitude", longitude, -180...180)
  }

  private static func check(
    _ field: String, _ value: Double?, _ range: ClosedRange<Double>
  ) throws(DiaryError) {
    guard let value, !range.contains(value) else { return }
    let upper = range.upperBound < 1000 ? " to \(Int(range.upperBound))" : " or more"
    throw .invalid(field: field, reason: "\(value) is not \(Int(range.lowerBound))\(upper)")
  }
}
