import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Merges and splits labels, keeps labels apart, and sets their facts.
struct LabelEditor: DiaryComponent {
  typealias WriteError = ChangeError

  let database: DiaryDatabase

  func merge(_ ids: [Int64], into target: Int64) throws(ChangeError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      let into = try require(target, labels)
      let others = try ids.filter { $0 != target }.map { try require($0, labels).uuid }
      if others.isEmpty { return nil }
      return try LabelRecord(db).merging(others, into: into.uuid, name: into.facts.name)
    }
  }

  func split(_ beer: Int64) throws(ChangeError) -> DiaryChange? {
    let now = now
    return try change { db in
      let (records, labels) = (BeerRecord(db), LabelRecord(db))
      guard try records.exists(beer) else { throw ChangeError.noSuchBeer(String(beer)) }
      guard let label = try Labels(db).label(ofBeer: beer),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE label_id = ?", arguments: [label.id]) ?? 0
          > 1
      else { throw ChangeError.invalid(field: "label", reason: "no other beer has the same one") }
      var random = SystemRandomNumberGenerator()
      var change = LabelChange(.split, name: try records.beer(beer).fields.name)
      let isChosen = try labels.assignedLabel(of: beer)?.isChosen ?? false
      let keys = try keys(ofOnly: beer, in: label, db)
      // If the beer's own label was merged into this one, that label comes back.
      let merged = try keys.map { UUID(label: $0) }.first {
        try labels.label(of: LabelKey(label: $0)) == label.uuid && !Labels(db).exists($0)
      }
      let new: UUID = merged ?? .version7(at: now, using: &random)
      change.beers[beer] = .init(
        before: .init(label: label.uuid, isChosen: isChosen), after: .init(label: new, isChosen: true))
      for key in keys { change.keys[key] = .init(before: label.uuid, after: new) }
      if let merged { change.keys[LabelKey(label: merged)] = .init(before: label.uuid, after: nil) }
      change.products[new] = .init(before: nil, after: keys.first { $0.product != nil })
      let product = try labels.product(of: label.uuid)
      var remaining = product
      if let product, keys.contains(product) {
        remaining = try labels.keys(of: label.uuid).first { $0.product != nil && !keys.contains($0) }
      }
      change.products[label.uuid] = .init(before: product, after: remaining)
      return change
    }
  }

  func keepApart(_ one: Int64, _ other: Int64) throws(ChangeError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      let (a, b) = (try require(one, labels), try require(other, labels))
      if a.uuid == b.uuid { throw ChangeError.invalid(field: "label", reason: "it is one label") }
      let pair = LabelPair(a.uuid, b.uuid)
      if try LabelRecord(db).pairsApart().contains(pair) { return nil }
      var change = LabelChange(.keptApart, name: a.facts.name)
      change.pairs[pair] = .init(before: false, after: true)
      return change
    }
  }

  func setFacts(_ facts: LabelFacts, of id: Int64) throws(ChangeError) -> DiaryChange? {
    if let abv = facts.abv {
      try ChangeError.mapErrors(at: path) { try BeerColumn.named("abv")?.validate(abv) }
    }
    return try change { db in
      let labels = Labels(db)
      let label = try require(id, labels)
      let before = try labels.factOverrides(of: label.uuid)
      let after = facts.isEmpty ? nil : facts
      if before == after { return nil }
      var change = LabelChange(.edited, name: label.facts.name)
      change.facts[label.uuid] = .init(before: before, after: after)
      return change
    }
  }

  /// Makes the change that `body` describes; `nil` if there is none.
  private func change(_ body: (Database) throws -> LabelChange?) throws(ChangeError) -> DiaryChange? {
    try write { db in
      guard let change = try body(db) else { return nil }
      try LabelRecord(db).apply(change)
      return .labels(change)
    }
  }

  private func require(_ id: Int64, _ labels: Labels) throws -> Label {
    guard let label = try labels.label(id) else { throw ChangeError.noSuchLabel(String(id)) }
    return label
  }

  /// Returns the keys of a beer that lead to its label, and that no other beer of the label has.
  private func keys(ofOnly beer: Int64, in label: BeerLabel, _ db: Database) throws -> [LabelKey] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, \(LabelKeys.columns) FROM beer WHERE label_id = ?",
      arguments: [label.id])
    var own: [LabelKey] = []
    var others: Set<LabelKey> = []
    for row in rows {
      let keys = try LabelKeys(row: row).all
      if try row.value(Int64.self, forColumn: "id") == beer { own = keys } else { others.formUnion(keys) }
    }
    return try own.filter { try !others.contains($0) && LabelRecord(db).label(of: $0) == label.uuid }
  }
}
