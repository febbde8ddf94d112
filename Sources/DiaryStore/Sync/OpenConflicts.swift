import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// The conflicts whose values undo, redo or an import could discard, within a transaction: those for which the user has
/// not chosen a value.
struct OpenConflicts {
  /// The registers.
  private let registers: Set<ConflictedRegister>
  /// The registers in conflict by the ids of their beers.
  private var beerRegisters: [Int64: Set<String>] = [:]
  /// The ids of photos whose captions are in conflict.
  private var photos: Set<Int64> = []

  /// The ids of the beers of which a field is in conflict.
  var beers: Set<Int64> { Set(beerRegisters.keys) }

  /// Reads the conflicts that changes may be a part of: none if these were made since the last synchronization, and so
  /// were not sent.
  ///
  /// - Parameter time: When the changes were made; `nil` if it is not known.
  init(_ db: Database, withChangesMadeAt time: String?) throws {
    // An interrupted synchronization may have brought conflicts, but has not set `last_sync`.
    let sql = """
      SELECT coalesce(?1 <= strftime('%Y-%m-%dT%H:%M:%fZ', max(value), 'unixepoch'), 1) FROM sync_setting
      WHERE name IN ('last_sync', 'last_received') OR name GLOB 'conflict:*'
      """
    let isRead = try Bool.fetchOne(db, sql: sql, arguments: [time]) == true
    let conflicts = isRead ? Set(try ConflictedRegister.all(db)) : []
    registers =
      conflicts.isEmpty ? [] : conflicts.subtracting(try ChangeTracker(db).registersToRewrite())
    for conflict in registers {
      switch ChangeTracker.Entity(rawValue: conflict.entity) {
      case .beer:
        let beer = "SELECT id FROM beer WHERE uuid = ?"
        let id = try Int64.fetchOne(db, sql: beer, arguments: [conflict.uuid])
        if let id { beerRegisters[id, default: []].insert(conflict.field) }
      case .photo where conflict.field == "caption":
        // Undo can change the caption of a removed photo as well.
        let tables = PhotoTable.allCases.map { "SELECT id FROM \($0) WHERE uuid = ?1" }
        let photo = tables.joined(separator: " UNION ALL ")
        if let id = try Int64.fetchOne(db, sql: photo, arguments: [conflict.uuid]) { photos.insert(id) }
      default: break
      }
    }
  }

  /// Returns the beer of a change that wrote a field which is in conflict; `nil` if there is none.
  func beer(of change: DiaryChange) -> Int64? {
    switch change {
    case .edited(let edit):
      guard let registers = beerRegisters[edit.beer] else { return nil }
      let columns = BeerColumn.all.filter {
        $0.databaseValue(of: edit.before) != $0.databaseValue(of: edit.after)
      }
      return columns.contains { Self.contains(registers, $0.name) } ? edit.beer : nil
    case .fieldSet(let edit):
      let column = if case .custom = edit.field { "extras" } else { edit.field.name }
      let beers = Set(beerRegisters.filter { Self.contains($0.value, column) }.keys)
      return beers.isEmpty ? nil : edit.groups.lazy.compactMap { $0.beers.first(where: beers.contains) }.first
    case .captioned(let photo, let beer, _, _, _): return photos.contains(photo) ? beer : nil
    case .resolved(let choice): return isInConflictAgain(choice) ? choice.beer : nil
    default: return nil
    }
  }

  /// Returns the label, as the subject of a sentence, of which a change wrote facts that are in conflict; `nil` for other
  /// changes.
  func label(of change: DiaryChange) -> String? {
    switch change {
    case .labels(let change):
      let isInConflict = change.facts.keys.contains { label in
        registers.contains { $0.uuid == label && LabelFacts.columns.contains($0.field) }
      }
      return isInConflict ? LabelChange.title(named: change.name) : nil
    case .resolved(let choice) where choice.beer == nil:
      return isInConflictAgain(choice) ? LabelChange.title(named: choice.title) : nil
    default: return nil
    }
  }

  /// Returns whether undoing a choice would discard a value that arrived after it was sent.
  private func isInConflictAgain(_ choice: DiaryChange.Resolution) -> Bool {
    func isInConflict(_ uuid: UUID) -> Bool {
      registers.contains(
        ConflictedRegister(entity: choice.entity.rawValue, uuid: uuid, field: choice.register))
    }
    if !choice.isUndone, isInConflict(choice.uuid) { return true }
    // A choice for a merged label has also set the fact of the label into which it was merged.
    guard case .labels(let change)? = choice.change else { return false }
    return change.facts.keys.contains { $0 != choice.uuid && isInConflict($0) }
  }

  /// Returns whether registers have the value of a column, or a part of it.
  private static func contains(_ registers: Set<String>, _ column: String) -> Bool {
    !RegisterName.names(ofColumn: column, among: registers).isDisjoint(with: registers)
  }
}
