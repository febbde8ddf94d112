package import DiaryModel
package import Foundation
import GRDB
import SQLiteKit

/// What the user decided about a label, as exports and merged diaries bring it along.
package struct LabelDecisions: Hashable, Sendable {
  /// The facts that the user set.
  package var facts = LabelFacts()
  /// The labels that are kept apart from this one.
  package var apart: [UUID] = []
  /// The labels that became part of this one.
  package var merged: [UUID] = []

  /// Creates a value without decisions.
  package init() {}

  /// Whether the user decided nothing.
  package var isEmpty: Bool { self == LabelDecisions() }
}

extension LabelDecisions {
  /// Returns the decisions about all labels, by label.
  static func all(_ db: Database) throws -> [UUID: LabelDecisions] {
    var all: [UUID: LabelDecisions] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT label_uuid, name, brewery, style, abv FROM label_fields") {
      let label: UUID = try row.value(atIndex: 0)
      all[label, default: LabelDecisions()].facts = try LabelFacts(row: row)
    }
    let pairs = "SELECT first_uuid, second_uuid FROM distinct_labels ORDER BY first_uuid, second_uuid"
    for row in try Row.fetchAll(db, sql: pairs) {
      let (first, second): (UUID, UUID) = (try row.value(atIndex: 0), try row.value(atIndex: 1))
      all[first, default: LabelDecisions()].apart.append(second)
      all[second, default: LabelDecisions()].apart.append(first)
    }
    let merged = "SELECT key, label_uuid FROM label_key WHERE key >= 'label:' AND key < 'label;' ORDER BY key"
    for row in try Row.fetchAll(db, sql: merged) {
      let (key, label): (String, UUID) = (try row.value(atIndex: 0), try row.value(atIndex: 1))
      guard let other = LabelKey(text: key).mergedLabel, try !Labels(db).exists(other) else { continue }
      all[label, default: LabelDecisions()].merged.append(other)
    }
    return all
  }

  /// Records the decisions about a label, except those that contradict what the diary has.
  func record(for label: UUID, _ db: Database) throws {
    if !facts.isEmpty {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO label_fields (label_uuid, name, brewery, style, abv) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [label, facts.name, facts.brewery, facts.style, facts.abv])
    }
    for other in apart where other != label {
      let pair = LabelPair(label, other)
      try db.execute(
        sql: "INSERT OR IGNORE INTO distinct_labels (first_uuid, second_uuid) VALUES (?, ?)",
        arguments: [pair.first, pair.second])
    }
    for other in merged where other != label {
      if try Labels(db).exists(other) { continue }
      try db.execute(
        sql: "INSERT OR IGNORE INTO label_key (key, label_uuid) VALUES (?, ?)",
        arguments: [LabelKey(label: other).text, label])
    }
  }
}
