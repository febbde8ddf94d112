import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// A beer of the diary that an imported one matches.
struct ExistingBeer {
  let id: Int64
  /// The import that added the beer; `nil` if there is none.
  let importID: Int64?
  /// Whether the imported beer has no other values; times of the entry and the trash do not count.
  let isSame: Bool
  /// Whether it is in the trash because its import was undone.
  let isOfUndoneImport: Bool
  /// Whether it is in the trash for any reason.
  let isInTrash: Bool
  /// Whether either the diary or an export has the beer in the trash, and not both; only a row with a UUID says so.
  let differsInTrash: Bool
  /// Whether its photos have other captions or another order in an export; `false` if the import updates no beers.
  let differsInPhotos: Bool
  /// Whether an earlier import gave it another id than the imported beer has now.
  var hasEarlierID = false
  /// Whether an earlier import added it for the same row, next to a beer with other values.
  var isSeparate = false
  /// Whether it is the same, and has values that the file may have emptied; `false` if the import does not report these.
  var mayHaveEmptiedValues = false
  /// Whether there is nothing to report about the beer, as it is the same in every respect.
  var isSameInAll: Bool { isSame && !differsInTrash && !differsInPhotos && !mayHaveEmptiedValues }
}

/// Finds the beers of the diary that imported ones match.
struct ExistingBeerLookup {
  /// SQL for whether a beer is in the trash because its import was undone.
  static let isOfUndoneImport = """
    iif(deleted_at IS NULL, 0, deleted_at IS (SELECT undone_at FROM import_run WHERE batch = import_batch))
    """
  private static let recordColumns = ["id", "import_batch", "deleted_at"]

  private let columns = BeerColumn.all
  private let byUUID: Statement
  private let byOrigin: Statement
  private let byEarlierID: Statement
  private let byID: Statement
  private let bySharedID: Statement
  private let sharedIDs: SharedIDLookup
  private let importedValues: ImportedValues
  private let photoDifferences: PhotoDifferences
  private let source: String
  private let policy: ImportPolicy
  private let spelling: FieldNameNormalizer

  /// Prepares the statements that look up beers by UUID, by origin and by earlier id.
  ///
  /// - Parameters:
  ///   - source: The source of beers that do not have their own.
  ///   - startedImport: The import that looks up beers; `nil` if there is none.
  init(
    _ db: Database, source: String, _ policy: ImportPolicy = ImportPolicy(),
    startedImport: StartedImport? = nil
  ) throws {
    let selected = Self.recordColumns + [Self.isOfUndoneImport] + columns.map(\.name)
    let select = "SELECT \(selected.joined(separator: ", ")) FROM beer WHERE "
    byUUID = try db.cachedStatement(sql: select + "uuid = ?")
    byOrigin = try db.cachedStatement(sql: select + "source = ? AND source_id = ?")
    byEarlierID = try db.cachedStatement(
      sql: select + "source = ? AND (source_id = ? OR source_id > ? AND source_id < ?) ORDER BY id")
    byID = try db.cachedStatement(sql: select + "id = ?")
    sharedIDs = try SharedIDLookup(db, policy.onDuplicate, startedImport: startedImport)
    bySharedID = try db.cachedStatement(sql: select + sharedIDs.condition + " LIMIT 2")
    importedValues = ImportedValues(db)
    photoDifferences = PhotoDifferences(db)
    self.source = source
    self.policy = policy
    spelling = try FieldNameNormalizer(db)
  }

  /// Returns an imported beer with the UUID in its row if the diary has a beer with it; otherwise unchanged.
  ///
  /// Without this, an export of which most columns were removed would add all its beers a second time.
  func recognized(_ beer: ImportedBeer) throws -> ImportedBeer {
    guard let uuid = beer.possibleUUID, try Row.fetchOne(byUUID, arguments: [uuid]) != nil else {
      return beer
    }
    return beer.recognized(by: uuid)
  }

  /// Returns the beer with the imported one's UUID, or else with its origin, or else with an id of an earlier import.
  ///
  /// If that beer differs, the one that was added for the same row is preferred: two beers of different rows can have the
  /// same id, and then only one of them has it as its origin. If that differs as well, and an earlier import added a
  /// separate beer for the row, the separate one is returned.
  ///
  /// - Returns: `nil` if the diary has no such beer, or if it is uncertain which one it is; see ``isUncertain(_:)``.
  func existing(_ beer: ImportedBeer) throws -> ExistingBeer? {
    guard let found = try existing(withIDsOf: beer) else {
      return beer.sharedID == nil ? nil : try existingOfSameRow(beer)
    }
    if found.isSame { return found }
    let existing = try existingOfSameRow(beer) ?? found
    return existing.isSame ? existing : try separate(beer) ?? existing
  }

  /// Returns the beer that was added for the same row, whatever its origin is now; `nil` if there is none.
  func existingOfSameRow(_ beer: ImportedBeer) throws -> ExistingBeer? {
    guard let existing = try existingWithRowUUID(beer) else { return nil }
    // One that still has the row's id is found by its values, or is another row's.
    if let id = beer.sharedID,
      try sharedIDs.beers(id, source: beer.source ?? source).ids.contains(existing.id)
    {
      return nil
    }
    return existing
  }

  private func existingWithRowUUID(_ beer: ImportedBeer) throws -> ExistingBeer? {
    try beer.rowUUID.flatMap { try find(byUUID, [$0], beer) }
  }

  private func separate(_ beer: ImportedBeer) throws -> ExistingBeer? {
    guard var existing = try existing(withID: SeparateBeerID(of: beer).text, beer) else { return nil }
    // Only an import that adds separate beers restores them from the trash.
    guard policy.onDuplicate == .add || !existing.isOfUndoneImport else { return nil }
    existing.isSeparate = true
    return existing
  }

  private func existing(withIDsOf beer: ImportedBeer) throws -> ExistingBeer? {
    if let uuid = beer.uuid, let existing = try find(byUUID, [uuid], beer) { return existing }
    guard let id = beer.sourceID else { return nil }
    if let sharedID = beer.sharedID {
      if let existing = try existing(withSharedID: sharedID, beer) { return existing }
    } else if let existing = try existing(withID: id, beer) {
      return existing
    }
    for id in beer.earlierIDs {
      if let existing = try existing(withEarlierID: id, beer) { return existing }
    }
    return nil
  }

  /// Returns the beer of a row whose id other rows can have as well.
  ///
  /// The position of a row says nothing: rows may have been added, removed and sorted since. If several rows or several
  /// beers have the id, the beer is the one with the row's values. Of rows with the same values, the first one is about
  /// the first of these beers, and so on.
  ///
  /// - Returns: `nil` if the row is new, or if it is uncertain which beer it is about.
  private func existing(withSharedID id: SharedID, _ beer: ImportedBeer) throws -> ExistingBeer? {
    let source = beer.source ?? source
    if id.rowCount == 1 {
      let rows = try Row.fetchAll(bySharedID, arguments: sharedIDs.arguments(id, source: source))
      if rows.count < 2 { return try rows.first.map { try existingBeer($0, beer) } }
    }
    let beers = try sharedIDs.beers(id, source: source)
    return try sharedIDs.match(beer, id, among: beers).flatMap { try find(byID, [$0], beer) }
  }

  /// Returns whether it is uncertain which beer a row is about; call this only if none was found.
  ///
  /// If the diary has fewer beers with the row's id than the file has rows, or the import adds separate beers, the row is
  /// new. Beers in the trash of an undone import do not count.
  func isUncertain(_ beer: ImportedBeer) throws -> Bool {
    guard policy.onDuplicate != .add, let id = beer.sharedID else { return false }
    return try sharedIDs.beers(id, source: beer.source ?? source).remainingCount >= id.rowCount
  }

  /// Returns the UUID for a new beer of a row whose id other beers have; `nil` for a random one.
  func unusedUUID(for beer: ImportedBeer) throws -> UUID? {
    try existingWithRowUUID(beer) == nil ? beer.rowUUID : nil
  }

  /// Returns an id for a new beer of a row whose id other beers have.
  func unusedID(_ id: SharedID, for beer: ImportedBeer) throws -> String {
    while true {
      let text = "\(id.text)-\(try sharedIDs.nextNumber(id, source: beer.source ?? source))"
      if try existing(withID: text, beer) == nil { return text }
    }
  }

  /// Returns the beer to which an earlier import gave an id, if the identifying values are the same.
  ///
  /// An earlier import may have identified beers by fewer values, such as a number that starts again in each file. It
  /// numbered those that it could not distinguish, in an order that may have changed.
  private func existing(withEarlierID id: EarlierID, _ beer: ImportedBeer) throws -> ExistingBeer? {
    let arguments: StatementArguments = [
      beer.source ?? source, id.text, id.text + "-", id.text + ".",
    ]
    for row in try Row.fetchAll(byEarlierID, arguments: arguments)
    where try id.isUnique || hasSameIdentity(beer, row) {
      var existing = try existingBeer(row, beer)
      existing.hasEarlierID = true
      return existing
    }
    return nil
  }

  private func existing(withID id: String, _ beer: ImportedBeer) throws -> ExistingBeer? {
    try find(byOrigin, [beer.source ?? source, id], beer)
  }

  private func find(_ statement: Statement, _ arguments: StatementArguments, _ beer: ImportedBeer) throws
    -> ExistingBeer?
  {
    try Row.fetchOne(statement, arguments: arguments).map { try existingBeer($0, beer) }
  }

  private func existingBeer(_ row: Row, _ beer: ImportedBeer) throws -> ExistingBeer {
    let isInTrash = try row.value(String?.self, atIndex: 2) != nil
    // A row without a UUID was added to the export, and its entry is made by the import.
    let saysIfInTrash = policy.isComplete("deleted_at", in: beer.fileFields) && beer.uuid != nil
    let id = try row.value(Int64.self, atIndex: 0)
    var existing = ExistingBeer(
      id: id, importID: try row.value(atIndex: 1), isSame: try isSame(beer, row),
      isOfUndoneImport: try row.value(atIndex: Self.recordColumns.count), isInTrash: isInTrash,
      differsInTrash: saysIfInTrash && isInTrash != (beer.deletedAt != nil),
      differsInPhotos: try policy.onDuplicate == .update && photoDifferences.exist(beer.photos, on: id))
    if policy.reportsEmptiedFields, existing.isSame {
      existing.mayHaveEmptiedValues = try hasOtherValues(row, than: beer)
    }
    return existing
  }
}

// MARK: - Comparing

extension ExistingBeerLookup {
  private func isSame(_ beer: ImportedBeer, _ row: Row) throws -> Bool {
    try columns.enumerated().allSatisfy { offset, column in
      let index = Self.recordColumns.count + 1 + offset
      if case .customFields = column.content {
        return hasSameCustomFields(
          beer, try row.value(atIndex: index),
          isComplete: policy.isComplete(column.name, in: beer.fileFields))
      }
      let imported = column.databaseValue(of: beer.fields)
      return imported.isNull && !policy.isComplete(column.name, in: beer.fileFields)
        || imported == row[index]
    }
  }

  /// Returns whether a beer of the diary has values of fields that are empty in the row of the imported one.
  private func hasOtherValues(_ row: Row, than beer: ImportedBeer) throws -> Bool {
    try columns.enumerated().contains { offset, column in
      let index = Self.recordColumns.count + 1 + offset
      if case .customFields = column.content {
        return hasOtherCustomFields(try row.value(atIndex: index), than: beer)
      }
      return beer.fileFields.columns.contains(column.name)
        && column.databaseValue(of: beer.fields) != row[index]
    }
  }

  private func hasOtherCustomFields(_ stored: String, than beer: ImportedBeer) -> Bool {
    let names = spelling.spelled(beer.fileFields).customFields
    if names.isEmpty || stored == beer.customFieldsJSON ?? "{}" { return false }
    guard let extras = try? Extras(json: stored) else { return true }
    let own = spelling.spelled(extras)
    let imported = spelling.spelled(beer.allFields.extras)
    return names.contains { own[$0] != nil && imported[$0] == nil }
  }

  /// Returns whether a beer of the diary, as it is or as it was last imported, has the identifying values of an
  /// imported one.
  private func hasSameIdentity(_ beer: ImportedBeer, _ row: Row) throws -> Bool {
    let current = try BeerFields(row: row)
    let imported = beer.allFields
    let identifying = beer.identifyingFields
    if Self.haveEqualFields(imported, current, identifying)
      || Self.lacksIdentifyingCustomFields(current, imported, identifying)
    {
      return true
    }
    let source = beer.source ?? source
    guard let base = try importedValues.lastImport(of: row.value(atIndex: 0), from: source, current: current)
    else {
      return false
    }
    return Self.haveEqualFields(imported, base, identifying)
  }

  /// Returns whether a beer of the diary has none of the custom fields that identify the imported one, and is otherwise
  /// the same.
  private static func lacksIdentifyingCustomFields(
    _ current: BeerFields, _ imported: BeerFields, _ identifying: IdentifyingFields
  ) -> Bool {
    let names = Set(identifying.customFields)
    guard !names.isEmpty, names.allSatisfy({ current.extras[$0] == nil }) else { return false }
    let extras = imported.extras.filter { !names.contains($0.key) }
    return current.extras.containsAll(of: extras)
      && BeerColumn.values.allSatisfy { column in
        let value = column.databaseValue(of: imported)
        return value.isNull || value == column.databaseValue(of: current)
      }
  }

  /// Returns whether two beers have the same values of the identifying fields.
  private static func haveEqualFields(_ a: BeerFields, _ b: BeerFields, _ identifying: IdentifyingFields)
    -> Bool
  {
    identifying.columns.allSatisfy { name in
      guard let column = BeerColumn.named(name) else { return true }
      return column.databaseValue(of: a) == column.databaseValue(of: b)
    }
      && identifying.customFields.allSatisfy { name in
        guard let a = a.extras[name], let b = b.extras[name] else { return a.extras[name] == b.extras[name] }
        return b.isWritten(like: a)
      }
  }

  /// Returns whether the custom fields are the same.
  ///
  /// - Parameter isComplete: Whether those that only the diary has count.
  private func hasSameCustomFields(_ beer: ImportedBeer, _ stored: String, isComplete: Bool) -> Bool {
    if beer.customFieldsJSON == stored { return true }
    if beer.customFieldsJSON == nil, !isComplete { return true }
    guard let own = try? Extras(json: stored), let imported = try? Extras(json: beer.customFieldsJSON ?? "{}")
    else { return false }
    return isComplete ? own.filled == imported.filled : own.containsAll(of: imported)
  }
}

extension Extras {
  /// The fields with a value: one that is `null`, as earlier imports have stored it, has none.
  fileprivate var filled: Extras { filter { $0.value != .null } }

  /// Returns whether this has all of the given fields with equal values, such as `1.5` and `1.50`.
  fileprivate func containsAll(of others: Extras) -> Bool {
    others.allSatisfy { self[$0.key]?.isWritten(like: $0.value) ?? false }
  }
}

// MARK: - Preview

/// Compares imported beers with the diary without changing it.
struct ImportPreviewer: DiaryComponent {
  let database: DiaryDatabase

  func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy)
    throws(StoreError) -> ImportTally
  {
    try read { db in
      let lookup = try ExistingBeerLookup(db, source: source, policy)
      let resolver = try DuplicateResolver(db, source: source, policy, FieldNameNormalizer(db))
      var tally = ImportTally()
      let photos = PlannedPhotos(db)
      let labels = LabelFinder(db)
      for row in beers {
        var beer = try lookup.recognized(row)
        let existing = try lookup.existing(beer) ?? lookup.existingOfSameRow(beer)
        // The diary's beer that gets the photos.
        var owner = existing
        if let existing, existing.isSeparate {
          beer.photos = try beer.photos.map { try $0.copy(on: existing.id, db) }
        } else if policy.onDuplicate == .add, existing?.isSame == false, existing?.isOfUndoneImport == false,
          beer.repetition != .superseded
        {
          owner = nil
        }
        if existing == nil, try lookup.isUncertain(beer) {
          tally.differing += 1
          continue
        }
        if let label = beer.label {
          let own = existing.flatMap { $0.isOfUndoneImport ? nil : $0.id }
          if try labels.isNewChoice(label, for: own) { tally.decisions.split.insert(label.uuid) }
          tally.decisions.formUnion(try labels.newDecisions(about: label))
        }
        let outcomes = try photos.outcomes(
          of: beer, existing: owner?.id, areCopies: owner == nil && existing != nil)
        tally.photos.merge(outcomes, uniquingKeysWith: +)
        var setsPhotos = false
        if beer.repetition == .superseded {
          tally.repeated += 1
          if let existing, !existing.isOfUndoneImport, !existing.isSame {
            tally.differences.add(try resolver.resolve(existing, beer, isRepeated: true).differences)
          }
        } else {
          switch existing {
          case nil: tally.added += 1
          case let existing? where existing.isOfUndoneImport: tally.added += 1
          case let existing? where existing.isSameInAll: tally.countSame(existing)
          case let existing? where policy.onDuplicate == .add && !existing.isSame:
            if existing.isSeparate { tally.countSame(existing) } else { tally.added += 1 }
          case let existing?:
            let resolution = try resolver.resolve(existing, beer)
            tally.count(resolution, existing)
            setsPhotos = resolution.setsPhotos
          }
        }
        // A beer that comes back from an undone import gets the captions and the order of the file.
        if let owner, !owner.isOfUndoneImport, !setsPhotos,
          try PhotoDifferences(db).exist(beer.photos, on: owner.id)
        {
          tally.withOtherPhotos += 1
        }
      }
      return tally
    }
  }

  func firstID(ofSource source: String, in ids: Range<String>) throws(StoreError) -> String? {
    try read { db in
      let sql = """
        SELECT source_id FROM beer WHERE source = ? AND source_id >= ? AND source_id < ? ORDER BY source_id LIMIT 1
        """
      return try String.fetchOne(db, sql: sql, arguments: [source, ids.lowerBound, ids.upperBound])
    }
  }

  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(StoreError) -> Int {
    try read { db in
      let lookup = try ExistingBeerLookup(db, source: source)
      let similar = try db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM beer WHERE deleted_at IS NULL AND name = ?1 COLLATE NOCASE
            AND (substr(\(LocalTimeSQL.drunkAt), 1, 10) IS substr(local_time(?3), 1, 10)
                AND (brewery IS ?2 OR source = ?4 AND import_batch IS NOT NULL)
              OR ?3 IS NULL AND source = ?4 AND import_batch IS NOT NULL))
          """)
      return try beers.count { row in
        let beer = try lookup.recognized(row)
        let fields = beer.fields
        guard let name = fields.name, try lookup.existing(beer) == nil, try !lookup.isUncertain(beer)
        else { return false }
        return try Bool.fetchOne(similar, arguments: [name, fields.brewery, fields.drunkAt?.text, source])
          ?? false
      }
    }
  }
}
