import DiaryModel
import GRDB

/// SQL for the beers of a query, from `FROM` on, and the values of its parameters.
struct BeerSource {
  private(set) var sql: String
  private(set) var arguments: StatementArguments
  /// Whether every beer of the diary that is not in the trash is selected.
  let isWholeDiary: Bool

  /// Selects the beers of a query, each of them even if the query is for one beer of each label.
  ///
  /// - Parameter usesIndexes: Whether SQLite may use an index, which is faster only for a small part of the diary: it reads
  ///   the table in random order.
  init(_ db: Database, _ query: BeerQuery, usesIndexes: Bool = false) throws {
    // The plus sign keeps SQLite from using an index.
    sql =
      "FROM beer WHERE \(usesIndexes ? "" : "+")deleted_at IS \(query.filter.isInTrash ? "NOT NULL" : "NULL")"
    arguments = []
    isWholeDiary = query.hasAllBeers
    if query.hasAllBeers || query.hasWholeTrash { return }
    sql += " AND id IN (SELECT value FROM json_each(?))"
    arguments = [try FilterEvaluation(db, query).ids().ascending.jsonArray]
  }

  /// Returns the source of those beers that also fulfill a condition.
  func and(_ condition: LocalTimeSQL.Condition) -> BeerSource {
    var source = self
    source.sql += " AND \(condition.sql)"
    source.arguments = arguments + condition.arguments
    return source
  }
}
