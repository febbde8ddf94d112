import DiaryModel
import GRDB
import SQLiteKit

/// Counts the beers of a query by month, in one pass over the table.
struct TimelineReader: DiaryComponent {
  let database: DiaryDatabase

  func timeline(_ query: BeerQuery, isCancelled: () -> Bool) throws(StoreError) -> DiaryTimeline {
    try read { db in
      let source = try BeerSource(db, query)
      let keys = try LocalTimeKeys(db)
      let statement = try db.makeStatement(
        sql: "SELECT id, drunk_at, rating, name, brewery, label_id \(source.sql)")
      try statement.setArguments(source.arguments)
      let rows = RawStatement(statement)
      var tallies: [LocalDay: PeriodTally] = [:]
      // The days on which the diary has the labels for the first time.
      var firsts: [Int64: LocalDay] = [:]
      var count = 0
      var undatedCount = 0
      try rows.forEachRow {
        if count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
        count += 1
        guard let key = try rows.text(1).flatMap({ try keys.key($0) }) else {
          undatedCount += 1
          return true
        }
        try tallies[key.day.withoutDay, default: PeriodTally()].add(rows, key)
        if rows.isNull(5) {
          tallies[key.day.withoutDay]?.addFirstTime()
        } else {
          firsts[rows.integer(5)] = min(firsts[rows.integer(5)] ?? key.day, key.day)
        }
        return true
      }
      if !source.isWholeDiary {
        // The labels may have earlier beers, which the query does not select, and those of the trash do not count.
        let labels = firsts.keys.sorted()
        firsts = [:]
        try LabelDays.forEach(db, of: labels, isCancelled) { label, day in
          firsts[label] = min(firsts[label] ?? day, day)
        }
      }
      // A first time that the query does not select may be in a month that it has no beers of.
      for first in firsts.values { tallies[first.withoutDay]?.addFirstTime() }
      return DiaryTimeline(
        periods: tallies.sorted { $0.key < $1.key }.map { $1.period(of: $0) }, undatedCount: undatedCount)
    }
  }
}

/// The figures of a period while its beers are read.
private struct PeriodTally {
  /// A beer that may be one of the best.
  private struct Candidate {
    let beer: DiaryTimeline.Period.BestBeer
    let key: LocalTimeKey
    let id: Int64
    /// `nil` for a beer without a label.
    let label: Int64?
  }

  private var beerCount = 0
  private var ratedCount = 0
  private var ratingSum = 0.0
  private var firstTimes = 0
  private var newest: (key: LocalTimeKey, id: Int64)?
  /// The best beers, the best and then the newest first, one of each label.
  private var best: [Candidate] = []

  mutating func addFirstTime() { firstTimes += 1 }

  /// Adds the beer of the current row.
  mutating func add(_ rows: RawStatement, _ key: LocalTimeKey) throws {
    let id = rows.integer(0)
    beerCount += 1
    if newest.map({ Self.isNewer((key, id), than: $0) }) ?? true { newest = (key, id) }
    if rows.isNull(2) { return }
    let rating = rows.number(2)
    ratedCount += 1
    ratingSum += rating
    func precedes(_ other: Candidate) -> Bool {
      rating == other.beer.rating
        ? Self.isNewer((key, id), than: (other.key, other.id)) : rating > other.beer.rating
    }
    let isFull = best.count == DiaryTimeline.Period.maxBest
    if isFull, let last = best.last, !precedes(last) { return }
    let label = rows.isNull(5) ? nil : rows.integer(5)
    if let label, let same = best.firstIndex(where: { $0.label == label }) {
      if !precedes(best[same]) { return }
      best.remove(at: same)
    }
    let name = try rows.text(3).map { String(decoding: $0, as: UTF8.self) }
    let brewery = try rows.text(4).map { String(decoding: $0, as: UTF8.self) }
    best.insert(
      Candidate(beer: .init(name: name, brewery: brewery, rating: rating), key: key, id: id, label: label),
      at: best.firstIndex(where: precedes) ?? best.count)
    if best.count > DiaryTimeline.Period.maxBest { best.removeLast() }
  }

  /// Returns whether a beer comes before another one in a list by date.
  private static func isNewer(_ beer: (LocalTimeKey, Int64), than other: (LocalTimeKey, Int64)) -> Bool {
    LocalTimeKey.precedes((beer.0, beer.1), (other.0, other.1), isDescending: true)
  }

  /// Returns the period of a month, or of a year whose month is unknown.
  func period(of month: LocalDay) -> DiaryTimeline.Period {
    .init(
      year: month.year, month: month.month, beerCount: beerCount, ratedCount: ratedCount,
      ratingSum: ratingSum, firstTimes: firstTimes, best: best.map(\.beer), newest: newest?.id ?? 0)
  }
}
