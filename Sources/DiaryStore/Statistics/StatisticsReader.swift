import DiaryModel
import GRDB
import SQLiteKit

/// Computes the statistics of a query.
struct StatisticsReader: DiaryComponent {
  let database: DiaryDatabase

  func statistics(_ query: BeerQuery, limit: Int, today: DiaryDate?, isCancelled: () -> Bool)
    throws(StoreError) -> DiaryStatistics
  {
    try read { try StatisticsQueries($0, query, limit: limit, today: today).all(isCancelled) }
  }
}

private struct StatisticsQueries {
  /// The custom fields in which imports and users record a country.
  private static let countryFields = ["country", "brewery_country"]
  private static let country =
    "coalesce(\(countryFields.map { "json_extract(extras, '$.\($0)')" }.joined(separator: ", ")))"
  /// 53 weeks.
  private static let calendarDays = 371

  /// SQL for the beers that are counted.
  private let beers: String
  /// The arguments of `beers`.
  private let arguments: StatementArguments
  private let db: Database
  private let limit: Int
  private let today: DiaryDate?

  init(_ db: Database, _ query: BeerQuery, limit: Int, today: DiaryDate?) throws {
    let all = "FROM beer WHERE deleted_at IS \(query.filter.isInTrash ? "NOT NULL" : "NULL")"
    if query.filter.alternatives.isEmpty, query.searchWords.isEmpty {
      (beers, arguments) = (all, [])
    } else {
      beers = all + " AND id IN (SELECT value FROM json_each(?))"
      arguments = try [FilterEvaluation(db, query).ids().ascending.jsonArray]
    }
    self.db = db
    self.limit = limit
    self.today = today
  }

  func all(_ isCancelled: () -> Bool) throws -> DiaryStatistics {
    func check() throws(StoreError) { if isCancelled() { throw .cancelled } }
    try check()
    var statistics = try totals()
    statistics.horizon = today?.text
    try check()
    let dates = try shares(
      of: "substr(\(LocalTimeSQL.drunkAt), 1, 10)", where: "drunk_at IS NOT NULL", byValue: true)
    statistics.years = Self.shares(dates, byFirst: "2024".count)
    statistics.months = Self.shares(dates, byFirst: "2024-06".count)
    statistics.days = days(of: Self.shares(dates, byFirst: "2024-06-01".count))
    try check()
    statistics.ratings = try bins("rating", step: 0.5)
    try check()
    statistics.abvs = try bins("abv", step: 1)
    try check()
    statistics.styles = try shares(of: "style")
    try check()
    statistics.breweries = try shares(of: "brewery")
    try check()
    statistics.places = try shares(of: "place")
    try check()
    statistics.countries = try shares(of: Self.country, where: "extras <> '{}'")
    if !statistics.countries.isEmpty { statistics.countryFields = try countryFields() }
    return statistics
  }

  private func totals() throws -> DiaryStatistics {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), avg(rating), avg(abv), count(DISTINCT brewery COLLATE NOCASE),
          count(DISTINCT style COLLATE NOCASE), count(DISTINCT place COLLATE NOCASE) \(beers)
        """, arguments: arguments)
    var statistics = DiaryStatistics()
    guard let row else { return statistics }
    statistics.beerCount = try row.value(atIndex: 0)
    statistics.averageRating = try row.value(atIndex: 1)
    statistics.averageABV = try row.value(atIndex: 2)
    (statistics.breweryCount, statistics.styleCount, statistics.placeCount) = try (
      row.value(atIndex: 3), row.value(atIndex: 4), row.value(atIndex: 5)
    )
    return statistics
  }

  /// Counts beers by a value; at most `limit` values are returned, unless they are sorted by value.
  private func shares(of value: String, where condition: String = "true", byValue: Bool = false) throws
    -> [DiaryStatistics.Share]
  {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \(value) AS value, count(*) \(beers) AND \(condition) AND value IS NOT NULL AND value <> ''
        GROUP BY value COLLATE NOCASE ORDER BY \(byValue ? "value" : "count(*) DESC, value")
        LIMIT ?
        """, arguments: arguments + [byValue ? -1 : limit])
    return try rows.map { try .init($0.value(String?.self, atIndex: 0) ?? "", $0.value(atIndex: 1)) }
  }

  /// Returns the fields for countries that beers have.
  private func countryFields() throws -> [String] {
    try Self.countryFields.filter { field in
      let condition = "extras <> '{}' AND json_extract(extras, '$.\(field)') <> ''"
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 \(beers) AND \(condition))", arguments: arguments)
        == true
    }
  }

  /// Adds up dates that begin with the same characters; less precise dates are left out.
  ///
  /// - Parameter dates: Sorted by date.
  private static func shares(_ dates: [DiaryStatistics.Share], byFirst length: Int) -> [DiaryStatistics.Share]
  {
    dates.filter { $0.value.count >= length }.reduce(into: []) { shares, date in
      let start = String(date.value.prefix(length))
      if shares.last?.value == start {
        shares[shares.count - 1].count += date.count
      } else {
        shares.append(.init(start, date.count))
      }
    }
  }

  /// Returns the days of the calendar, which ends with the last day that is not in the future.
  private func days(of shares: [DiaryStatistics.Share]) -> [DiaryStatistics.Share] {
    let past = shares.last { share in today.map { share.value <= $0.text } ?? true }
    guard let last = past ?? shares.last, let end = DiaryDate(last.value)?.dayNumber,
      let start = DiaryDate(dayNumber: end - Self.calendarDays)
    else { return [] }
    return shares.filter { start.text...last.value ~= $0.value }
  }

  private func bins(_ column: String, step: Double) throws -> [DiaryStatistics.Bin] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(\(column) / \(step) + 1e-9 AS INTEGER) AS bin, count(*) \(beers) AND \(column) IS NOT NULL
        GROUP BY bin ORDER BY bin
        """, arguments: arguments)
    return try rows.map { try .init(Double($0.value(Int.self, atIndex: 0)) * step, $0.value(atIndex: 1)) }
  }
}
