import DiaryModel
import Foundation
import GRDB
import SQLiteKit

@testable import DiaryStore
@testable import Interchange

/// What a diary says about labels, and what an export keeps: which label each beer has, by UUID, and whether the user
/// chose it; and for labels with beers the facts that were set, the labels that are kept apart, and those that were
/// merged.
///
/// A label that was merged into another one counts as that if it is kept apart.
///
/// Names under which a label was known are left out, as no beer has them any more: those of the beers follow from them.
struct LabelContents: Equatable {
  struct Placement: Equatable {
    var label: UUID
    var isChosen: Bool
  }

  var beers: [UUID: Placement] = [:]
  var facts: [UUID: LabelFacts] = [:]
  var pairs: Set<LabelPair> = []
  var merged: [UUID: UUID] = [:]

  init(_ diary: Diary) throws {
    self = try diary.read { try LabelContents($0) }
  }

  private init(_ db: Database) throws {
    let placements = """
      SELECT beer.uuid, label.uuid, EXISTS (SELECT 1 FROM chosen_label WHERE beer_id = beer.id)
      FROM beer JOIN label ON label.id = beer.label_id
      """
    for row in try Row.fetchAll(db, sql: placements) {
      let beer: UUID = try row.value(atIndex: 0)
      beers[beer] = Placement(label: try row.value(atIndex: 1), isChosen: try row.value(atIndex: 2))
    }
    let labels = Set(beers.values.map(\.label))
    for row in try Row.fetchAll(db, sql: "SELECT label_uuid, name, brewery, style, abv FROM label_fields") {
      let label: UUID = try row.value(atIndex: 0)
      if labels.contains(label) { facts[label] = try LabelFacts(row: row) }
    }
    var targets: [UUID: UUID] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT key, label_uuid FROM label_key WHERE key GLOB 'label:*'") {
      let key: String = try row.value(atIndex: 0)
      let label: UUID = try row.value(atIndex: 1)
      guard let other = LabelKey(text: key).mergedLabel, !labels.contains(other) else { continue }
      targets[other] = label
    }
    merged = targets.filter { labels.contains($0.value) }
    for row in try Row.fetchAll(db, sql: "SELECT first_uuid, second_uuid FROM distinct_labels") {
      let first: UUID = try row.value(atIndex: 0)
      let second: UUID = try row.value(atIndex: 1)
      let pair = LabelPair(targets[first] ?? first, targets[second] ?? second)
      guard pair.first != pair.second, !labels.isDisjoint(with: [pair.first, pair.second]) else { continue }
      pairs.insert(pair)
    }
  }

  /// The labels that beers have.
  var labels: Set<UUID> { Set(beers.values.map(\.label)) }
}

/// All that a diary has recorded about labels, without their ids.
struct LabelTables: Equatable {
  private static let queries = [
    "SELECT uuid, product FROM label ORDER BY uuid",
    "SELECT key, label_uuid FROM label_key ORDER BY key",
    "SELECT label_uuid, name, brewery, style, abv FROM label_fields ORDER BY label_uuid",
    "SELECT first_uuid, second_uuid FROM distinct_labels ORDER BY first_uuid, second_uuid",
    "SELECT beer_id FROM chosen_label ORDER BY beer_id",
    "SELECT beer.id, label.uuid FROM beer LEFT JOIN label ON label.id = beer.label_id ORDER BY beer.id",
  ]

  private let rows: [[[DatabaseValue]]]

  init(_ diary: Diary) throws {
    rows = try diary.read { db in
      try Self.queries.map { sql in try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) } }
    }
  }
}
