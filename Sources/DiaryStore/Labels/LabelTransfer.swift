import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// Brings labels along when another diary is merged into this one.
package struct LabelTransfer {
  private let from: Database
  private let db: Database

  /// Creates a transfer from another diary, within a transaction of each.
  package init(_ from: Database, _ db: Database) {
    self.from = from
    self.db = db
  }

  /// Gives an added beer the label that the diary knows for it, or else the one that it has in the other diary.
  ///
  /// If it has none there, it gets one at the end of the transaction, like any new beer.
  ///
  /// - Parameter other: The id of the beer in the other diary.
  /// - Throws: `DatabaseError`.
  package func setLabel(of beer: Int64, from other: Int64) throws {
    guard let assigned = try LabelRecord(from).assignedLabel(of: other) else { return }
    let given = ImportedLabel(assigned.label, isChosen: assigned.isChosen)
    try LabelAssignment(db).assign(to: beer, given: given)
  }

  /// Copies the names under which labels are known in another diary, and what the user decided about them, except
  /// what contradicts the diary.
  ///
  /// Call this before beers are added, so that each finds the label of its name. The diary is written to in several
  /// transactions; repeating them changes nothing.
  ///
  /// - Throws: `DatabaseError` about the other diary; `StoreError` about this one.
  package static func copyNamesAndDecisions(from: Database, to diary: Diary) throws {
    // The labels of the other diary, with those that this one knows by the same keys; of several keys, that of a product
    // comes last and decides.
    var others: [UUID: UUID] = [:]
    try forEachSlice(of: from) { keys in
      try diary.read { db in
        for (key, label) in keys {
          if let known = try LabelRecord(db).label(of: key), known != label { others[label] = known }
        }
      }
    }
    try forEachSlice(of: from) { keys in
      try diary.write { db in
        // The labels that became part of others are among the decisions.
        for (key, label) in keys where key.mergedLabel == nil {
          try LabelRecord(db).record(key, for: others[label] ?? label)
        }
      }
    }
    let decisions = try LabelDecisions.all(from)
    if decisions.isEmpty { return }
    try diary.write { db in
      for (label, var own) in decisions {
        own.apart = own.apart.map { others[$0] ?? $0 }
        try own.record(for: others[label] ?? label, db)
      }
    }
  }

  private static let keysPerSlice = 5000

  /// Calls `body` with the keys of a diary and their labels, in ascending order and several at a time.
  private static func forEachSlice(of db: Database, _ body: ([(key: LabelKey, label: UUID)]) throws -> Void)
    throws
  {
    let rows = try Row.fetchCursor(db, sql: "SELECT key, label_uuid FROM label_key ORDER BY key")
    var slice: [(key: LabelKey, label: UUID)] = []
    while let row = try rows.next() {
      slice.append((LabelKey(text: try row.value(atIndex: 0)), try row.value(atIndex: 1)))
      guard slice.count == keysPerSlice else { continue }
      try body(slice)
      slice.removeAll(keepingCapacity: true)
    }
    if !slice.isEmpty { try body(slice) }
  }
}
