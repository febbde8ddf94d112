import DiaryModel
import GRDB
import SQLiteKit

/// Counts the beers of the diary by month, in one pass over the table.
struct TimelineReader: DiaryComponent {
  let database: DiaryDatabase

  func timeline(isCancelled: () -> Bool) throws(StoreError) -> DiaryTimeline {
    try read { db in
      let keys = try LocalTimeKeys(db)
      // The plus sign keeps SQLite from using an index, which would read the table in random order.
      let rows = RawStatement(
        try db.makeStatement(
          sql: "SELECT id, drunk_at, rating, name, brewery FROM beer WHERE +deleted_at IS NULL"))
      var tallies: [Int: PeriodTally] = [:]
      var (count, undatedCount) = (0, 0)
      try rows.forEachRow {
        if count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
        count += 1
        guard let text = try rows.text(1) else {
          undatedCount += 1
          return true
        }
        // Another program may have written text that is not a date.
        guard let key = try keys.key(text) else { return true }
        try tallies[key.month, default: PeriodTally()].add(rows, key)
        return true
      }
      return DiaryTimeline(
        periods: tallies.sorted { $0.key < $1.key }.map { $1.period }, undatedCount: undatedCount)
    }
  }
}

/// The figures of a period while its beers are read.
private struct PeriodTally {
  private var beerCount = 0
  private var ratedCount = 0
  private var ratingSum = 0.0
  private var newest: (key: LocalTimeKey, id: Int64)?
  private var best: (beer: DiaryTimeline.Period.BestBeer, key: LocalTimeKey, id: Int64)?

  /// Adds the beer of the current row.
  mutating func add(_ rows: RawStatement, _ key: LocalTimeKey) throws {
    let id = rows.integer(0)
    beerCount += 1
    if newest.map({ Self.isNewer((key, id), than: $0) }) ?? true { newest = (key, id) }
    if rows.isNull(2) { return }
    let rating = rows.number(2)
    ratedCount += 1
    ratingSum += rating
    if let best, rating < best.beer.rating { return }
    if let best, rating == best.beer.rating, !Self.isNewer((key, id), than: (best.key, best.id)) { return }
    let name = try rows.text(3).map { String(decoding: $0, as: UTF8.self) }
    let brewery = try rows.text(4).map { String(decoding: $0, as: UTF8.self) }
    best = (.init(name: name, brewery: brewery, rating: rating), key, id)
  }

  /// Returns whether a beer comes before another one in a list by date.
  private static func isNewer(_ beer: (LocalTimeKey, Int64), than other: (LocalTimeKey, Int64)) -> Bool {
    LocalTimeKey.precedes((beer.0, beer.1), (other.0, other.1), isDescending: true)
  }

  var period: DiaryTimeline.Period {
    let (year, month) = newest?.key.yearAndMonth ?? (0, nil)
    return .init(
      year: year, month: month, beerCount: beerCount, ratedCount: ratedCount, ratingSum: ratingSum,
      best: best?.beer, newest: newest?.id ?? 0)
  }
}
