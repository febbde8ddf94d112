import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Writes imported beers to the table `beer`, within a transaction.
final class ImportedBeerWriter {
  private(set) var tally = ImportTally()
  /// The number of beers that were restored from the trash; `tally` counts them as added.
  private(set) var restoredCount = 0
  /// The id of the beer that was added last; `nil` if none was added.
  private(set) var lastAdded: Int64?
  /// The photos of the imported beers, with the ids of the diary's beers.
  private(set) var photos: [(beer: Int64, photo: ImportedPhoto)] = []
  /// For beers that get new photos in the places that these have in the file: all their photos in the file, by the ids of
  /// the diary's beers.
  private(set) var orderedPhotos: [Int64: [ImportedPhoto]] = [:]
  private let db: Database
  private let startedImport: StartedImport?
  private let policy: ImportPolicy
  private let timestamp: String
  /// How the columns of `BeerColumn.all`, in their order, are read from a beer.
  private let contents = BeerColumn.all.map(\.content)
  private let insert: PreparedInsert
  private let overwrite: PreparedInsert
  private let lookup: ExistingBeerLookup
  private let spelling: FieldNameNormalizer
  private let labels: LabelFinder
  /// The labels about which the file has decisions of the user.
  private var decidedLabels: [ImportedLabel] = []
  /// `nil` if beers are written without an import.
  private let resolver: DuplicateResolver?
  /// `nil` if beers are written without an import.
  private let recorder: FileValueRecorder?
  /// The id of the first new beer, after which SQLite continues; `nil` once it is used.
  private var firstID: Int64?
  private var random = BufferedRandomness()
  private var uuids: UUIDSequence
  /// Whether the diary had the last beer, as for a file that was imported before.
  ///
  /// Then looking up the next one first is faster than an insert that fails.
  private var expectsExisting = false

  init(_ db: Database, startedImport: StartedImport?, policy: ImportPolicy, at now: Date, timestamp: String)
    throws
  {
    self.db = db
    self.startedImport = startedImport
    self.policy = policy
    self.timestamp = timestamp
    uuids = UUIDSequence(at: now, using: &random)
    insert = try Self.insertStatement(db)
    overwrite = try Self.overwriteStatement(db)
    firstID = try IDSequence.beer.nextID(db)
    spelling = try FieldNameNormalizer(db)
    labels = try LabelFinder(db, importID: startedImport?.id)
    resolver = try startedImport.map { [spelling] in
      try DuplicateResolver(db, source: $0.source, policy, spelling)
    }
    lookup = try ExistingBeerLookup(
      db, source: startedImport?.source ?? "", policy, startedImport: startedImport)
    recorder = try startedImport.map { try FileValueRecorder(db, $0) }
  }

  func write(_ beers: [ImportedBeer]) throws {
    for row in beers {
      var beer = try lookup.recognized(row)
      guard let id = try write(&beer) else { continue }
      if try PhotoDifferences(db).exist(beer.photos, on: id) { tally.withOtherPhotos += 1 }
      photos += beer.photos.map { (id, $0) }
    }
  }

  /// Writes a beer and returns the id of the diary's beer; `nil` if it is uncertain which one the row is about.
  ///
  /// The photos of a beer that is separate from the diary's beer become photos of their own.
  private func write(_ beer: inout ImportedBeer) throws -> Int64? {
    if expectsExisting || beer.sharedID != nil || !beer.earlierIDs.isEmpty,
      let existing = try lookup.existing(beer)
    {
      if existing.hasEarlierID { try setID(of: existing, to: beer.sourceID) }
      return try resolveDuplicate(existing, &beer)
    }
    if try lookup.isUncertain(beer) {
      tally.differing += 1
      return nil
    }
    expectsExisting = false
    if let id = try add(beer, sourceID: beer.sourceID, uuid: beer.uuid ?? beer.rowUUID) {
      tally.added += 1
      return id
    }
    if let existing = try lookup.existing(beer) ?? lookup.existingOfSameRow(beer) {
      expectsExisting = true
      return try resolveDuplicate(existing, &beer)
    }
    // Another beer has the id.
    guard let id = try beer.sharedID.map({ try lookup.unusedID($0, for: beer) }),
      let added = try add(beer, sourceID: id, uuid: lookup.unusedUUID(for: beer))
    else { throw Self.inconsistency }
    tally.added += 1
    return added
  }

  private static let inconsistency = DatabaseError(
    resultCode: .SQLITE_CONSTRAINT, message: "a beer is there and cannot be found")

  /// Adds a beer and returns its id; returns `nil` if the diary has a beer with its origin or UUID.
  private func add(_ beer: ImportedBeer, sourceID: String?, uuid: UUID?) throws -> Int64? {
    let uuid = uuid ?? uuids.next(using: &random)
    let customFields = try spelled(beer.customFieldsJSON ?? "{}")
    let source = sourceID == nil ? nil : beer.source ?? startedImport?.source ?? ""
    let keys = LabelKeys(
      uuid: uuid, name: beer.fields.name, brewery: beer.fields.brewery, source: source,
      customFields: customFields)
    let label = try labels.find(keys, given: beer.label)
    try insert.execute { parameters in
      parameters.append(firstID)
      parameters.append(uuid)
      parameters.append(source)
      parameters.append(sourceID)
      parameters.append(label.id)
      bind(beer, customFields: customFields, to: &parameters)
    }
    guard db.changesCount > 0 else {
      if label.isNew { try labels.discard(label.id) }
      return nil
    }
    firstID = nil
    let id = db.lastInsertedRowID
    lastAdded = id
    try labels.record(label)
    if let given = beer.label { try record(given, of: id) }
    return id
  }

  /// Records the user's decisions about the label of a beer, as the file has them.
  private func record(_ given: ImportedLabel, of beer: Int64) throws {
    if try labels.choose(given, for: beer) { tally.decisions.split.insert(given.uuid) }
    if !given.decisions.isEmpty { decidedLabels.append(given) }
  }

  /// Applies what the user decided about labels; call this after the last beer of the transaction.
  ///
  /// Only then is it certain which label of the diary a label of the file is.
  func finish() throws {
    for label in decidedLabels { tally.decisions.formUnion(try labels.apply(label)) }
    decidedLabels = []
  }

  /// Restores a beer from the trash, to which undoing its import moved it, with the values of a new beer.
  ///
  /// The beer keeps its id, its UUID, its origin and its photos, with the captions and the order of the file. If rows are
  /// complete, it also keeps the values of fields that the row does not have.
  private func restore(_ existing: Int64, _ row: ImportedBeer) throws {
    let beer = policy.rowsAreComplete ? try completed(row, from: existing) : row
    let customFields = try spelled(beer.customFieldsJSON ?? "{}")
    try overwrite.execute { parameters in
      bind(beer, customFields: customFields, to: &parameters)
      parameters.append(existing)
    }
    try ImportedValues(db).forget(existing)
    try ChangeTracker(db).recordReplacement(ofBeer: existing)
    try setLabel(ofRestored: existing, given: beer.label)
    try PhotoDifferences(db).apply(beer.photos, to: existing)
    tally.added += 1
    restoredCount += 1
    lastAdded = existing
  }

  /// Returns a row with the diary's values in the fields that the row does not have.
  private func completed(_ row: ImportedBeer, from existing: Int64) throws -> ImportedBeer {
    let names = BeerColumn.all.map(\.name) + ["created_at"]
    let missing = names.filter { !row.fileFields.columns.contains($0) }
    if missing.isEmpty { return row }
    let own = try BeerRecord(db).beer(existing)
    var beer = row
    for column in BeerColumn.values where missing.contains(column.name) {
      try column.set(column.databaseValue(of: own.fields), in: &beer.fields)
    }
    if missing.contains("extras") {
      let extras = own.fields.extras.merging(row.allFields.extras) { _, new in new }
      beer.customFieldsJSON = extras.isEmpty ? nil : extras.json
    }
    if missing.contains("created_at") { beer.createdAt = own.createdAt }
    return beer
  }

  /// Gives a restored beer the label of a new one; without a label in the file, one that the user chose stays.
  private func setLabel(ofRestored beer: Int64, given: ImportedLabel?) throws {
    if given != nil { try db.execute(sql: "DELETE FROM chosen_label WHERE beer_id = ?", arguments: [beer]) }
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(LabelKeys.columns) FROM beer
        WHERE id = ? AND id NOT IN (SELECT beer_id FROM chosen_label)
        """)
    guard let row = try Row.fetchOne(statement, arguments: [beer]) else { return }
    let label = try labels.label(of: LabelKeys(row: row), given: given).id
    try LabelAssignment(db).set(label, of: beer)
    if let given { try record(given, of: beer) }
  }

  /// Handles a row for a beer that the diary has, and returns the id of the diary's beer.
  private func resolveDuplicate(_ existing: ExistingBeer, _ beer: inout ImportedBeer) throws -> Int64 {
    if existing.isSeparate { beer.photos = try beer.photos.map { try $0.copy(on: existing.id, db) } }
    if let label = beer.label, !existing.isOfUndoneImport { try record(label, of: existing.id) }
    if try takesPhotoOrder(of: beer, on: existing) { orderedPhotos[existing.id] = beer.photos }
    if existing.isOfUndoneImport {
      try restore(existing.id, beer)
    } else if existing.importID == startedImport?.id {
      if try !applyLastRow(beer, about: existing) { try countRepeated(beer, about: existing) }
    } else if beer.repetition == .superseded {
      try countRepeated(beer, about: existing)
    } else if existing.isSame, !existing.differsInTrash, !existing.differsInPhotos {
      try countSame(existing, beer)
    } else if policy.onDuplicate != .add || existing.isSame {
      try update(existing, beer)
    } else if existing.isSeparate {
      tally.countSame(existing)
    } else {
      return try addSeparately(&beer)
    }
    return existing.id
  }

  /// Returns whether new photos of a row get the places that they have in the file, instead of the last ones.
  private func takesPhotoOrder(of beer: ImportedBeer, on existing: ExistingBeer) throws -> Bool {
    guard beer.photos.count > 1, beer.repetition == nil else { return false }
    if existing.isOfUndoneImport { return true }
    guard policy.onDuplicate == .update, let resolver else { return false }
    return try resolver.takesPhotoOrder(of: beer, on: existing.id)
  }

  /// Counts a row for a beer for which another row decides; if it has other values, these are reported.
  private func countRepeated(_ beer: ImportedBeer, about existing: ExistingBeer) throws {
    tally.repeated += 1
    guard !existing.isSame, let resolver else { return }
    tally.differences.add(try resolver.resolve(existing, beer, isRepeated: true).differences)
  }

  /// Gives a beer that this import has added the values of a later row; returns `false` if that does not decide.
  private func applyLastRow(_ beer: ImportedBeer, about existing: ExistingBeer) throws -> Bool {
    guard policy.lastRowDecides, beer.repetition == nil, !existing.isSame, let resolver, let recorder,
      try !recorder.hasRecorded(existing.id)
    else { return false }
    tally.repeated += 1
    try BeerRecord(db).update(
      existing.id, to: resolver.resolve(existing, beer).fields, timestamp: timestamp)
    // The beer has its imported values, so it needs no record of them.
    try ImportedValues(db).forget(existing.id)
    return true
  }

  /// Gives a beer that an earlier import added the id by which the next import recognizes it.
  ///
  /// If another beer has that id, the beer is still recognized by its own one.
  private func setID(of existing: ExistingBeer, to id: String?) throws {
    guard let id else { return }
    let statement = try db.cachedStatement(
      sql: """
        UPDATE beer SET source_id = ?1 WHERE id = ?2
          AND NOT EXISTS (SELECT 1 FROM beer other WHERE other.source = beer.source AND other.source_id = ?1)
        """)
    try statement.execute(arguments: [id, existing.id])
  }

  /// Adds a beer next to the diary's beer, under an id of its own.
  private func addSeparately(_ beer: inout ImportedBeer) throws -> Int64 {
    guard let id = try add(beer, sourceID: SeparateBeerID(of: beer).text, uuid: nil) else {
      throw Self.inconsistency
    }
    tally.added += 1
    beer.photos = try beer.photos.map { try $0.copy(on: id, db) }
    return id
  }

  private func update(_ existing: ExistingBeer, _ beer: ImportedBeer) throws {
    guard let startedImport, let resolver, let recorder else { return }
    if policy.onDuplicate == .update, try recorder.hasRecorded(existing.id) {
      return try countRepeated(beer, about: existing)
    }
    let resolution = try resolver.resolve(existing, beer)
    tally.count(resolution, existing)
    if resolution.changesBeer {
      try ImportedUpdate(db, startedImport: startedImport).execute(resolution, beer, timestamp: timestamp)
    } else {
      try recorder.record(resolution)
    }
  }

  /// Counts a row for a beer that has the same values, and others only where the file has none.
  ///
  /// If the file had other values before, those that it has now are recorded.
  private func countSame(_ existing: ExistingBeer, _ beer: ImportedBeer) throws {
    tally.countSame(existing)
    guard policy.onDuplicate == .update, let resolver, let recorder else { return }
    let hasRecord = try recorder.hasEarlierRecord(of: existing.id)
    guard hasRecord || existing.mayHaveEmptiedValues else { return }
    let resolution = try resolver.resolve(existing, beer)
    tally.differences.add(resolution.differences)
    if hasRecord { try recorder.record(resolution) }
  }
}

// MARK: - Statements

extension ImportedBeerWriter {
  private static let recordColumns = ["id", "uuid", "source", "source_id", "label_id"]
  private static var valueColumns: [String] {
    ["created_at", "updated_at", "deleted_at", "import_batch"] + BeerColumn.all.map(\.name)
  }

  private static func insertStatement(_ db: Database) throws -> PreparedInsert {
    try PreparedInsert(
      db, into: "beer", recordColumns + valueColumns, conflict: "ON CONFLICT DO NOTHING")
  }

  private static func overwriteStatement(_ db: Database) throws -> PreparedInsert {
    let assignments = valueColumns.map { "\($0) = ?" }.joined(separator: ", ")
    return try PreparedInsert(db, sql: "UPDATE beer SET \(assignments) WHERE id = ?")
  }

  /// Binds the values of `valueColumns` to the next parameters.
  ///
  /// - Parameter customFields: The beer's custom fields with the spellings of the indexes.
  private func bind(
    _ beer: ImportedBeer, customFields: String, to parameters: inout PreparedInsert.Values
  ) {
    parameters.append(beer.createdAt?.text ?? timestamp)
    parameters.append(beer.updatedAt?.text ?? timestamp)
    parameters.append(beer.deletedAt?.text)
    parameters.append(startedImport?.id)
    let fields = beer.fields
    for content in contents {
      switch content {
      case .text(let property): parameters.append(fields[keyPath: property])
      case .number(let property, _): parameters.append(ifKnown: fields[keyPath: property])
      case .date(let property): parameters.append(fields[keyPath: property]?.text)
      case .customFields: parameters.append(customFields)
      }
    }
  }

  /// Returns custom fields with the spellings of the indexes.
  private func spelled(_ customFields: String) throws -> String {
    spelling.isFree ? customFields : spelling.spelled(try Extras(json: customFields)).json
  }
}
