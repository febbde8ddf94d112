import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Reads the figures of groups of beers, which SQLite computes.
struct BeerGroupReader: DiaryComponent {
  let database: DiaryDatabase

  func forEachGroup(
    _ query: BeerQuery, _ grouping: BeerGrouping, limit: Int, _ body: (BeerGroup) throws -> Void
  ) throws {
    try read { db -> Result<Void, any Error> in
      let labels = grouping.property == .label ? Labels(db) : nil
      let source = try BeerSource(db, query)
      let sql = Self.sql(grouping, source.sql)
      let rows = try Row.fetchCursor(
        db, sql: sql, arguments: source.arguments + StatementArguments([limit]))
      while let row = try rows.next() {
        guard let group = try BeerGroup(row, labels) else { continue }
        do { try body(group) } catch { return .failure(error) }
      }
      return .success(())
    }.get()
  }

  /// Returns SQL for the groups in their order.
  ///
  /// The beers are grouped twice, as a mean of different beers is the mean of each label's own mean. A beer without a
  /// label is the only one of its label. `LIMIT -1` makes SQLite compute the value of a beer only once. A number and a text
  /// that are shown alike are one group.
  private static func sql(_ grouping: BeerGrouping, _ source: String) -> String {
    let number = grouping.measure.property?.sql ?? "NULL"
    let key =
      grouping.property == .label ? "iif(label_id IS NULL, 'beer ' || id, label_id)" : grouping.property.sql
    let mean = grouping.counting == .beers ? "sum(total) / sum(numbered)" : "avg(mean)"
    return """
      WITH valued (key, label, own, number) AS (
        SELECT \(key), label_id, iif(label_id IS NULL, id, NULL), \(number) \(source) LIMIT -1
      ), numbered (key, shown, label, own, number) AS (
        SELECT key, CASE typeof(key) WHEN 'text' THEN key
          WHEN 'real' THEN iif(abs(key) < 1e15 AND key = CAST(key AS INTEGER), CAST(key AS INTEGER), key) || ''
          ELSE key || '' END, label, own, CASE typeof(number)
          WHEN 'text' THEN \(TypedNumberSQL.number)(number)
          ELSE CAST(number AS REAL) END
        FROM valued WHERE key <> ''
      )
      SELECT min(value COLLATE BINARY), sum(beers), count(*), \(mean), round(sum(total), 9),
        sum(beers) - sum(numbered)
      FROM (
        SELECT min(key COLLATE BINARY) AS value, shown, count(*) AS beers, count(number) AS numbered,
          sum(number) AS total, avg(number) AS mean
        FROM numbered GROUP BY shown COLLATE NOCASE, label, own
      ) GROUP BY shown COLLATE NOCASE ORDER BY \(order(grouping)) LIMIT ?
      """
  }

  private static func order(_ grouping: BeerGrouping) -> String {
    let (first, last) = grouping.isReversed ? ("DESC", "ASC") : ("ASC", "DESC")
    if grouping.property.kind == .time { return "1 \(first)" }
    let column =
      switch grouping.measure {
      case .beers: 2
      case .labels: 3
      case .mean: 4
      case .sum: 5
      }
    return "\(column) \(last) NULLS LAST, 1 COLLATE NOCASE \(first)"
  }
}

extension BeerGroup {
  /// Decodes a row; `nil` if it has no value.
  ///
  /// - Parameter labels: Reads the labels whose ids are the values; `nil` if the values are something else.
  fileprivate init?(_ row: Row, _ labels: Labels?) throws {
    guard let value = JSONValue(stored: row[0]) else { return nil }
    self.value = value
    label = try labels.flatMap { try SharedLabel(value, $0) }
    beerCount = try row.value(atIndex: 1)
    labelCount = try row.value(atIndex: 2)
    mean = try row.value(atIndex: 3)
    sum = try row.value(atIndex: 4)
    missingCount = try row.value(atIndex: 5)
  }
}

extension BeerGroup.SharedLabel {
  /// Reads the label with an id, or what a beer without a label says; `nil` if there is neither.
  fileprivate init?(_ value: JSONValue, _ labels: Labels) throws {
    if case .integer(let id) = value {
      guard let label = try labels.label(id) else { return nil }
      uuid = label.uuid
      facts = label.facts
      return
    }
    guard let id = Int64(value.display.dropFirst("beer ".count)) else { return nil }
    let statement = try labels.db.cachedStatement(
      sql: "SELECT \(LabelFacts.columnList) FROM beer WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
    uuid = nil
    facts = try LabelFacts(row: row)
  }
}
