import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Reads what is changed about labels, and writes changes, within a transaction.
struct LabelRecord {
  let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns the change that makes one label of several.
  ///
  /// Facts that the user set for the others are taken over if the target has none. They also stay with the others'
  /// UUIDs, for beers that are split off again.
  ///
  /// - Parameter name: The name of the target, for messages.
  func merging(_ others: [UUID], into target: UUID, name: String? = nil) throws -> LabelChange {
    var change = LabelChange(.merged, name: name)
    let labels = Labels(db)
    let facts = try labels.factOverrides(of: target)
    let product = try self.product(of: target)
    var allFacts = facts
    var firstProduct = product
    for other in others {
      for (beer, isChosen) in try beers(of: other) {
        change.beers[beer] = .init(
          before: .init(label: other, isChosen: isChosen), after: .init(label: target, isChosen: isChosen))
      }
      // Every name of the label leads to the other one from now on.
      for key in try keys(of: other) { change.keys[key] = .init(before: other, after: target) }
      let key = LabelKey(label: other)
      change.keys[key] = .init(before: try label(of: key), after: target)
      if let own = try labels.factOverrides(of: other) {
        allFacts = (allFacts ?? LabelFacts()).filled(from: own)
      }
      let own = try self.product(of: other)
      change.products[other] = .init(before: own, after: nil)
      firstProduct = firstProduct ?? own
    }
    if allFacts != facts { change.facts[target] = .init(before: facts, after: allFacts) }
    change.products[target] = .init(before: product, after: firstProduct)
    return change
  }

  /// Writes what is after a change.
  ///
  /// - Throws: `UndoError.changedSince` if something is not as it was before the change.
  func apply(_ change: LabelChange) throws {
    let what = LabelChange.title(named: change.name)
    func require(_ isUnchanged: Bool) throws {
      if !isUnchanged { throw UndoError.changedSince(what: what) }
    }
    for (pair, transition) in change.pairs {
      try require(areApart(pair) == transition.before)
      try set(pair, areApart: transition.after)
    }
    for (label, transition) in change.facts {
      try require(Labels(db).factOverrides(of: label) == transition.before)
      try set(transition.after, of: label)
    }
    for (key, transition) in change.keys {
      try require(label(of: key) == transition.before)
      try set(transition.after, for: key)
    }
    let finder = LabelFinder(db)
    var ids: [UUID: Int64] = [:]
    for (beer, transition) in change.beers {
      try require(assignedLabel(of: beer) == transition.before)
      let label = try ids[transition.after.label] ?? finder.id(of: transition.after.label, product: nil)
      ids[transition.after.label] = label
      try set(label, of: beer, isChosen: transition.after.isChosen)
      if transition.before.isChosen, !transition.after.isChosen {
        try db.execute(sql: "DELETE FROM chosen_label WHERE beer_id = ?", arguments: [beer])
      }
    }
    for (label, transition) in change.products {
      // A label that was created again has no product yet.
      try db.execute(
        sql: "UPDATE label SET product = ?1 WHERE uuid = ?2 AND (product IS ?3 OR product IS NULL)",
        arguments: [transition.after?.text, label, transition.before?.text])
    }
  }

  /// Returns whether facts of a change are no longer shown, because their label was merged into one that is not part of
  /// the change.
  func hasFactsOfMergedLabel(_ change: LabelChange) throws -> Bool {
    let finder = LabelFinder(db)
    return try change.facts.keys.contains { label in
      guard let target = try finder.mergeTarget(of: label) else { return false }
      return change.facts[target] == nil
    }
  }

  /// Sets the label that the user chose for a beer.
  ///
  /// Unlike what ``LabelAssignment`` does, this is reported as a change of the beer, because it names another column.
  private func set(_ label: Int64, of beer: Int64, isChosen: Bool) throws {
    try db.cachedStatement(sql: "UPDATE beer SET label_id = ?, updated_at = updated_at WHERE id = ?")
      .execute(arguments: [label, beer])
    if isChosen { try LabelAssignment(db).markAsChosen(for: beer) }
  }

  /// Gives a beer a label by its UUID, or the label that it has been merged into.
  func restore(_ assigned: LabelChange.AssignedLabel, of beer: Int64) throws {
    let finder = LabelFinder(db)
    let uuid = try finder.mergeTarget(of: assigned.label) ?? assigned.label
    try set(finder.id(of: uuid, product: nil), of: beer, isChosen: assigned.isChosen)
  }

  /// Returns whether the labels of a pair are recorded as kept apart.
  func areApart(_ pair: LabelPair) throws -> Bool {
    try Row.fetchOne(
      db, sql: "SELECT 1 FROM distinct_labels WHERE first_uuid = ? AND second_uuid = ?",
      arguments: [pair.first, pair.second]) != nil
  }

  /// Returns the pairs of labels that are kept apart, in a fixed order.
  ///
  /// A label that became part of another one counts as that, so that it is kept apart from the same ones.
  func pairsApart() throws -> [LabelPair] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT first_uuid, second_uuid FROM distinct_labels ORDER BY first_uuid, second_uuid")
    if rows.isEmpty { return [] }
    let merged = Dictionary(try mergedLabels().map { ($0.label, $0.target) }) { first, _ in first }
    var seen: Set<LabelPair> = []
    return try rows.compactMap { row -> LabelPair? in
      let first: UUID = try row.value(atIndex: 0)
      let second: UUID = try row.value(atIndex: 1)
      let pair = LabelPair(merged[first] ?? first, merged[second] ?? second)
      return pair.first != pair.second && seen.insert(pair).inserted ? pair : nil
    }
  }

  /// Returns the labels that became part of others, and these, in a fixed order.
  ///
  /// A label that the diary has is not one of them.
  func mergedLabels() throws -> [(label: UUID, target: UUID)] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT key, label_uuid FROM label_key WHERE key >= ? AND key < ? ORDER BY key",
      arguments: [LabelKey.mergedLabelTextRange.lowerBound, LabelKey.mergedLabelTextRange.upperBound])
    return try rows.compactMap { row -> (label: UUID, target: UUID)? in
      let key: String = try row.value(atIndex: 0)
      let target: UUID = try row.value(atIndex: 1)
      guard let label = LabelKey(text: key).mergedLabel, try !Labels(db).exists(label) else { return nil }
      return (label, target)
    }
  }

  /// Records whether the labels of a pair are kept apart; call it only if that has changed.
  func set(_ pair: LabelPair, areApart: Bool) throws {
    try db.execute(
      sql: areApart
        ? "INSERT INTO distinct_labels (first_uuid, second_uuid) VALUES (?, ?)"
        : "DELETE FROM distinct_labels WHERE first_uuid = ? AND second_uuid = ?",
      arguments: [pair.first, pair.second])
  }

  /// Replaces the facts that the user set for a label.
  func set(_ facts: LabelFacts?, of label: UUID) throws {
    try db.execute(sql: "DELETE FROM label_fields WHERE label_uuid = ?", arguments: [label])
    guard let facts else { return }
    try db.execute(
      sql: "INSERT INTO label_fields (label_uuid, name, brewery, style, abv) VALUES (?, ?, ?, ?, ?)",
      arguments: [label, facts.name, facts.brewery, facts.style, facts.abv])
  }

  /// Returns the label that is known under a key; `nil` if there is none.
  func label(of key: LabelKey) throws -> UUID? {
    let rows = try RawStatement(db, sql: "SELECT label_uuid FROM label_key WHERE key = ?")
    return try rows.firstRow(for: key.text) { try rows.uuid(0) }.flatMap { $0 }
  }

  /// Returns the keys under which a label is known, in the order of their texts; reads all keys.
  func keys(of label: UUID) throws -> [LabelKey] {
    try String.fetchAll(
      db, sql: "SELECT key FROM label_key WHERE label_uuid = ? ORDER BY key", arguments: [label]
    ).map(LabelKey.init(text:))
  }

  /// Returns the first product that was known of a label, which tells it from others with the same name; `nil` if it has
  /// none, or does not exist.
  func product(of label: UUID) throws -> LabelKey? {
    try String.fetchOne(db, sql: "SELECT product FROM label WHERE uuid = ?", arguments: [label])
      .map(LabelKey.init(text:))
  }

  /// Returns the beers of a label, including those in the trash, and whether the user chose the label for each.
  func beers(of label: UUID) throws -> [(beer: Int64, isChosen: Bool)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT id, EXISTS (SELECT 1 FROM chosen_label WHERE beer_id = beer.id) FROM beer
        WHERE label_id = (SELECT id FROM label WHERE uuid = ?)
        """, arguments: [label]
    ).map { (try $0.value(atIndex: 0), try $0.value(atIndex: 1)) }
  }

  /// Records the label of a key, unless the key has one, and returns whether it had none.
  @discardableResult
  func record(_ key: LabelKey, for label: UUID) throws -> Bool {
    let insert = try PreparedInsert(
      db, sql: "INSERT OR IGNORE INTO label_key (key, label_uuid) VALUES (?, ?)")
    try insert.execute { values in
      values.append(key.text)
      values.append(label)
    }
    return db.changesCount > 0
  }

  /// Gives a key to a label, unless the label that it has is that of a beer outside the trash.
  func reassign(_ key: LabelKey, fromLabelWithoutBeersTo label: UUID) throws {
    let statement = try db.cachedStatement(
      sql: """
        UPDATE label_key SET label_uuid = ?1 WHERE key = ?2 AND label_uuid IS NOT ?1 AND NOT EXISTS (
          SELECT 1 FROM label JOIN beer ON beer.label_id = label.id
          WHERE label.uuid = label_key.label_uuid AND beer.deleted_at IS NULL)
        """)
    try statement.execute(arguments: [label, key.text])
  }

  /// Sets the label of a key; `nil` removes the key.
  func set(_ label: UUID?, for key: LabelKey) throws {
    guard let label else {
      return try db.execute(sql: "DELETE FROM label_key WHERE key = ?", arguments: [key.text])
    }
    try db.execute(
      sql: "INSERT OR REPLACE INTO label_key (key, label_uuid) VALUES (?, ?)", arguments: [key.text, label])
  }

  /// Returns the label of a beer; `nil` if the beer has none yet.
  func assignedLabel(of beer: Int64) throws -> LabelChange.AssignedLabel? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT l.uuid, EXISTS (SELECT 1 FROM chosen_label WHERE beer_id = b.id)
          FROM beer b JOIN label l ON l.id = b.label_id WHERE b.id = ?
          """), arguments: [beer]
    ).map { .init(label: try $0.value(atIndex: 0), isChosen: try $0.value(atIndex: 1)) }
  }
}
