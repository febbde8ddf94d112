import DiaryModel
package import Foundation
package import GRDB
import SQLiteKit

/// Reads and writes what the user decided about labels, one decision at a time, within a transaction.
package struct SyncedLabels {
  private let db: Database

  /// Gives access to the decisions, within a transaction.
  package init(_ db: Database) { self.db = db }

  // MARK: - Merged labels

  /// The labels that became part of others, with these.
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

  /// Makes a label part of another one, with its beers and its names; facts that were set stay as they are.
  ///
  /// - Throws: `DatabaseError`.
  package func merge(_ label: UUID, into target: UUID) throws {
    let record = LabelRecord(db)
    guard try label != target && record.label(of: LabelKey(label: label)) != target else { return }
    // Its names may be those of a third label, of which it is no part any more.
    try separate(label)
    var change = try record.merging([label], into: target)
    change.facts = [:]
    try record.apply(change)
  }

  /// Makes a label that became part of another one a label again, with the beers of its name; does nothing if it is one.
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
      try loseLabel(beer.value(forColumn: "id"))
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

  /// Gives a beer the label that was chosen for it, or, without one, that of its name.
  ///
  /// - Throws: `DatabaseError`.
  package func choose(_ label: UUID?, forBeer id: Int64) throws {
    if let label { return try LabelRecord(db).restore(.init(label: label, isChosen: true), of: id) }
    try db.execute(sql: "DELETE FROM chosen_label WHERE beer_id = ?", arguments: [id])
    if db.changesCount > 0 { try loseLabel(id) }
  }

  /// The beer gets the label of its name at the end of the transaction.
  private func loseLabel(_ beer: Int64) throws {
    try db.execute(sql: "UPDATE beer SET label_id = NULL WHERE id = ?", arguments: [beer])
  }

  // MARK: - Labels that are kept apart

  /// Returns the labels from which a label is kept apart, of each pair only those with the higher UUID.
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
