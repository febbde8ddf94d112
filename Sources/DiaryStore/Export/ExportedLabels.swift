import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Reads the labels of beers for an export.
struct ExportedLabels {
  /// The last columns of a row, as SQL.
  static let columns = ["label.id", "label.uuid", "chosen_label.beer_id IS NOT NULL"]

  /// The numbers of beers in the diary, by the ids of labels.
  private var times: [Int64: Int] = [:]
  /// Counts the beers of a label that is not in `times`; `nil` if each such label has a single beer.
  private var counting: Statement?
  /// What the user decided, by label; `nil` to leave that out.
  private let decisions: [UUID: LabelDecisions]?
  /// The labels whose decisions have been exported.
  private var exported: Set<UUID> = []

  /// Prepares reading labels.
  ///
  /// - Parameter includesDecisions: Whether labels have what the user decided about them.
  init(_ db: Database, includesDecisions: Bool) throws {
    decisions = includesDecisions ? try LabelDecisions.all(db) : nil
    counting = try db.makeStatement(
      sql: "SELECT count(*) FROM beer WHERE label_id = ? AND deleted_at IS NULL")
  }

  /// Counts the beers of all labels in the index, which takes less time than a look-up for each of very many beers.
  mutating func countAll(_ db: Database) throws {
    counting = nil
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT label_id, sum(deleted_at IS NULL) AS times FROM beer WHERE label_id IS NOT NULL
        GROUP BY label_id HAVING times <> 1
        """)
    while let row = try rows.next() {
      let label: Int64 = try row.value(atIndex: 0)
      let count: Int = try row.value(atIndex: 1)
      times[label] = count
    }
  }

  /// Returns the label of a beer, with its decisions if it is the first beer of the label.
  ///
  /// Call this only for beers that are exported, in their order.
  ///
  /// - Parameter row: A row that ends with ``columns``.
  mutating func label(of row: Row) throws -> ExportedBeer.Label? {
    let start = row.count - Self.columns.count
    guard let id = try row.value(Int64?.self, atIndex: start) else { return nil }
    let uuid: UUID = try row.value(atIndex: start + 1)
    let count = try times(of: id)
    guard let decisions else {
      return ExportedBeer.Label(uuid: uuid, times: count, isChosen: false, isDecided: false, decisions: nil)
    }
    let isChosen: Bool = try row.value(atIndex: start + 2)
    let own = decisions[uuid]
    let isFirst = own != nil && exported.insert(uuid).inserted
    return ExportedBeer.Label(
      uuid: uuid, times: count, isChosen: isChosen,
      isDecided: isChosen || own != nil || uuid.isSplitOffLabel, decisions: isFirst ? own : nil)
  }

  private mutating func times(of label: Int64) throws -> Int {
    if let known = times[label] { return known }
    guard let counting else { return 1 }
    let count = try Int.fetchOne(counting, arguments: [label]) ?? 0
    times[label] = count
    return count
  }
}
