import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Merges and splits labels, keeps labels apart, and sets their facts.
struct LabelEditor: DiaryComponent {
  typealias WriteError = LabelError

  let database: DiaryDatabase

  func merge(_ uuids: [UUID], into target: UUID) throws(LabelError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      for uuid in uuids { _ = try require(uuid, labels) }
      let label = try require(target, labels)
      let others = uuids.filter { $0 != target }
      if others.isEmpty { return nil }
      var change = try LabelRecord(db).merging(others, into: target, name: label.facts.name)
      try keepTitle(of: label, mergedWith: others, in: &change, labels)
      return change
    }
  }

  /// Sets the name and the brewery of the label that stays, if the newest beer of the others would change them.
  private func keepTitle(
    of label: Label, mergedWith others: [UUID], in change: inout LabelChange, _ labels: Labels
  ) throws {
    let before = try labels.factOverrides(of: label.uuid)
    var after = change.facts[label.uuid]?.after ?? before ?? LabelFacts()
    let shown = after.filled(from: try labels.newestFacts(ofAny: [label.uuid] + others))
    if let name = label.facts.name, name != shown.name { after.name = name }
    if let brewery = label.facts.brewery, brewery != shown.brewery { after.brewery = brewery }
    if after != before ?? LabelFacts() { change.facts[label.uuid] = .init(before: before, after: after) }
  }

  func split(_ beers: [Int64]) throws(LabelError) -> DiaryChange? {
    let now = now
    return try change { try LabelRecord($0).splitting(beers, at: now) }
  }

  func keepApart(_ one: UUID, _ other: UUID) throws(LabelError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      let a = try require(one, labels)
      let b = try require(other, labels)
      if one == other { throw LabelError.sameLabel }
      let pair = LabelPair(one, other)
      if try LabelRecord(db).pairsApart().contains(pair) { return nil }
      var change = LabelChange(.keptApart, name: a.facts.name, otherName: b.facts.name)
      change.pairs[pair] = .init(before: false, after: true)
      return change
    }
  }

  func setFacts(_ facts: LabelFacts, of uuid: UUID) throws(LabelError) -> DiaryChange? {
    if let abv = facts.abv {
      try LabelError.mapErrors(at: path) { try BeerColumn.named("abv")?.validate(abv) }
    }
    return try change { db in
      let labels = Labels(db)
      let label = try require(uuid, labels)
      let before = try labels.factOverrides(of: uuid)
      let after = facts.isEmpty ? nil : facts
      if before == after { return nil }
      var change = LabelChange(.edited, name: label.facts.name)
      change.facts[uuid] = .init(before: before, after: after)
      return change
    }
  }

  /// Makes the change that `body` describes; `nil` if there is none.
  private func change(_ body: (Database) throws -> LabelChange?) throws(LabelError) -> DiaryChange? {
    try recording { db, _ in
      guard let change = try body(db) else { return nil }
      try LabelRecord(db).apply(change)
      return .labels(change)
    }
  }

  private func require(_ uuid: UUID, _ labels: Labels) throws -> Label {
    guard let label = try labels.label(uuid: uuid) else { throw LabelError.noSuchLabel(uuid.text) }
    return label
  }
}
