import DiaryModel
import Foundation
import GRDB
import SQLiteKit

extension LabelRecord {
  /// Returns the change that gives beers a label of their own; `nil` for no beers.
  ///
  /// The beers' keys that no other beer of the label has lead to the new label from now on. If the beers' own label was
  /// merged into the present one, the new label is that one; of several, the first, and the others are part of it.
  ///
  /// The new label is kept apart from the present one, and from every label that the present one is kept apart from.
  ///
  /// - Throws: `LabelError.noSuchBeer`, `.differentLabels`, or `.noOtherBeer` if no other beer has their label.
  func splitting(_ beers: [Int64], at now: Date) throws -> LabelChange? {
    let records = BeerRecord(db)
    if let missing = try beers.first(where: { try !records.exists($0) }) {
      throw LabelError.noSuchBeer(String(missing))
    }
    guard let first = beers.first else { return nil }
    let ids = Set(beers)
    guard let label = try BeerLabel.ofBeer(first, db), try hasOtherBeers(label, than: ids) else {
      throw LabelError.noOtherBeer
    }
    var change = LabelChange(.split, name: try records.beer(first).fields.name)
    let keys = try keys(ofOnly: ids, in: label)
    let merged = try mergedLabels(of: keys, into: label.uuid)
    var random = SystemRandomNumberGenerator()
    let new: UUID = merged.first ?? .version7(at: now, using: &random)
    for beer in ids {
      guard let before = try assignedLabel(of: beer), before.label == label.uuid else {
        throw LabelError.differentLabels
      }
      change.beers[beer] = .init(before: before, after: .init(label: new, isChosen: true))
    }
    for key in keys + merged.dropFirst().map({ LabelKey(label: $0) }) {
      change.keys[key] = .init(before: try self.label(of: key), after: new)
    }
    if !merged.isEmpty { change.keys[LabelKey(label: new)] = .init(before: label.uuid, after: nil) }
    for pair in try pairsToKeepApart(new, splitFrom: label.uuid) {
      change.pairs[pair] = .init(before: false, after: true)
    }
    change.products[new] = .init(before: nil, after: keys.first { $0.product != nil })
    change.products[label.uuid] = try productTransition(of: label.uuid, without: keys)
    return change
  }

  /// Returns the pairs to record so that a new label is kept apart from its old label, and from every label that its old
  /// label is kept apart from.
  ///
  /// - Parameter label: The old label, from which the new one is split off.
  private func pairsToKeepApart(_ new: UUID, splitFrom label: UUID) throws -> [LabelPair] {
    let others = try pairsApart().compactMap { pair -> UUID? in
      switch label {
      case pair.first: pair.second
      case pair.second: pair.first
      default: nil
      }
    }
    return try ([label] + others).filter { $0 != new }.map { LabelPair(new, $0) }.filter { try !areApart($0) }
  }

  /// Returns whether a label has more beers than these; those in the trash count as well.
  private func hasOtherBeers(_ label: BeerLabel, than beers: Set<Int64>) throws -> Bool {
    try self.beers(of: label.uuid).contains { !beers.contains($0.beer) }
  }

  /// Returns the keys of beers that lead to their label or to one that is gone, and that no other beer of the label has;
  /// each key once.
  private func keys(ofOnly beers: Set<Int64>, in label: BeerLabel) throws -> [LabelKey] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, \(LabelKeys.columns) FROM beer WHERE label_id = (SELECT id FROM label WHERE uuid = ?)
        ORDER BY id
        """, arguments: [label.uuid])
    var own: [LabelKey] = []
    var seen: Set<LabelKey> = []
    var others: Set<LabelKey> = []
    for row in rows {
      let keys = try LabelKeys(row: row).all
      if try beers.contains(row.value(forColumn: "id")) {
        own += keys.filter { seen.insert($0).inserted }
      } else {
        others.formUnion(keys)
      }
    }
    return try own.filter { key in
      guard !others.contains(key), let owner = try self.label(of: key) else { return false }
      return try owner == label.uuid || !Labels(db).exists(owner)
    }
  }

  /// Returns the labels that had one of the keys before they were merged into another one, in the order of the keys.
  private func mergedLabels(of keys: [LabelKey], into label: UUID) throws -> [UUID] {
    try keys.map { UUID(label: $0) }.filter {
      try self.label(of: LabelKey(label: $0)) == label && !Labels(db).exists($0)
    }
  }

  /// Returns the product of a label before and after the label loses keys; it has another one after it loses its own.
  private func productTransition(of label: UUID, without lost: [LabelKey]) throws
    -> LabelChange.Transition<LabelKey?>
  {
    let before = try product(of: label)
    var after = before
    if let before, lost.contains(before) {
      after = try keys(of: label).first { $0.product != nil && !lost.contains($0) }
    }
    return .init(before: before, after: after)
  }
}
