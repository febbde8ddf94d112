package import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Reads labels and the beers that have them.
struct LabelReader: DiaryComponent {
  let database: DiaryDatabase

  func label(uuid: UUID) throws(StoreError) -> Label? { try read { try Labels($0).label(uuid: uuid) } }

  func label(ofBeer id: Int64) throws(StoreError) -> Label? {
    try read { db in try Labels(db).id(ofBeer: id).flatMap { try Labels(db).label($0) } }
  }

  func beers(ofLabel uuid: UUID, includingTrash: Bool) throws(StoreError) -> [BeerListItem] {
    try read { db in
      let labels = Labels(db)
      return try labels.id(of: uuid).map { try labels.beers($0, includingTrash: includingTrash) } ?? []
    }
  }

  func positionInLabel(ofBeer id: Int64) throws(StoreError) -> Int? {
    try read { db in
      guard let label = try Labels(db).id(ofBeer: id) else { return nil }
      let ids = try Labels(db).beerIDs(label)
      return ids.firstIndex(of: id).map { ids.count - $0 }
    }
  }

  func detail(uuid: UUID) throws(StoreError) -> LabelDetail? {
    try read { db in try Labels(db).id(of: uuid).flatMap { try Labels(db).detail($0) } }
  }

  func detail(ofBeer id: Int64) throws(StoreError) -> LabelDetail? {
    try read { db in try Labels(db).id(ofBeer: id).flatMap { try Labels(db).detail($0) } }
  }

  func labels(named name: String, brewery: String?) throws(StoreError) -> [Label] {
    try read { try Labels($0).labels(named: name, brewery: brewery) }
  }

  func label(ofNewBeer name: String, brewery: String?) throws(StoreError) -> Label? {
    try read { try Labels($0).label(ofNewBeer: name, brewery: brewery) }
  }

  func labels(
    matching text: String, limit: Int, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [FoundLabel] {
    try read { db in
      // Counting the beers of all labels would take a second for a million. The plus signs keep the order of the ids.
      var beers = "SELECT id FROM beer WHERE +label_id > 0 AND +deleted_at IS NULL ORDER BY id DESC LIMIT ?"
      var arguments: StatementArguments = [Self.maxCandidates]
      let words = text.nameWords
      if !words.isEmpty {
        let query = BeerQuery(
          filter: .nameOrBrewery(words.prefix(Self.maxNameWords).map(String.init)),
          search: words.dropFirst(Self.maxNameWords).joined(separator: " "))
        let ids = try FilterEvaluation(db, query, isCancelled: isCancelled).ids().ascending
        beers = "SELECT value FROM json_each(?)"
        arguments = [ids.suffix(Self.maxCandidates).jsonArray]
      }
      let ids = try Int64.fetchAll(
        db,
        sql: """
          SELECT label_id FROM beer WHERE id IN (\(beers)) AND +label_id > 0 AND +deleted_at IS NULL
          GROUP BY label_id ORDER BY max(name = ? COLLATE NOCASE) DESC, count(*) DESC, max(id) DESC LIMIT ?
          """, arguments: arguments + [text.trimmingCharacters(in: .whitespaces), limit])
      let labels = Labels(db)
      return try ids.compactMap { id -> FoundLabel? in
        try checkCancellation(isCancelled)
        guard let label = try labels.label(id), let newest = try labels.beerIDs(id).first else { return nil }
        return FoundLabel(label: label, newestBeer: newest)
      }
    }
  }

  /// The number of matching beers whose labels are considered, the latest ones; typing on leaves fewer.
  private static let maxCandidates = 20_000

  /// The number of words that are looked for in names and breweries only; others are looked for in all text.
  ///
  /// Each one doubles the number of alternatives.
  private static let maxNameWords = 3

  func labels(uuidPrefix: String) throws(StoreError) -> [Label] {
    guard let bounds = UUID.bounds(ofPrefix: uuidPrefix) else { return [] }
    return try read { db in
      let ids = try Int64.fetchAll(
        db, sql: "SELECT id FROM label WHERE uuid BETWEEN ? AND ? ORDER BY uuid",
        arguments: [bounds.first, bounds.last])
      let labels = Labels(db)
      return try ids.compactMap { try labels.label($0) }.filter { $0.history.times > 0 }
    }
  }

  func factOverrides(ofLabel uuid: UUID) throws(StoreError) -> LabelFacts {
    try read { db in
      // What was set for a label is kept after its last beer is deleted.
      let labels = Labels(db)
      return try labels.exists(uuid) ? labels.factOverrides(of: uuid) ?? LabelFacts() : LabelFacts()
    }
  }

  /// Calls `body` with the row id and the label of each label, as ``Diary/forEachLabel(_:limit:_:)`` does.
  func forEachLabel(
    _ query: BeerQuery = BeerQuery(), limit: Int, _ body: (Int64, Label) throws -> Void
  ) throws {
    try read { db -> Result<Void, any Error> in
      var condition = ""
      var arguments: StatementArguments = []
      if !query.hasAllBeers {
        let source = try BeerSource(db, query)
        condition = "AND label_id IN (SELECT label_id \(source.sql))"
        arguments = source.arguments
      }
      let direction = query.isReversed ? "ASC" : "DESC"
      let ids = try Int64.fetchAll(
        db,
        sql: """
          SELECT label_id FROM beer WHERE label_id > 0 AND +deleted_at IS NULL \(condition)
          GROUP BY label_id ORDER BY count(*) \(direction), max(id) \(direction) LIMIT ?
          """, arguments: arguments + StatementArguments([limit]))
      let labels = Labels(db)
      for id in ids {
        guard let label = try labels.label(id) else { continue }
        do { try body(id, label) } catch { return .failure(error) }
      }
      return .success(())
    }.get()
  }

  func unlabeledBeerCount() throws(StoreError) -> Int { try read { try LabelAssignment($0).remaining } }
}

/// A label that was found by its name or its brewery.
package struct FoundLabel: Hashable, Sendable {
  /// The label.
  package let label: Label
  /// The beer of the label that was drunk last.
  package let newestBeer: Int64

  /// Creates a label with its newest beer.
  package init(label: Label, newestBeer: Int64) {
    self.label = label
    self.newestBeer = newestBeer
  }
}

extension BeerFilter {
  /// Returns a filter for beers with each word in the name or in the brewery.
  fileprivate static func nameOrBrewery(_ words: [String]) -> BeerFilter {
    words.reduce(BeerFilter()) { filter, word in
      filter.and(BeerFilter([[Term(.text(.name, word))], [Term(.text(.brewery, word))]]))
    }
  }
}
