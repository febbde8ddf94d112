import DiaryModel
import GRDB
import SQLiteKit

/// Lists the changes in the log, and undoes and redoes them.
struct ChangeLogEditor: DiaryComponent {
  typealias WriteError = UndoError

  let database: DiaryDatabase

  func changes(limit: Int) throws(StoreError) -> [LoggedChange] {
    try read { db in
      let names = BeerNames(db)
      return try ChangeLog(db).entries(limit: limit).map { try logged($0, names, db) }
    }
  }

  func record(_ changes: [DiaryChange], at timestamp: String) throws(StoreError) -> Bool {
    let batch = ChangeBatch().appending(changes)
    try StoreError.mapErrors(at: path) {
      try database.write { db in _ = try ChangeLog(db).record(batch, at: timestamp) }
    }
    return !batch.isTooLarge
  }

  func recordRestoredBackup(previousDiary: String) throws(StoreError) {
    let timestamp = timestamp
    try StoreError.mapErrors(at: path) {
      try database.write { db in
        try ChangeLog(db).recordRestoredBackup(previousDiary: previousDiary, at: timestamp)
      }
    }
  }

  func forgetAll() throws(StoreError) {
    try StoreError.mapErrors(at: path) {
      try database.write { db in try ChangeLog(db).forgetAll() }
    }
  }

  func changeToUndo(_ id: Int64?) throws(UndoError) -> LoggedChange {
    try found { try ChangeLog($0).entryToUndo(id) }
  }

  func changeToRedo() throws(UndoError) -> LoggedChange {
    try found {
      try ChangeLog($0).entryToRedo()
    } check: { changes, entry, db in
      for case .undoneImport(let undone) in changes {
        try notingLaterChanges(than: entry, db) { try ImportUndoRedo(db: db).requireInTrash(undone) }
      }
    }
  }

  /// Undoes a change, and returns it with the reverse changes.
  func undo(_ id: Int64?, progress: (Int) -> Void, isCancelled: () -> Bool) throws(UndoError)
    -> (change: LoggedChange, reverse: [DiaryChange])
  {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db in
      let log = ChangeLog(db)
      let entry = try log.entryToUndo(id)
      let changes = try reversibleChanges(of: entry)
      var described = try logged(entry, BeerNames(db), db)
      let reversion = ChangeReversion(db, timestamp: timestamp)
      let reverse = try reversion.keepingLaterTimes(of: changes, madeAt: entry.changedAt) {
        try notingLaterChanges(than: entry, db) {
          try requireUntouchedTrash(changes, entry.changedAt, db)
          try reversion.requireNoConflicts(with: changes, madeAt: entry.changedAt)
          return try revert(changes, timestamp, progress, isCancelled, db)
        }
      }
      try log.markUndone(entry.id, reverse)
      described.isUndone = true
      described.changedNothing = reverse.changedNothing
      return (described, reverse)
    }
  }

  func redo(progress: (Int) -> Void, isCancelled: () -> Bool) throws(UndoError) -> LoggedChange {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db in
      let log = ChangeLog(db)
      let entry = try log.entryToRedo()
      let changes = try reversibleChanges(of: entry)
      var described = try logged(entry, BeerNames(db), db, isToRedo: true)
      let reverse = try notingLaterChanges(than: entry, db) {
        try ChangeReversion(db, timestamp: timestamp)
          .requireNoConflicts(with: changes, madeAt: entry.changedAt)
        return try revert(changes, timestamp, progress, isCancelled, db)
      }
      try log.markRedone(entry.id, reverse)
      described.isUndone = false
      return described
    }
  }

  /// Returns a change that the log finds, and throws if it cannot be undone or redone.
  private func found(
    _ find: (Database) throws -> ChangeLog.Entry,
    check: ([DiaryChange], ChangeLog.Entry, Database) throws -> Void = { _, _, _ in }
  ) throws(UndoError) -> LoggedChange {
    try readMappingErrors { db -> LoggedChange in
      let entry = try find(db)
      try check(reversibleChanges(of: entry), entry, db)
      return try logged(entry, BeerNames(db), db, isToRedo: entry.isUndone)
    }
  }

  /// Returns what has to be reverted to undo or redo a change.
  ///
  /// - Throws: `.cannotUndo`.
  private func reversibleChanges(of entry: ChangeLog.Entry) throws -> [DiaryChange] {
    if let changes = entry.changes { return changes }
    throw UndoError.cannotUndo(entry.id, entry.obstacle ?? .tooLarge)
  }

  /// Throws `.changedSince` if a beer that a change moved to the trash is there for another reason now.
  private func requireUntouchedTrash(_ changes: [DiaryChange], _ changedAt: String, _ db: Database) throws {
    let statement = try db.makeStatement(
      sql: "SELECT id FROM beer WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT ? LIMIT 1")
    for case .trashed(let beers) in changes {
      for batch in beers.batches {
        guard let beer = try Int64.fetchOne(statement, arguments: [batch.jsonArray, changedAt]) else {
          continue
        }
        throw UndoError.changedSince(what: try BeerRecord(db).title(beer))
      }
    }
  }

  /// Reverts a change or checks it, and says which later one has to be undone first if that fails for this reason.
  ///
  /// No change in the log keeps an import from being redone: a later one would leave nothing to redo.
  private func notingLaterChanges<Value>(
    than entry: ChangeLog.Entry, _ db: Database, _ revert: () throws -> Value
  ) throws -> Value {
    do {
      return try revert()
    } catch UndoError.changedSince(let what) {
      let isImport = entry.changes?.contains { if case .undoneImport = $0 { true } else { false } } ?? false
      if isImport { throw UndoError.cannotUndo(entry.id, .changedImport) }
      throw UndoError.cannotUndo(entry.id, try obstacle(what, since: entry, db))
    }
  }

  /// Returns the obstacle that something has changed since a change, with the newest change in effect that did so.
  ///
  /// - Parameter what: How messages name it.
  private func obstacle(_ what: String, since entry: ChangeLog.Entry, _ db: Database) throws -> UndoObstacle {
    let beers = IDSet((entry.changes ?? []).flatMap(\.beers))
    let records = BeerRecord(db)
    func isMeant(_ beer: Int64) throws -> Bool { try beers.contains(beer) && records.title(beer) == what }
    let later = try ChangeLog(db).entries(limit: .max).prefix { $0.id > entry.id }.filter { !$0.isUndone }
    for other in later where try (other.changes ?? []).flatMap(\.beers).contains(where: isMeant) {
      return .changedSince(what: what, later: other.id)
    }
    // The log does not say which beers an import has changed, nor a change that is too large for it.
    let areBeersKnown = later.allSatisfy { other in
      other.kind != DiaryChange.Kind.imported.rawValue && other.changes != nil
    }
    if areBeersKnown, try ChangeTracker(db).isActive, try beers.ascending.contains(where: isMeant) {
      return .changedElsewhere(what: what)
    }
    return .changedSince(what: what, later: nil)
  }

  /// Reverts changes from the last to the first, and returns what reverts that in the same way.
  private func revert(
    _ changes: [DiaryChange], _ timestamp: String, _ progress: (Int) -> Void, _ isCancelled: () -> Bool,
    _ db: Database
  ) throws -> [DiaryChange] {
    let reversion = ChangeReversion(db, timestamp: timestamp)
    let reverse = try changes.reversed().map { change -> DiaryChange in
      try checkCancellation(isCancelled)
      guard case .imported(let record) = change else {
        return try reversion.revert(change, progress, isCancelled)
      }
      let undone = try ImportRollback.undo(record.importID, at: timestamp, isCancelled: isCancelled, db)
      return .undoneImport(undone.change)
    }
    try PhotoRecord(db).orderPhotosRemovedTogether(reverse)
    return reverse
  }

  /// Returns a change as it is listed, with the name of its beer and the numbers of an import.
  ///
  /// - Parameter isToRedo: Whether the numbers of an import that was undone are those of what redoing it restores, and
  ///   not those that it had before.
  private func logged(
    _ entry: ChangeLog.Entry, _ names: BeerNames, _ db: Database, isToRedo: Bool = false
  ) throws -> LoggedChange {
    var changes = entry.changes ?? []
    if entry.isUndone {
      changes = changes.reversed().map { change -> DiaryChange in
        if isToRedo, case .undoneImport(let undone) = change { return .imported(undone.restored) }
        return change.reversed
      }
    } else {
      changes = try changes.map { change -> DiaryChange in
        guard case .imported(let record) = change else { return change }
        return .imported(try ImportUndoRedo(db: db).counted(record))
      }
    }
    var name: String?
    if changes.count == 1, let fields = changes[0].fields {
      name = fields.name
    } else if let beer = changes.first?.beers.first,
      changes.allSatisfy({ $0.beers.allSatisfy { $0 == beer } })
    {
      name = try names.name(of: beer)
    } else if entry.changes == nil, entry.kind == DiaryChange.Kind.added.rawValue {
      // A beer that is too large for the log is found by its time.
      name = try names.name(ofBeerAddedAt: entry.changedAt)
    }
    return LoggedChange(
      id: entry.id, changedAt: entry.changedAt, kind: entry.kind, beerCount: entry.beerCount,
      isUndone: entry.isUndone, isReversible: entry.isReversible, changes: changes, name: name)
  }
}

/// The names of beers, also of those that undoing has deleted, as far as the log has them.
private final class BeerNames {
  private let db: Database
  private var deleted: [Int64: String]?

  init(_ db: Database) { self.db = db }

  /// Returns the name of the beer that was added at a time; `nil` if none or several were.
  func name(ofBeerAddedAt time: String) throws -> String? {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT name FROM beer WHERE created_at = ? LIMIT 2"), arguments: [time])
    guard let row = rows.first, rows.count == 1 else { return nil }
    return try row.value(String?.self, atIndex: 0)
  }

  func name(of beer: Int64) throws -> String? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT name FROM beer WHERE id = ?"), arguments: [beer])
    if let row { return try row.value(String?.self, atIndex: 0) }
    if let deleted { return deleted[beer] }
    let names = try ChangeLog(db).namesOfDeletedBeers()
    deleted = names
    return names[beer]
  }
}
