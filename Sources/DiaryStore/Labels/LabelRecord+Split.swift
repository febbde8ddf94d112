import DiaryModel
import Foundation
import GRDB
import SQLiteKit

extension LabelRecord {
  /// Returns the change that gives a beer a label of its own.
  ///
  /// The beer's keys that no other beer of the label has lead to the new label from now on. If the beer's own label was
  /// merged into the present one, the new label is that one.
  ///
  /// - Throws: `.noSuchBeer`; `.invalid` if no other beer has its label.
  func splitting(_ beer: Int64, at now: Date) throws -> LabelChange {
    let records = BeerRecord(db)
    guard try records.exists(beer) else { throw ChangeError.noSuchBeer(String(beer)) }
    guard let label = try Labels(db).beerLabel(of: beer), try hasSeveralBeers(label) else {
      throw ChangeError.invalid(field: "label", reason: "no other beer has the same one")
    }
    var change = LabelChange(.split, name: try records.beer(beer).fields.name)
    let isChosen = try assignedLabel(of: beer)?.isChosen ?? false
    let keys = try keys(ofOnly: beer, in: label)
    let merged = try mergedLabel(of: keys, into: label.uuid)
    var random = SystemRandomNumberGenerator()
    let new: UUID = merged ?? .version7(at: now, using: &random)
    change.beers[beer] = .init(
      before: .init(label: label.uuid, isChosen: isChosen), after: .init(label: new, isChosen: true))
    for key in keys { change.keys[key] = .init(before: label.uuid, after: new) }
    if let merged { change.keys[LabelKey(label: merged)] = .init(before: label.uuid, after: nil) }
    change.products[new] = .init(before: nil, after: keys.first { $0.product != nil })
    change.products[label.uuid] = try productTransition(of: label.uuid, without: keys)
    return change
  }

  /// Returns whether a label has more than one beer; those in the trash count as well.
  private func hasSeveralBeers(_ label: BeerLabel) throws -> Bool {
    let sql = "SELECT count(*) FROM beer WHERE label_id = ?"
    return try Int.fetchOne(db, sql: sql, arguments: [label.id]) ?? 0 > 1
  }

  /// Returns the keys of a beer that lead to its label, and that no other beer of the label has.
  private func keys(ofOnly beer: Int64, in label: BeerLabel) throws -> [LabelKey] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, \(LabelKeys.columns) FROM beer WHERE label_id = ?", arguments: [label.id])
    var own: [LabelKey] = []
    var others: Set<LabelKey> = []
    for row in rows {
      let keys = try LabelKeys(row: row).all
      if try row.value(Int64.self, forColumn: "id") == beer { own = keys } else { others.formUnion(keys) }
    }
    return try own.filter { try !others.contains($0) && self.label(of: $0) == label.uuid }
  }

  /// Returns the label that had one of the keys before it was merged into another one; `nil` if there is none.
  private func mergedLabel(of keys: [LabelKey], into label: UUID) throws -> UUID? {
    try keys.map { UUID(label: $0) }.first {
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
