import DiaryModel
import Foundation
import GRDB

/// Writes imported beers into `beer`, within a transaction.
final class ImportWriter {
  private(set) var tally = ImportTally()
  /// Beers that came out of the trash; `tally` counts them as added.
  private(set) var addedAgainCount = 0
  /// The beer that was added last.
  private(set) var lastAdded: Int64?
  /// The photos of the imported beers, each with the diary's beer.
  private(set) var photos: [(beer: Int64, photo: ImportedPhoto)] = []
  private let db: Database
  private let batch: ImportBatch?
  private let policy: ImportPolicy
  private let timestamp: String
  private let columns = BeerColumn.all
  private let insert: Statement
  private let overwrite: Statement
  private let lookup: ExistingBeerLookup
  private let spelling: FieldNameNormalizer
  /// `nil` if beers are written without an import.
  private let resolver: DuplicateResolver?
  /// `nil` if beers are written without an import.
  private let recorder: FileValueRecorder?
  /// Of the first new beer; SQLite goes on from it.
  private var firstID: Int64?
  private var random = BufferedRandomness()
  private var uuids: UUIDSequence
  /// A file that was imported before is known row by row: then looking first is faster than being refused first.
  private var expectsExisting = false

  init(_ db: Database, batch: ImportBatch?, policy: ImportPolicy, at now: Date, timestamp: String) throws {
    self.db = db
    self.batch = batch
    self.policy = policy
    self.timestamp = timestamp
    uuids = UUIDSequence(at: now, using: &random)
    insert = try Self.insertStatement(db)
    overwrite = try Self.overwriteStatement(db)
    firstID = try IDSequence.beer.nextID(db)
    spelling = try FieldNameNormalizer(db)
    resolver = batch.map { [spelling] in DuplicateResolver(db, source: $0.source, policy, spelling) }
    lookup = try ExistingBeerLookup(db, source: batch?.source ?? "", policy)
    recorder = try batch.map { try FileValueRecorder(db, $0) }
  }

  func write(_ beers: [ImportedBeer]) throws {
    for beer in beers {
      let id = try write(beer)
      photos += beer.photos.map { (id, $0) }
    }
  }

  /// Returns the diary's beer.
  private func write(_ beer: ImportedBeer) throws -> Int64 {
    if expectsExisting || !beer.earlierIDs.isEmpty, let existing = try lookup.existing(beer) {
      if existing.hasEarlierID { try setID(of: existing, to: beer.sourceID) }
      return try resolveDuplicate(existing, beer)
    }
    expectsExisting = false
    if let id = try add(beer, sourceID: beer.sourceID, uuid: beer.uuid) {
      tally.added += 1
      return id
    }
    guard let existing = try lookup.existing(beer) else { throw Self.inconsistency }
    expectsExisting = true
    return try resolveDuplicate(existing, beer)
  }

  private static let inconsistency = DatabaseError(
    resultCode: .SQLITE_CONSTRAINT, message: "a beer is there and cannot be found")

  /// Adds a beer and returns its id; `nil` if the diary has its origin or uuid.
  private func add(_ beer: ImportedBeer, sourceID: String?, uuid: UUID?) throws -> Int64? {
    let uuid = uuid ?? uuids.next(using: &random)
    let record: [DatabaseValue] = [
      firstID.databaseValue, uuid.databaseValue,
      (sourceID == nil ? nil : beer.source ?? batch?.source ?? "").databaseValue, sourceID.databaseValue,
    ]
    try execute(insert, record + values(of: beer))
    guard db.changesCount > 0 else { return nil }
    firstID = nil
    lastAdded = db.lastInsertedRowID
    return lastAdded
  }

  /// Takes a beer out of the trash, into which undoing its import moved it, and gives it the values of a new beer.
  ///
  /// It keeps its id, its uuid, its origin and its photos.
  private func addAgain(_ existing: Int64, _ beer: ImportedBeer) throws {
    try execute(overwrite, values(of: beer) + [existing.databaseValue])
    try ImportedValues(db).forget(existing)
    tally.added += 1
    addedAgainCount += 1
    lastAdded = existing
  }

  /// Returns the id of the diary's beer.
  private func resolveDuplicate(_ existing: ExistingBeer, _ beer: ImportedBeer) throws -> Int64 {
    if existing.isOfUndoneImport {
      try addAgain(existing.id, beer)
    } else if existing.batch == batch?.id {
      tally.repeated += 1
      try takeLastRow(beer, about: existing)
    } else if beer.repetition == .decidedByOther {
      tally.repeated += 1
    } else if existing.isSame {
      tally.same += 1
      try recordIfNeeded(existing.id, beer)
    } else if policy.onDuplicate != .add {
      try update(existing.id, beer)
    } else if existing.isSeparate {
      tally.same += 1
    } else {
      return try addSeparately(beer)
    }
    return existing.id
  }

  /// Gives a beer that this import has added the values of the row that decides.
  private func takeLastRow(_ beer: ImportedBeer, about existing: ExistingBeer) throws {
    guard policy.lastRowDecides, beer.repetition == nil, !existing.isSame, let resolver, let recorder,
      try !recorder.hasRecorded(existing.id)
    else { return }
    try BeerRecord(db).update(
      existing.id, to: resolver.resolve(existing.id, beer).fields, timestamp: timestamp)
    // The beer is as it was imported.
    try ImportedValues(db).forget(existing.id)
  }

  /// Gives a beer that an earlier import added the id by which the next one recognises it.
  private func setID(of existing: ExistingBeer, to id: String?) throws {
    guard let id else { return }
    try db.execute(sql: "UPDATE beer SET source_id = ? WHERE id = ?", arguments: [id, existing.id])
  }

  /// Adds a beer under an id that tells it from the diary's.
  private func addSeparately(_ beer: ImportedBeer) throws -> Int64 {
    guard let id = try add(beer, sourceID: SeparateBeerID(of: beer).text, uuid: nil) else {
      throw Self.inconsistency
    }
    tally.added += 1
    return id
  }

  private func update(_ existing: Int64, _ beer: ImportedBeer) throws {
    guard let batch, let resolver, let recorder else { return }
    if policy.onDuplicate == .update, try recorder.hasRecorded(existing) {
      tally.repeated += 1
      return
    }
    let resolution = try resolver.resolve(existing, beer)
    tally.count(resolution)
    if resolution.changesBeer {
      try ImportedUpdate(db, batch: batch).execute(resolution, beer, timestamp: timestamp)
    } else {
      try recorder.record(resolution)
    }
  }

  /// Records what the file says of a beer that says the same, if the file said something else before.
  private func recordIfNeeded(_ existing: Int64, _ beer: ImportedBeer) throws {
    guard policy.onDuplicate == .update, let resolver, let recorder, try recorder.knows(existing) else {
      return
    }
    try recorder.record(try resolver.resolve(existing, beer))
  }
}

// MARK: - Statements

extension ImportWriter {
  private static let recordColumns = ["id", "uuid", "source", "source_id"]
  private static var valueColumns: [String] {
    ["created_at", "updated_at", "deleted_at", "import_batch"] + BeerColumn.all.map(\.name)
  }

  private static func insertStatement(_ db: Database) throws -> Statement {
    let columns = recordColumns + valueColumns
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return try db.cachedStatement(
      sql: "INSERT INTO beer (\(columns.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT DO NOTHING")
  }

  private static func overwriteStatement(_ db: Database) throws -> Statement {
    let assignments = valueColumns.map { "\($0) = ?" }.joined(separator: ", ")
    return try db.cachedStatement(sql: "UPDATE beer SET \(assignments) WHERE id = ?")
  }

  /// The values of `valueColumns`.
  private func values(of beer: ImportedBeer) throws -> [DatabaseValue] {
    let record: [DatabaseValue] = [
      (beer.createdAt?.text ?? timestamp).databaseValue, (beer.updatedAt?.text ?? timestamp).databaseValue,
      (beer.deletedAt?.text).databaseValue, (batch?.id).databaseValue,
    ]
    return try record
      + columns.map { column in
        guard case .customFields = column.content else { return column.databaseValue(of: beer.fields) }
        return try spelled(beer.customFields ?? "{}").databaseValue
      }
  }

  /// The custom fields with the names that indexes know.
  private func spelled(_ customFields: String) throws -> String {
    spelling.isFree ? customFields : spelling.spelled(try Extras(json: customFields)).json
  }

  private func execute(_ statement: Statement, _ values: [DatabaseValue]) throws {
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
  }
}
