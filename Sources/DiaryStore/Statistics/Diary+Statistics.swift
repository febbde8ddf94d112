import GRDB

extension Diary {
  /// Counts the beers of a query, of its list's order nothing; takes a second or two for a million beers.
  ///
  /// - Parameters:
  ///   - limit: How many of the most frequent styles, breweries, places and countries are told.
  ///   - today: The day that it is; a beer of a later one does not carry the calendar along. `nil` where no day is late.
  package func statistics(_ query: BeerQuery = BeerQuery(), limit: Int = 20, today: DiaryDate? = nil)
    throws(DiaryError) -> DiaryStatistics
  {
    try read { try StatisticsQueries($0, query, limit: limit, today: today).all() }
  }
}

private struct StatisticsQueries {
  /// Where imports and people note a country.
  private static let countryFields = ["country", "brewery_country"]
  private static let country =
    "coalesce(\(countryFields.map { "json_extract(extras, '$.\($0)')" }.joined(separator: ", ")))"
  private static let daysOfCalendar = 371
  private static let day = "substr(drunk_at, 1, 10)"

  /// The beers that are counted, with what its parameter stands for.
  private let beers: String
  private let chosen: StatementArguments
  private let db: Database
  private let limit: Int
  private let today: DiaryDate?

  init(_ db: Database, _ query: BeerQuery, limit: Int, today: DiaryDate?) throws {
    let side = "FROM beer WHERE deleted_at IS \(query.filter.isInTrash ? "NOT NULL" : "NULL")"
    if query.filter.alternatives.isEmpty, query.searchWords.isEmpty {
      (beers, chosen) = (side, [])
    } else {
      beers = side + " AND id IN (SELECT value FROM json_each(?))"
      chosen = try [FilterEvaluation(db, query).ids().ascending.jsonArray]
    }
    self.db = db
    self.limit = limit
    self.today = today
  }

  func all() throws -> DiaryStatistics {
    var statistics = try totals()
    statistics.horizon = try horizon()
    statistics.months = try shares(
      of: "substr(drunk_at, 1, 7)", where: "length(drunk_at) >= 7", byValue: true)
    statistics.years = try shares(of: "substr(drunk_at, 1, 4)", where: "drunk_at IS NOT NULL", byValue: true)
    statistics.days = try days(until: statistics.horizon)
    statistics.ratings = try bins("rating", step: 0.5)
    statistics.abvs = try bins("abv", step: 1)
    statistics.styles = try shares(of: "style")
    statistics.breweries = try shares(of: "brewery")
    statistics.places = try shares(of: "place")
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
        """, arguments: chosen)
    var statistics = DiaryStatistics()
    guard let row else { return statistics }
    statistics.beerCount = row[0]
    statistics.averageRating = row[1]
    statistics.averageABV = row[2]
    (statistics.breweryCount, statistics.styleCount, statistics.placeCount) = (row[3], row[4], row[5])
    return statistics
  }

  /// Beers by a value that they have; a million values are counted where they differ, and only the first are kept.
  private func shares(of value: String, where condition: String = "true", byValue: Bool = false) throws
    -> [DiaryStatistics.Share]
  {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \(value) AS value, count(*) \(beers) AND \(condition) AND value IS NOT NULL AND value <> ''
        GROUP BY value COLLATE NOCASE ORDER BY \(byValue ? "value" : "count(*) DESC, value")
        LIMIT ?
        """, arguments: chosen + [byValue ? -1 : limit])
    return rows.map { .init($0[0] as String? ?? "", $0[1]) }
  }

  /// Those that beers have.
  private func countryFields() throws -> [String] {
    try Self.countryFields.filter { field in
      let condition = "extras <> '{}' AND json_extract(extras, '$.\(field)') <> ''"
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 \(beers) AND \(condition))", arguments: chosen)
        == true
    }
  }

  /// An instant is kept as of Greenwich, where it may be tomorrow already.
  private func horizon() throws -> String? {
    try String.fetchOne(db, sql: "SELECT date(?, '+1 day')", arguments: [today?.text])
  }

  private func days(until horizon: String?) throws -> [DiaryStatistics.Share] {
    let last = try String.fetchOne(
      db,
      sql: """
        SELECT coalesce(max(\(Self.day)) FILTER (WHERE \(Self.day) <= ?), max(\(Self.day))) \(beers)
          AND length(drunk_at) >= 10
        """, arguments: [horizon] + chosen)
    guard let last else { return [] }
    return try shares(
      of: Self.day,
      where: """
        length(drunk_at) >= 10 AND drunk_at >= date('\(last)', '-\(Self.daysOfCalendar) days')
          AND drunk_at < date('\(last)', '+1 day')
        """, byValue: true)
  }

  private func bins(_ column: String, step: Double) throws -> [DiaryStatistics.Bin] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(\(column) / \(step) + 1e-9 AS INTEGER) AS bin, count(*) \(beers) AND \(column) IS NOT NULL
        GROUP BY bin ORDER BY bin
        """, arguments: chosen)
    return rows.map { .init(Double($0[0] as Int) * step, $0[1]) }
  }
}
