import DiaryModel
package import GRDB
import SQLiteKit

/// Records changes, and notes which are undone, within the transaction that makes or undoes them.
///
/// The log has at most ``maxCount`` changes and ``maxBytes`` of them; the oldest go first. Images are not in it:
/// removed photos stay in the store until the trash is emptied.
package struct ChangeLog {
  /// The version of the form in which changes are stored; those of a later version cannot be read.
  static let format = 1
  /// The maximum number of changes.
  static let maxCount: Int64 = 1000
  /// The maximum size of all changes in bytes.
  static let maxBytes = 8_000_000
  /// The maximum size of one change in bytes; a larger one is listed, but cannot be undone.
  ///
  /// A single change must not take the place of nearly all others.
  static let maxChangeBytes = maxBytes / 4

  /// The `kind` of a change of which nothing is kept, such as one whose beers were permanently deleted; it is not listed.
  static let forgotten = "forgotten"

  let db: Database

  /// Creates access to the log within a transaction.
  package init(_ db: Database) { self.db = db }

  /// Records a change that was just made; those that were undone before can no longer be redone.
  ///
  /// - Parameter timestamp: The `updated_at` that the change has set.
  func record(_ change: DiaryChange, at timestamp: String) throws {
    try record(ChangeBatch().appending([change]), at: timestamp)
  }

  /// Records changes that were made together and are undone together.
  ///
  /// - Returns: The id of the new entry; `nil` if there are no changes.
  @discardableResult
  func record(_ batch: ChangeBatch, at timestamp: String) throws -> Int64? {
    guard let kind = batch.kind else { return nil }
    return try insert(
      kind.rawValue, beerCount: batch.beerCount, batch.payload, byteCount: batch.byteCount, at: timestamp)
  }

  /// Records that the diary was restored from a backup; undoing the newest change stops there.
  ///
  /// - Parameter previousDiary: The file of the diary that was replaced, which is stored unchanged as the payload.
  func recordRestoredBackup(previousDiary: String, at timestamp: String) throws {
    _ = try insert(
      LoggedChange.restoredBackup, beerCount: 0, previousDiary, byteCount: previousDiary.utf8.count,
      at: timestamp)
  }

  /// Adds an entry, which is the newest, and returns its id.
  private func insert(
    _ kind: String, beerCount: Int, _ payload: String?, byteCount: Int, at timestamp: String
  ) throws -> Int64 {
    let newest = try newest()
    // The newest row is never deleted, so an id is never used again.
    let id = newest.id + 1
    let bytes = newest.totalBytes + byteCount
    try leaveNothingToRedo()
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO change_log (id, changed_at, kind, format, beer_count, total_bytes, payload)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    try insert.execute(arguments: [id, timestamp, kind, Self.format, beerCount, bytes, payload])
    try dropOldest(before: id, totalBytes: bytes)
    return id
  }

  /// Adds to an entry what a later transaction of the same operation has changed.
  ///
  /// - Parameters:
  ///   - old: The changes of the entry.
  ///   - new: The same changes, and the further ones.
  /// - Returns: `false` if the entry was undone or deleted since; then nothing is written.
  func extend(_ id: Int64, from old: ChangeBatch, to new: ChangeBatch) throws -> Bool {
    let replace = try db.cachedStatement(
      sql: """
        UPDATE change_log SET kind = ?, payload = ?, beer_count = ?
        WHERE id = ? AND undo_order IS NULL AND payload IS ?
        """)
    try replace.execute(arguments: [new.kind?.rawValue, new.payload, new.beerCount, id, old.payload])
    if db.changesCount == 0 { return false }
    // Another program may have recorded changes since.
    try db.cachedStatement(sql: "UPDATE change_log SET total_bytes = total_bytes + ? WHERE id >= ?")
      .execute(arguments: [new.byteCount - old.byteCount, id])
    try leaveNothingToRedo()
    let newest = try newest()
    try dropOldest(before: newest.id, totalBytes: newest.totalBytes)
    return true
  }

  /// Returns the id of the newest entry and the size of all changes up to it; zeros if the log is empty.
  private func newest() throws -> (id: Int64, totalBytes: Int) {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, total_bytes FROM change_log ORDER BY id DESC LIMIT 1"))
    return try row.map { try ($0.value(atIndex: 0), $0.value(atIndex: 1)) } ?? (0, 0)
  }

  private func leaveNothingToRedo() throws {
    try db.cachedStatement(sql: "UPDATE change_log SET undo_order = 0 WHERE undo_order > 0").execute()
  }

  /// Deletes the oldest changes if there are too many, or if they are too large together.
  private func dropOldest(before newest: Int64, totalBytes: Int) throws {
    try db.cachedStatement(sql: "DELETE FROM change_log WHERE id <= ?")
      .execute(arguments: [newest - Self.maxCount])
    // Assumes that the oldest change is as large as a change can be, because its own size is not stored.
    let maxLaterBytes = Self.maxBytes - Self.maxChangeBytes
    let oldest = try db.cachedStatement(sql: "SELECT id, total_bytes FROM change_log ORDER BY id LIMIT 1")
    let delete = try db.cachedStatement(sql: "DELETE FROM change_log WHERE id = ?")
    while let row = try Row.fetchOne(oldest) {
      let id: Int64 = try row.value(atIndex: 0)
      let end: Int = try row.value(atIndex: 1)
      guard id < newest, totalBytes - end > maxLaterBytes else { return }
      try delete.execute(arguments: [id])
    }
  }
}

// MARK: - Undoing

extension ChangeLog {
  /// Notes that a change is undone.
  ///
  /// - Parameter reverse: What redoes it.
  func markUndone(_ id: Int64, _ reverse: [DiaryChange]) throws {
    let order = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(undo_order) FROM change_log WHERE undo_order > 0"))
    let canBeRedone = !reverse.changedNothing && reverse.allSatisfy(\.canBeRedone)
    try set(id, undoOrder: canBeRedone ? (order ?? 0) + 1 : 0, reverse)
  }

  /// Notes that a change is in effect again.
  ///
  /// - Parameter reverse: What undoes it.
  func markRedone(_ id: Int64, _ reverse: [DiaryChange]) throws { try set(id, undoOrder: nil, reverse) }

  private func set(_ id: Int64, undoOrder: Int64?, _ changes: [DiaryChange]) throws {
    let payload = ChangeBatch().appending(changes).payload
    // What is too large to be redone must not block redoing what was undone earlier.
    let order = undoOrder.map { payload == nil ? 0 : $0 }
    try db.cachedStatement(sql: "UPDATE change_log SET undo_order = ?, payload = ? WHERE id = ?")
      .execute(arguments: [order, payload, id])
  }

  /// An entry whose changes are reverted.
  struct RevertedEntry {
    fileprivate let id: Int64
    fileprivate let isUndone: Bool
    /// When the changes were made; `nil` if they were undone since.
    let madeAt: String?
  }

  /// Returns the entry of changes that were made or undone together; `nil` if they are not in the log as one entry.
  ///
  /// - Parameter isRedo: Whether to prefer the entry that was undone last to the newest one that is in effect, if both
  ///   match.
  func entry(of changes: [DiaryChange], isRedo: Bool) throws -> RevertedEntry? {
    // An entry has the kind of its first change, and the changes that undo it begin with the last one.
    let kinds = [changes.first?.kind, changes.last?.kind.reversed].map { $0?.rawValue }
    let (match, arguments) = condition(for: changes)
    let sql = """
      SELECT id, undo_order IS NOT NULL, changed_at FROM change_log WHERE kind IN (?, ?) AND \(match)
      ORDER BY (undo_order IS NOT NULL) = ? DESC, undo_order DESC, id DESC LIMIT 1
      """
    let row = try Row.fetchOne(
      db.cachedStatement(sql: sql), arguments: StatementArguments(kinds) + arguments + [isRedo])
    guard let row else { return nil }
    let isUndone =
      switch changes.first {
      // An import of which beers were restored from the trash can be undone again.
      case .imported: false
      case .undoneImport: true
      default: try row.value(Bool.self, atIndex: 1)
      }
    return try RevertedEntry(
      id: row.value(atIndex: 0), isUndone: isUndone, madeAt: isUndone ? nil : row.value(atIndex: 2))
  }

  /// Notes that the changes of an entry are reverted.
  func markReverted(_ entry: RevertedEntry, _ reverse: [DiaryChange]) throws {
    if entry.isUndone { try markRedone(entry.id, reverse) } else { try markUndone(entry.id, reverse) }
  }

  /// Removes what all entries say, so that none is listed, undone or redone.
  func forgetAll() throws {
    try db.execute(
      sql: "UPDATE change_log SET kind = ?, beer_count = 0, payload = NULL, undo_order = 0",
      arguments: [Self.forgotten])
  }

  /// Returns whether a change is in the log and not undone.
  func isInEffect(_ change: DiaryChange) throws -> Bool {
    let (match, arguments) = condition(for: [change])
    let kind: StatementArguments = [change.kind.rawValue]
    let sql = "SELECT 1 FROM change_log WHERE kind = ? AND undo_order IS NULL AND \(match) LIMIT 1"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: kind + arguments) != nil
  }

  /// Returns SQL that recognizes changes in the log that are one entry.
  private func condition(for changes: [DiaryChange]) -> (sql: String, arguments: StatementArguments) {
    if let importID = changes.first?.importID {
      return ("iif(json_valid(payload), json_extract(payload, '$[0].import'), NULL) = ?", [importID])
    }
    let batch = ChangeBatch().appending(changes)
    if let payload = batch.payload { return ("payload = ?", [payload]) }
    // What is too large is recognized by what is known of it.
    return ("payload IS NULL AND beer_count = ?", [batch.beerCount])
  }

  /// Removes what is about to be permanently deleted from the log, and its captions from the values before imports, so
  /// that nothing of it stays.
  ///
  /// - Parameters:
  ///   - emptied: What is about to be deleted, by this or another device.
  ///   - isAll: Whether the whole trash is emptied. Beers that undoing has deleted, such as one whose addition was undone,
  ///     are removed as well.
  package func forget(_ emptied: EmptiedTrash, isAll: Bool) throws {
    try PhotoDifferences(db).forget(emptied.photos)
    let forget = try db.makeStatement(
      sql: "UPDATE change_log SET kind = ?, beer_count = 0, payload = NULL, undo_order = 0 WHERE id = ?")
    let recorded = "SELECT id FROM change_log WHERE payload IS NOT NULL AND kind <> ?"
    for id in try Int64.fetchAll(db, sql: recorded, arguments: [LoggedChange.restoredBackup]) {
      guard let entry = try fetch("id = ?", [id]) else { continue }
      // What a later version has recorded may be about a deleted beer, too.
      var isLost = true
      if let changes = entry.changes {
        isLost = try changes.contains { try self.isLost($0, with: emptied) }
        if isAll, !isLost {
          let others = changes.filter { $0.kind != .adopted }
          isLost = try areMissing(others.flatMap(\.beers))
        }
      }
      if isLost { try forget.execute(arguments: [Self.forgotten, id]) }
    }
    // What cannot be redone is in the log only to be listed.
    try db.execute(sql: "UPDATE change_log SET payload = NULL WHERE undo_order = 0")
  }

  /// Returns whether a change can no longer be undone once something is permanently deleted.
  private func isLost(_ change: DiaryChange, with emptied: EmptiedTrash) throws -> Bool {
    // Undoing an adoption passes over beers that are no longer in the diary, unless none is.
    if case .adopted(let beers) = change { return try isNoneLeft(of: beers, after: emptied) }
    guard case .undoneImport(let undone) = change else { return change.cannotBeUndone(after: emptied) }
    let id = undone.change.importID
    let beers = try Int64.fetchAll(db, sql: "SELECT id FROM beer WHERE import_batch = ?", arguments: [id])
    if beers.contains(where: emptied.beers.contains) { return true }
    let photos = try Int64.fetchAll(
      db, sql: "SELECT photo_id FROM imported_photo WHERE batch = ?", arguments: [id])
    return photos.contains(where: emptied.photos.contains)
  }

  /// Returns whether none of the beers exists once something is permanently deleted.
  private func isNoneLeft(of beers: [Int64], after emptied: EmptiedTrash) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT id FROM beer WHERE id IN (SELECT value FROM json_each(?))")
    return try beers.batches.allSatisfy {
      try Int64.fetchAll(statement, arguments: [$0.jsonArray]).allSatisfy(emptied.beers.contains)
    }
  }

  /// Returns whether any of the beers does not exist.
  private func areMissing(_ beers: [Int64]) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM json_each(?) WHERE value NOT IN (SELECT id FROM beer) LIMIT 1")
    return try beers.batches.contains { try Row.fetchOne(statement, arguments: [$0.jsonArray]) != nil }
  }
}

extension [DiaryChange] {
  /// Whether the log has room for changes that were made together, so that they can be undone later.
  package var fitLogTogether: Bool { !ChangeBatch().appending(self).isTooLarge }
}

extension DiaryChange {
  /// Whether the log has room for the change, so that it can be undone later.
  package var fitsLog: Bool { [self].fitLogTogether }

  /// The id of the import that was made or undone; `nil` for other changes.
  fileprivate var importID: Int64? {
    switch self {
    case .imported(let change): change.importID
    case .undoneImport(let undone): undone.change.importID
    default: nil
    }
  }

  /// Whether reverting the change does all that was undone.
  fileprivate var canBeRedone: Bool {
    // The values that the import gave to beers that were in the diary before are gone.
    if case .undoneImport(let undone) = self {
      undone.restoredCount == 0 && undone.beerCount + undone.photoCount > 0
    } else {
      true
    }
  }
}

// MARK: - Recording

extension DiaryComponent {
  /// Makes a change in a write transaction and records it in the log; `nil` if there is nothing to change.
  ///
  /// - Parameters:
  ///   - isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  ///   - body: Makes the change at the given time.
  func recording(
    isCancelled: () -> Bool = { false }, _ body: (Database, _ timestamp: String) throws -> DiaryChange?
  ) throws(WriteError) -> DiaryChange? {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db -> DiaryChange? in
      guard let change = try body(db, timestamp) else { return nil }
      try ChangeLog(db).record(change, at: timestamp)
      return change
    }
  }
}

/// One entry of the log for changes that several transactions make and that are undone together.
///
/// If a transaction is rolled back, the entry must be as it was before: append to a copy of this value.
package struct SharedLogEntry {
  /// From this size on, in bytes, an entry is not written by each of many transactions, because it is written as a whole.
  private static let maxFrequentBytes = 16_000
  /// How often a larger entry is written.
  private static let interval = Duration.seconds(1)

  /// The `updated_at` that the changes set.
  package let timestamp: String
  private var id: Int64?
  private var batch = ChangeBatch()
  /// Changes that are not in the entry yet.
  private var pending: [DiaryChange] = []
  private var written = ContinuousClock.now

  /// Creates an entry that is written with the first changes.
  package init(at timestamp: String) { self.timestamp = timestamp }

  /// Whether ``write(_:)`` has something to write.
  package var hasPendingChanges: Bool { !pending.isEmpty }

  /// Whether the changes are too large for the log, so that they cannot be undone.
  package var isTooLarge: Bool { batch.isTooLarge }

  /// Records the changes of a transaction, within it.
  ///
  /// - Throws: `DatabaseError`.
  package mutating func append(_ changes: [DiaryChange], _ db: Database) throws {
    pending += changes
    try write(db)
  }

  /// Records the changes of one of many transactions, within it; if the entry is large and was just written, within one
  /// of the next.
  ///
  /// Call ``write(_:)`` at the end. Until then, the changes of the last second may be missing if the program is killed.
  ///
  /// - Throws: `DatabaseError`.
  package mutating func appendSoon(_ changes: [DiaryChange], _ db: Database) throws {
    pending += changes
    if batch.byteCount > Self.maxFrequentBytes, ContinuousClock.now - written < Self.interval { return }
    try write(db)
  }

  /// Records the changes that are not in the entry yet.
  ///
  /// If another program has undone the earlier ones, the entry is a new one.
  ///
  /// - Throws: `DatabaseError`.
  package mutating func write(_ db: Database) throws {
    if pending.isEmpty { return }
    let log = ChangeLog(db)
    let longer = batch.appending(pending)
    if let id, try log.extend(id, from: batch, to: longer) {
      batch = longer
    } else {
      batch = ChangeBatch().appending(pending)
      id = try log.record(batch, at: timestamp)
    }
    pending = []
    written = .now
  }
}
