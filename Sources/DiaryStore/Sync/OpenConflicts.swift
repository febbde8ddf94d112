import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// The fields of which several devices wrote values without seeing each other's, for undo, within a transaction.
///
/// DiarySync keeps each as a row of `sync_setting`, such as `conflict:beer:6F1D3C0A-0000-4000-8000-000000000001:notes`.
struct OpenConflicts {
  /// The names of the fields in conflict by the ids of their beers.
  private var beerFields: [Int64: Set<String>] = [:]
  /// The ids of photos whose captions are in conflict.
  private var photos: Set<Int64> = []

  /// Reads the conflicts that changes may be a part of: none if these were made since the last synchronization, and so
  /// were not sent.
  ///
  /// - Parameter time: When the changes were made; `nil` if it is not known.
  init(_ db: Database, withChangesMadeAt time: String?) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT name FROM sync_setting
        WHERE name >= 'conflict:' AND name < 'conflict;'
          AND coalesce(?1 <= (
            SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(value), 'unixepoch') FROM sync_setting
            WHERE name IN ('last_sync', 'last_received')), 1)
        """, arguments: [time])
    for row in rows {
      let parts = try row.value(String.self, atIndex: 0).split(separator: ":", maxSplits: 3).map(String.init)
      guard parts.count == 4, let uuid = UUID(uuidString: parts[2]) else { continue }
      switch ChangeTracker.Entity(rawValue: parts[1]) {
      case .beer:
        let id = try Int64.fetchOne(db, sql: "SELECT id FROM beer WHERE uuid = ?", arguments: [uuid])
        if let id { beerFields[id, default: []].insert(parts[3]) }
      case .photo where parts[3] == "caption":
        let id = try Int64.fetchOne(db, sql: "SELECT id FROM photo WHERE uuid = ?", arguments: [uuid])
        if let id { photos.insert(id) }
      default: break
      }
    }
  }

  /// Returns the beer of a change that wrote a field which is in conflict; `nil` if there is none.
  func beer(of change: DiaryChange) -> Int64? {
    switch change {
    case .edited(let edit):
      guard let fields = beerFields[edit.beer] else { return nil }
      let columns = BeerColumn.all.filter {
        $0.databaseValue(of: edit.before) != $0.databaseValue(of: edit.after)
      }
      return columns.contains { Self.contains(fields, $0.name) } ? edit.beer : nil
    case .fieldSet(let edit):
      let column = if case .custom = edit.field { "extras" } else { edit.field.name }
      let beers = Set(beerFields.filter { Self.contains($0.value, column) }.keys)
      return beers.isEmpty ? nil : edit.groups.lazy.compactMap { $0.beers.first(where: beers.contains) }.first
    case .captioned(let photo, let beer, _, _, _): return photos.contains(photo) ? beer : nil
    default: return nil
    }
  }

  /// Returns whether fields have the value of a column, or a part of it.
  private static func contains(_ fields: Set<String>, _ column: String) -> Bool {
    switch column {
    case "latitude", "longitude": fields.contains("coordinates")
    case "extras": fields.contains { $0.hasPrefix("custom:") }
    default: fields.contains(column)
    }
  }
}
