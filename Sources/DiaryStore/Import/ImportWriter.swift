import Foundation
import GRDB
import GRDBSQLite

/// Writes rows of an import into `beer`, within a transaction.
final class ImportWriter {
  private static let columns =
    ["id", "uuid"] + ImportRows.Text.fields.map(\.column) + ImportRows.Number.allCases.map(\.column)
    + ["created_at", "updated_at", "deleted_at", "source", "source_id", "import_batch", "extras"]
  private static let noExtras = Array("{}".utf8)
  /// SQL with a parameter for each of the columns, which leaves a beer what it is recognised by.
  private static let overwriting: String = {
    let kept: Set = ["id", "uuid", "source", "source_id"]
    let assignments = columns.enumerated().filter { !kept.contains($1) }.map { "\($1) = ?\($0 + 1)" }
    return "UPDATE beer SET \(assignments.joined(separator: ", ")) WHERE id = ?1"
  }()

  private(set) var tally = ImportTally()
  private(set) var newBeers = ChangedBeers()
  /// The beer that was added last.
  private(set) var lastAdded: Int64?
  /// Beers that came out of the trash; `tally` counts them as added.
  private(set) var addedAgainCount = 0
  /// The photos of the rows, each with the beer that its row became.
  private(set) var photos: [(beer: Int64, photo: ImportedPhoto)] = []
  private let db: Database
  private let batch: ImportBatch?
  private let policy: ImportPolicy
  private let timestamp: [UInt8]
  private let source: [UInt8]
  private let insert: RowStatement
  private let overwrite: RowStatement
  private let known: KnownBeerLookup
  private let spelling: CustomFieldSpelling
  /// `nil` if rows are written without an import.
  private let resolver: DuplicateResolver?
  /// `nil` if rows are written without an import.
  private let recorder: FileValueRecorder?
  /// Of the first new beer; SQLite goes on from it.
  private var firstID: Int64?
  private var random = BufferedRandomness()
  private var uuids: UUIDSequence
  /// A file that was imported before is known row by row: then looking first is faster than being refused first.
  private var expectsKnown = false

  init(_ db: Database, batch: ImportBatch?, policy: ImportPolicy, at now: Date, timestamp: String) throws {
    self.db = db
    self.batch = batch
    self.policy = policy
    uuids = UUIDSequence(at: now, using: &random)
    self.timestamp = Array(timestamp.utf8)
    source = Array((batch?.source ?? "").utf8)
    insert = try RowStatement(db, into: "beer", Self.columns, conflict: "ON CONFLICT DO NOTHING")
    overwrite = try RowStatement(db, sql: Self.overwriting)
    firstID = try IDSequence.beer.nextID(db)
    spelling = try CustomFieldSpelling(db)
    resolver = batch.map { [spelling] in DuplicateResolver(db, source: $0.source, policy, spelling) }
    known = try KnownBeerLookup(db, source: batch?.source ?? "", policy)
    recorder = try batch.map { try FileValueRecorder(db, $0) }
  }

  func write(_ rows: ImportRows) throws {
    try rows.withTexts { texts in
      for row in 0..<rows.count {
        let beer = try write(row, rows, texts)
        photos += rows.photos(ofRow: row).map { (beer, $0) }
      }
    }
  }

  /// Returns the beer that the row became.
  private func write(_ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts) throws -> Int64 {
    let hasEarlierIDs = !rows.earlierIDs(ofRow: row).isEmpty
    if expectsKnown || hasEarlierIDs, let beer = try known.beer(ofRow: row, in: rows, texts) {
      if beer.hasEarlierID { try setID(of: beer, to: texts(.sourceID, row)) }
      return try settle(beer, row, rows, texts)
    }
    expectsKnown = false
    if let beer = try add(row, rows, texts, id: texts(.sourceID, row)) {
      tally.added += 1
      return beer
    }
    guard let beer = try known.beer(ofRow: row, in: rows, texts) else {
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "a beer is there and cannot be found")
    }
    expectsKnown = true
    return try settle(beer, row, rows, texts)
  }

  /// Adds the row as a new beer and returns it; `nil` if the diary has its origin or uuid.
  ///
  /// - Parameter uuid: Of the new beer; its row's, or one of its own, where `nil`.
  private func add(
    _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts, id: UnsafeBufferPointer<UInt8>?,
    uuid: UUID? = nil
  ) throws -> Int64? {
    let uuid = uuid ?? rows.uuid(ofRow: row) ?? uuids.next(using: &random)
    try execute(insert, row, rows, texts, beer: firstID, uuid: uuid, id: id)
    guard db.changesCount > 0 else { return nil }
    firstID = nil
    let beer = db.lastInsertedRowID
    noteAdded(beer)
    return beer
  }

  /// Takes a beer out of the trash, into which undoing its import moved it, and gives it the values of a new beer.
  ///
  /// It keeps its id, its uuid, its origin and its photos.
  private func addAgain(_ beer: Int64, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts) throws {
    try execute(overwrite, row, rows, texts, beer: beer, uuid: nil, id: nil)
    try ImportedValues(db).forget(beer)
    tally.added += 1
    addedAgainCount += 1
    noteAdded(beer)
  }

  private func noteAdded(_ beer: Int64) {
    lastAdded = beer
    newBeers.insert(beer)
  }

  /// Binds a row's values in the order of the columns.
  private func execute(
    _ statement: RowStatement, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts, beer: Int64?,
    uuid: UUID?, id: UnsafeBufferPointer<UInt8>?
  ) throws {
    let respelled = try respelledExtras(ofRow: row, in: rows)
    try timestamp.withUnsafeBufferPointer { timestamp in
      try source.withUnsafeBufferPointer { source in
        try (respelled ?? Self.noExtras).withUnsafeBufferPointer { extras in
          try statement.execute { values in
            values.append(beer)
            if let uuid { values.append(uuid) } else { values.appendNull() }
            for text in ImportRows.Text.fields { values.append(utf8: texts(text, row)) }
            for number in ImportRows.Number.allCases {
              values.append(ifKnown: rows.number(number, ofRow: row))
            }
            values.append(utf8: texts(.createdAt, row) ?? timestamp)
            values.append(utf8: texts(.updatedAt, row) ?? timestamp)
            values.append(utf8: texts(.deletedAt, row))
            values.append(utf8: id == nil ? nil : texts(.source, row) ?? source)
            values.append(utf8: id)
            values.append(batch?.id)
            values.append(utf8: respelled == nil ? texts(.extras, row) ?? extras : extras)
          }
        }
      }
    }
  }

  /// The custom fields with the names that indices know; `nil` where they can stay as they are.
  private func respelledExtras(ofRow row: Int, in rows: ImportRows) throws -> [UInt8]? {
    guard !spelling.isFree, let json = rows.text(.extras, ofRow: row) else { return nil }
    return try Array(spelling.spelled(Extras(json: json)).json.utf8)
  }

  /// Returns the beer that the row became.
  private func settle(_ beer: KnownBeer, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts) throws
    -> Int64
  {
    if beer.isOfUndoneImport {
      try addAgain(beer.id, row, rows, texts)
    } else if beer.batch == batch?.id {
      tally.repeated += 1
    } else if beer.isSame {
      tally.same += 1
      try recordIfNeeded(beer.id, row, rows)
    } else if policy.onDuplicate != .add {
      try update(beer.id, row, rows)
    } else if beer.isSeparate {
      tally.same += 1
    } else {
      return try addSeparately(row, rows, texts)
    }
    return beer.id
  }

  /// Gives a beer that an earlier import added the id by which the next one recognises it.
  private func setID(of beer: KnownBeer, to id: UnsafeBufferPointer<UInt8>?) throws {
    guard let id else { return }
    try db.execute(
      sql: "UPDATE beer SET source_id = ? WHERE id = ?",
      arguments: [String(decoding: id, as: UTF8.self), beer.id])
  }

  /// Adds the row under an id that tells it from the diary's beer.
  private func addSeparately(_ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts) throws -> Int64 {
    var id = SeparateBeerID(ofRow: row, in: rows, texts).text
    let uuid = uuids.next(using: &random)
    guard let beer = try id.withUTF8({ try add(row, rows, texts, id: $0, uuid: uuid) }) else {
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "a beer is there and cannot be found")
    }
    tally.added += 1
    return beer
  }

  private func update(_ beer: Int64, _ row: Int, _ rows: ImportRows) throws {
    guard let batch, let resolver, let recorder else { return }
    if policy.onDuplicate == .update, try recorder.hasRecorded(beer) {
      tally.repeated += 1
      return
    }
    let resolution = try resolver.resolve(beer, row, rows)
    tally.count(resolution)
    if resolution.changesBeer {
      let stamp = String(decoding: timestamp, as: UTF8.self)
      try ImportedUpdate(db, batch: batch).execute(resolution, row, rows, stamp: stamp)
    } else {
      try recorder.record(resolution)
    }
  }

  /// Records what the file says of a beer that says the same, if the file said something else before.
  private func recordIfNeeded(_ beer: Int64, _ row: Int, _ rows: ImportRows) throws {
    guard policy.onDuplicate == .update, let resolver, let recorder, try recorder.knows(beer) else { return }
    try recorder.record(try resolver.resolve(beer, row, rows))
  }
}
