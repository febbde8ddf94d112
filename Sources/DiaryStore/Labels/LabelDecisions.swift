package import DiaryModel
package import Foundation
import GRDB
import SQLiteKit

/// What the user decided about a label, which exports and merged diaries carry over.
package struct LabelDecisions: Hashable, Sendable {
  /// The facts that the user set.
  package var facts = LabelFacts()
  /// The labels that are kept apart from this one, by UUID.
  package var apart: [UUID] = []
  /// The labels that became part of this one, by UUID.
  package var merged: [UUID] = []

  /// Creates a value without decisions.
  package init() {}

  /// Whether the user decided nothing.
  package var isEmpty: Bool { self == LabelDecisions() }
}

extension LabelDecisions {
  /// Returns the decisions about all labels that have any, by the label's UUID.
  static func all(_ db: Database) throws -> [UUID: LabelDecisions] {
    var all: [UUID: LabelDecisions] = [:]
    let sql = "SELECT label_uuid, \(LabelFacts.columnList) FROM label_fields"
    for row in try Row.fetchAll(db, sql: sql) {
      let label: UUID = try row.value(atIndex: 0)
      all[label, default: LabelDecisions()].facts = try LabelFacts(row: row)
    }
    for pair in try LabelRecord(db).pairsApart() {
      all[pair.first, default: LabelDecisions()].apart.append(pair.second)
      all[pair.second, default: LabelDecisions()].apart.append(pair.first)
    }
    for (other, label) in try LabelRecord(db).mergedLabels() {
      all[label, default: LabelDecisions()].merged.append(other)
    }
    return all
  }

  /// Returns the facts that are set for a label in the diary, with those of these decisions where none is set; `nil` if
  /// that adds nothing.
  ///
  /// A fact in conflict is left as it is: setting it would discard the values of other devices.
  func filledFacts(of label: UUID, _ db: Database) throws -> LabelFacts? {
    let own = try Labels(db).factOverrides(of: label) ?? LabelFacts()
    if own.filled(from: facts) == own { return nil }
    var values = BeerFields(facts)
    for conflict in try ConflictedRegister.all(db)
    where conflict.entity == ChangeTracker.Entity.label.rawValue {
      // The label shows the facts of those that were merged into it.
      let isShown = try LabelFinder(db).mergeTarget(of: conflict.uuid) == label
      if isShown || conflict.uuid == label { try BeerColumn.named(conflict.field)?.set(.null, in: &values) }
    }
    let filled = own.filled(from: LabelFacts(values))
    return filled == own ? nil : filled
  }

  /// Records the decisions about a label, except those that contradict what the diary has.
  ///
  /// A label that the diary has is not one that was merged.
  func record(for label: UUID, _ db: Database) throws {
    if let filled = try filledFacts(of: label, db) { try LabelRecord(db).set(filled, of: label) }
    for other in apart where other != label {
      let pair = LabelPair(label, other)
      try db.execute(
        sql: "INSERT OR IGNORE INTO distinct_labels (first_uuid, second_uuid) VALUES (?, ?)",
        arguments: [pair.first, pair.second])
    }
    for other in merged where other != label {
      if try Labels(db).exists(other) { continue }
      try LabelRecord(db).record(LabelKey(label: other), for: label)
    }
  }
}
