import GRDB

extension Diary {
  /// Counts what is in the diary, its trash left out; takes a second or two for a million beers.
  ///
  /// - Parameter limit: How many of the most frequent styles, breweries, places and countries are told.
  package func statistics(limit: Int = 20) throws(DiaryError) -> DiaryStatistics {
    try read { try StatisticsQueries($0, limit: limit).all() }
  }
}

private struct StatisticsQueries {
  private static let beers = "FROM beer WHERE deleted_at IS NULL"
  /// Where imports and people note a country.
  private static let country =
    "coalesce(json_extract(extras, '$.country'), json_extract(extras, '$.brewery_country'))"
  private static let daysOfCalendar = 371

  private let db: Database
  private let limit: Int

  init(_ db: Database, limit: Int) {
    self.db = db
    self.limit = limit
  }

  func all() throws -> DiaryStatistics {
    var statistics = try totals()
    statistics.months = try shares(
      of: "substr(drunk_at, 1, 7)", where: "length(drunk_at) >= 7", byValue: true)
    statistics.years = try shares(of: "substr(drunk_at, 1, 4)", where: "drunk_at IS NOT NULL", byValue: true)
    statistics.days = try days()
    statistics.ratings = try bins("rating", step: 0.5)
    statistics.abvs = try bins("abv", step: 1)
    statistics.styles = try shares(of: "style")
    statistics.breweries = try shares(of: "brewery")
    statistics.places = try shares(of: "place")
    statistics.countries = try shares(of: Self.country, where: "extras <> '{}'")
    return statistics
  }

  private func totals() throws -> DiaryStatistics {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), avg(rating), avg(abv), count(DISTINCT brewery COLLATE NOCASE),
          count(DISTINCT style COLLATE NOCASE), count(DISTINCT place COLLATE NOCASE) \(Self.beers)
        """)
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
        SELECT \(value) AS value, count(*) \(Self.beers) AND \(condition) AND value IS NOT NULL AND value <> ''
        GROUP BY value COLLATE NOCASE ORDER BY \(byValue ? "value" : "count(*) DESC, value")
        LIMIT ?
        """, arguments: [byValue ? -1 : limit])
    return rows.map { .init($0[0] as String? ?? "", $0[1]) }
  }

  private func days() throws -> [DiaryStatistics.Share] {
    let last = try String.fetchOne(
      db, sql: "SELECT max(substr(drunk_at, 1, 10)) \(Self.beers) AND length(drunk_at) >= 10")
    guard let last else { return [] }
    return try shares(
      of: "substr(drunk_at, 1, 10)",
      where: "length(drunk_at) >= 10 AND drunk_at >= date('\(last)', '-\(Self.daysOfCalendar) days')",
      byValue: true)
  }

  private func bins(_ column: String, step: Double) throws -> [DiaryStatistics.Bin] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(\(column) / \(step) + 1e-9 AS INTEGER) AS bin, count(*) \(Self.beers) AND \(column) IS NOT NULL
        GROUP BY bin ORDER BY bin
        """)
    return rows.map { .init(Double($0[0] as Int) * step, $0[1]) }
  }
}
