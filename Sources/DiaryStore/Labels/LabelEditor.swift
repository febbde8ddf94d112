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

  func split(_ beers: [Int64]) throws(ChangeError) -> DiaryChange? {
    let now = now
    return try change { try LabelRecord($0).splitting(beers, at: now) }
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
}
