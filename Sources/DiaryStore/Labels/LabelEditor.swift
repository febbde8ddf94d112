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
      return try merging(try ids.map { try require($0, labels) }, into: try require(target, labels), db)
    }
  }

  func merge(_ uuids: [UUID], into target: UUID) throws(ChangeError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      return try merging(try uuids.map { try require($0, labels) }, into: try require(target, labels), db)
    }
  }

  /// Returns the change that makes one label of several; `nil` if they are one already.
  private func merging(_ all: [Label], into target: Label, _ db: Database) throws -> LabelChange? {
    let others = all.filter { $0.id != target.id }
    if others.isEmpty { return nil }
    var change = try LabelRecord(db).merging(others.map(\.uuid), into: target.uuid, name: target.facts.name)
    try keepTitle(of: target, mergedWith: others.map(\.id), in: &change, Labels(db))
    return change
  }

  /// Sets the name and the brewery of the label that stays, if the newest beer of the others would change them.
  private func keepTitle(
    of label: Label, mergedWith others: [Int64], in change: inout LabelChange, _ labels: Labels
  ) throws {
    let before = try labels.factOverrides(of: label.uuid)
    var after = change.facts[label.uuid]?.after ?? before ?? LabelFacts()
    let shown = after.filled(from: try labels.newestFacts(ofAny: [label.id] + others))
    if let name = label.facts.name, name != shown.name { after.name = name }
    if let brewery = label.facts.brewery, brewery != shown.brewery { after.brewery = brewery }
    if after != before ?? LabelFacts() { change.facts[label.uuid] = .init(before: before, after: after) }
  }

  func split(_ beers: [Int64]) throws(ChangeError) -> DiaryChange? {
    let now = now
    return try change { try LabelRecord($0).splitting(beers, at: now) }
  }

  func keepApart(_ one: Int64, _ other: Int64) throws(ChangeError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      return try keepingApart(try require(one, labels), try require(other, labels), db)
    }
  }

  func keepApart(_ one: UUID, _ other: UUID) throws(ChangeError) -> DiaryChange? {
    try change { db in
      let labels = Labels(db)
      return try keepingApart(try require(one, labels), try require(other, labels), db)
    }
  }

  /// Returns the change that keeps two labels apart; `nil` if they are apart already.
  private func keepingApart(_ a: Label, _ b: Label, _ db: Database) throws -> LabelChange? {
    if a.uuid == b.uuid { throw ChangeError.invalid(field: "label", reason: "it is one label") }
    let pair = LabelPair(a.uuid, b.uuid)
    if try LabelRecord(db).pairsApart().contains(pair) { return nil }
    var change = LabelChange(.keptApart, name: a.facts.name, otherName: b.facts.name)
    change.pairs[pair] = .init(before: false, after: true)
    return change
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
    try recording { db, _ in
      guard let change = try body(db) else { return nil }
      try LabelRecord(db).apply(change)
      return .labels(change)
    }
  }

  private func require(_ id: Int64, _ labels: Labels) throws -> Label {
    guard let label = try labels.label(id) else { throw ChangeError.noSuchLabel(String(id)) }
    return label
  }

  private func require(_ uuid: UUID, _ labels: Labels) throws -> Label {
    guard let id = try labels.id(of: uuid) else { throw ChangeError.noSuchLabel(uuid.text) }
    return try require(id, labels)
  }
}
