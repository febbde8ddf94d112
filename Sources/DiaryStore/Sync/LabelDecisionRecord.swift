package import DiaryModel
package import Foundation
package import GRDB
import SQLiteKit

/// Reads and writes single decisions about labels: which were merged, kept apart, or chosen for a beer, and their facts.
package struct LabelDecisionRecord {
  private let db: Database

  /// Gives access to the decisions, within a transaction.
  package init(_ db: Database) { self.db = db }

  // MARK: - Merged labels

  /// The labels that were merged, with the labels that they were merged into.
  ///
  /// - Throws: `DatabaseError`.
  package var mergeTargets: [UUID: UUID] {
    get throws {
      let range = LabelKey.mergedLabelTextRange
      let rows = try Row.fetchAll(
        db, sql: "SELECT key, label_uuid FROM label_key WHERE key >= ? AND key < ?",
        arguments: [range.lowerBound, range.upperBound])
      return try rows.reduce(into: [:]) { targets, row in
        guard let label = LabelKey(text: try row.value(atIndex: 0)).mergedLabel else { return }
        targets[label] = try row.value(UUID.self, atIndex: 1)
      }
    }
  }

  /// Returns the label that shows the facts of a label that was merged; `nil` if it was not merged, or has beers again.
  ///
  /// - Throws: `DatabaseError`.
  package func mergeTarget(of label: UUID) throws -> UUID? { try LabelFinder(db).mergeTarget(of: label) }

  /// Merges a label into another one, with its beers and its names; facts that were set for it are kept.
  ///
  /// - Throws: `DatabaseError`.
  package func merge(_ label: UUID, into target: UUID) throws {
    let record = LabelRecord(db)
    guard try label != target && record.label(of: LabelKey(label: label)) != target else { return }
    // Its names may still belong to a third label that it was merged into before.
    try separate(label)
    var change = try record.merging([label], into: target)
    change.facts = [:]
    try record.apply(change)
  }

  /// Undoes the merge of a label, which gets the beers of its name back; does nothing if the label was not merged.
  ///
  /// - Throws: `DatabaseError`.
  package func separate(_ label: UUID) throws {
    let record = LabelRecord(db)
    guard let target = try record.label(of: LabelKey(label: label)) else { return }
    try record.set(nil, for: LabelKey(label: label))
    let keys = Set(try record.keys(of: target).filter { UUID(label: $0) == label })
    for key in keys { try record.set(label, for: key) }
    let beers = try Row.fetchAll(
      db,
      sql: """
        SELECT id, \(LabelKeys.columns) FROM beer WHERE label_id = (SELECT id FROM label WHERE uuid = ?)
          AND id NOT IN (SELECT beer_id FROM chosen_label)
        """, arguments: [target])
    for beer in beers where try !keys.isDisjoint(with: LabelKeys(row: beer).all) {
      try unassignLabel(ofBeer: beer.value(forColumn: "id"))
    }
  }

  // MARK: - Chosen labels

  /// Returns the label that the user chose for a beer; `nil` if none was chosen.
  ///
  /// - Throws: `DatabaseError`.
  package func chosenLabel(ofBeer id: Int64) throws -> UUID? {
    guard let label = try LabelRecord(db).assignedLabel(of: id), label.isChosen else { return nil }
    return label.label
  }

  /// Gives a beer a chosen label; `nil` for the label of its name.
  ///
  /// - Throws: `DatabaseError`.
  package func choose(_ label: UUID?, forBeer id: Int64) throws {
    if let label { return try LabelRecord(db).restore(.init(label: label, isChosen: true), of: id) }
    try db.execute(sql: "DELETE FROM chosen_label WHERE beer_id = ?", arguments: [id])
    if db.changesCount > 0 { try unassignLabel(ofBeer: id) }
  }

  /// Removes the label of a beer, which gets that of its name at the end of the transaction.
  private func unassignLabel(ofBeer beer: Int64) throws {
    try db.execute(sql: "UPDATE beer SET label_id = NULL WHERE id = ?", arguments: [beer])
  }

  // MARK: - Facts

  /// Replaces the facts that are set for a label.
  ///
  /// - Throws: `DatabaseError`.
  package func set(_ facts: LabelFacts, of label: UUID) throws {
    try LabelRecord(db).set(facts.isEmpty ? nil : facts, of: label)
  }

  // MARK: - Labels that are kept apart

  /// Returns the labels with a higher UUID from which a label is kept apart.
  ///
  /// - Throws: `DatabaseError`.
  package func labelsApart(from label: UUID) throws -> [UUID] {
    try UUID.fetchAll(
      db, sql: "SELECT second_uuid FROM distinct_labels WHERE first_uuid = ?", arguments: [label])
  }

  /// Sets whether two labels are kept apart.
  ///
  /// - Throws: `DatabaseError`.
  package func set(_ label: UUID, _ other: UUID, areApart: Bool) throws {
    let pair = LabelPair(label, other)
    guard try label != other && LabelRecord(db).areApart(pair) != areApart else { return }
    try LabelRecord(db).set(pair, areApart: areApart)
  }
}
