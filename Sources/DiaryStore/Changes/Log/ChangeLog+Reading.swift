import DiaryModel
import GRDB
import SQLiteKit

// The entries of the log, and which of them comes next to be undone or redone.
extension ChangeLog {
  /// One row of the log.
  struct Entry {
    let id: Int64
    let changedAt: String
    let kind: String
    let beerCount: Int
    let isUndone: Bool
    /// Whether the log has what is needed to undo the change, or else to redo it.
    let isReversible: Bool
    /// The changes to revert, from the last to the first, to undo this one, or to redo it if it is undone; `nil` if there
    /// is an obstacle.
    let changes: [DiaryChange]?
    /// Why the log cannot say what to revert; `nil` if it can.
    let obstacle: UndoObstacle?
  }

  private static let columns = "id, changed_at, kind, format, beer_count, undo_order, payload"

  /// Returns changes, the newest first.
  func entries(limit: Int) throws -> [Entry] {
    try Row.fetchAll(
      db, sql: "SELECT \(Self.columns) FROM change_log WHERE kind <> ? ORDER BY id DESC LIMIT ?",
      arguments: [Self.forgotten, limit]
    ).map(decode)
  }

  /// Returns the change to undo.
  ///
  /// - Parameter id: The id of the change; `nil` for the newest that is not undone.
  /// - Throws: `.nothingToUndo`, `.noSuchChange` or `.cannotUndo`.
  func entryToUndo(_ id: Int64?) throws -> Entry {
    guard let id else {
      guard let entry = try fetch("undo_order IS NULL ORDER BY id DESC", []) else {
        throw UndoError.nothingToUndo
      }
      return entry
    }
    guard let entry = try fetch("id = ? AND kind <> ?", [id, Self.forgotten]) else {
      throw UndoError.noSuchChange(id)
    }
    if entry.isUndone { throw UndoError.cannotUndo(id, .alreadyUndone) }
    return entry
  }

  /// Returns the change to redo, which is the one that was undone last.
  ///
  /// - Throws: `.nothingToRedo` if none was undone since the newest change.
  func entryToRedo() throws -> Entry {
    guard let entry = try fetch("undo_order > 0 ORDER BY undo_order DESC", []) else {
      throw UndoError.nothingToRedo
    }
    return entry
  }

  /// Returns the names of beers whose addition is undone.
  func namesOfDeletedBeers() throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    let sql =
      "SELECT \(Self.columns) FROM change_log WHERE undo_order IS NOT NULL AND kind IN (?, ?) ORDER BY id"
    let kinds: StatementArguments = [DiaryChange.Kind.added.rawValue, DiaryChange.Kind.splitBeer.rawValue]
    for entry in try Row.fetchAll(db, sql: sql, arguments: kinds).map(decode) {
      for case .undoneAddition(let beer, _) in entry.changes ?? [] { names[beer.id] = beer.fields.name }
      for case .undoneSplit(let split, _) in entry.changes ?? [] {
        for beer in split.added { names[beer.id] = beer.fields.name }
      }
    }
    return names
  }

  /// Returns the ids of photos whose addition was undone, as far as the log has them.
  ///
  /// A photo that was restored since is not one of them, even if the user has removed it again.
  func photosOfUndoneAdditions() throws -> Set<Int64> {
    var photos: Set<Int64> = []
    let sql = "SELECT \(Self.columns) FROM change_log WHERE kind IN (?, ?) ORDER BY id"
    let kinds: StatementArguments = [
      DiaryChange.Kind.addedPhoto.rawValue, DiaryChange.Kind.adopted.rawValue,
    ]
    for entry in try Row.fetchAll(db, sql: sql, arguments: kinds).map(decode) {
      for change in entry.changes ?? [] {
        switch change {
        // What has undone the addition.
        case .removedPhoto(let placement, _) where !placement.isRestored: photos.insert(placement.photo)
        case .addedPhoto(let placement, _): photos.remove(placement.photo)
        default: break
        }
      }
    }
    return photos
  }

  /// Returns the first entry that meets a condition in SQL; `nil` if there is none.
  func fetch(_ condition: String, _ arguments: StatementArguments) throws -> Entry? {
    let sql = "SELECT \(Self.columns) FROM change_log WHERE \(condition) LIMIT 1"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments).map(decode)
  }

  private func decode(_ row: Row) throws -> Entry {
    let undoOrder = try row.value(Int64?.self, forColumn: "undo_order")
    var changes: [DiaryChange]?
    var obstacle: UndoObstacle?
    let kind = try row.value(String.self, forColumn: "kind")
    if try row.value(Int.self, forColumn: "format") > Self.format {
      obstacle = .laterVersion
    } else if kind == LoggedChange.restoredBackup {
      obstacle = .restoredBackup(previousDiary: try row.value(forColumn: "payload"))
    } else if let payload = try row.value(String?.self, forColumn: "payload") {
      do {
        changes = try ChangeBatch.changes(in: payload)
      } catch let error as UnreadableChange where error.isOfLaterVersion {
        obstacle = .laterVersion
      } catch {
        obstacle = .damaged
      }
    } else {
      obstacle = .tooLarge
    }
    return Entry(
      id: try row.value(forColumn: "id"), changedAt: try row.value(forColumn: "changed_at"),
      kind: kind, beerCount: try row.value(forColumn: "beer_count"),
      isUndone: undoOrder != nil, isReversible: undoOrder != 0 && changes != nil, changes: changes,
      obstacle: obstacle)
  }
}
