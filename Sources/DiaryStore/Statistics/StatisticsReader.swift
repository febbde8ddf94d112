import DiaryModel
import GRDB
import SQLiteKit

/// Computes the statistics of a query.
struct StatisticsReader: DiaryComponent {
  let database: DiaryDatabase

  func statistics(
    _ query: BeerQuery, limit: Int, today: DiaryDate?, counting: DiaryStatistics.Counting,
    isCancelled: () -> Bool
  ) throws(StoreError) -> DiaryStatistics {
    try read { db in
      try StatisticsComputation(
        db, query, limit: limit, today: today, counting: counting, isCancelled: isCancelled
      ).statistics(isCancelled)
    }
  }
}

private struct StatisticsComputation {
  /// 53 weeks.
  private static let calendarDays = 371

  private let db: Database
  private let beers: CountedBeers
  /// Whether every beer of the diary is counted.
  private let isWholeDiary: Bool
  private let limit: Int
  private let today: DiaryDate?
  private let counting: DiaryStatistics.Counting

  init(
    _ db: Database, _ query: BeerQuery, limit: Int, today: DiaryDate?, counting: DiaryStatistics.Counting,
    isCancelled: () -> Bool
  ) throws {
    try checkCancellation(isCancelled)
    let source = try BeerSource(db, query)
    beers = try CountedBeers(db, source, isCancelled: isCancelled)
    isWholeDiary = source.isWholeDiary
    self.db = db
    self.limit = limit
    self.today = today
    self.counting = counting
  }

  func statistics(_ isCancelled: () -> Bool) throws -> DiaryStatistics {
    var statistics = DiaryStatistics()
    statistics.horizon = today?.text
    statistics.counting = counting
    guard !beers.labels.isEmpty else { return statistics }
    statistics.beerCount = beers.labels.count
    statistics.labelCount = beers.labelCount
    statistics.averageRating = average(beers.ratings)
    statistics.averageABV = average(beers.abvs)
    statistics.breweryCount = beers.breweries.all.count
    statistics.styleCount = beers.styles.all.count
    statistics.placeCount = beers.places.all.count
    statistics.countryCount = beers.countries.all.count
    statistics.beforeThisYear = beforeThisYear()
    try checkCancellation(isCancelled)
    statistics.years = periods(byFirst: "2024".count)
    statistics.months = periods(byFirst: "2024-06".count)
    statistics.days = calendar(periods(byFirst: "2024-06-01".count))
    try checkCancellation(isCancelled)
    statistics.firstTimes = try firstTimes(isCancelled)
    try checkCancellation(isCancelled)
    statistics.ratings = bins(beers.ratings, step: 0.5)
    statistics.abvs = bins(beers.abvs, step: 1)
    statistics.abvRatingIntervals = abvRatingIntervals()
    try checkCancellation(isCancelled)
    statistics.families = families()
    if !statistics.families.isEmpty { statistics.missingFamilies = try missingFamilies() }
    try checkCancellation(isCancelled)
    statistics.styles = mostFrequent(beers.styles)
    statistics.breweries = mostFrequent(beers.breweries)
    statistics.bestBreweries = best(beers.breweries)
    statistics.places = mostFrequent(beers.places)
    statistics.countries = mostFrequent(beers.countries)
    return statistics
  }

  private func average(_ numbers: [Double]) -> Double? {
    beers.tallies(numbers, count: 1) { _ in 0 }[0].average(by: counting)
  }
}

// MARK: - Values

extension StatisticsComputation {
  private func share(_ value: String, _ tally: CountedBeers.Tally) -> DiaryStatistics.Share {
    .init(
      value, tally.beers, labels: tally.labels, averageRating: tally.average(by: counting),
      ratedCount: tally.numberedCount(by: counting))
  }

  /// Returns whether a share comes before another one: the more frequent one, or else by value.
  private func precedes(_ share: DiaryStatistics.Share, _ other: DiaryStatistics.Share) -> Bool {
    (other.count(of: counting), share.value) < (share.count(of: counting), other.value)
  }

  private func mostFrequent(_ texts: CountedBeers.Texts) -> [DiaryStatistics.Share] {
    let tallies = beers.tallies(beers.ratings, count: texts.all.count) { texts.indices[$0] }
    let shares = zip(texts.all, tallies).map { share($0, $1) }
    return Array(shares.sorted(by: precedes).prefix(max(0, limit)))
  }

  /// Returns the best rated values of those that are rated often enough.
  private func best(_ texts: CountedBeers.Texts) -> [DiaryStatistics.Share] {
    let tallies = beers.tallies(beers.ratings, count: texts.all.count) { texts.indices[$0] }
    let shares = zip(texts.all, tallies).map { share($0, $1) }.filter {
      $0.ratedCount >= DiaryStatistics.minBeersOfBest
    }
    let best = shares.sorted { one, other in
      (other.averageRating ?? 0, one.value) < (one.averageRating ?? 0, other.value)
    }
    return Array(best.prefix(max(0, limit)))
  }

  /// Counts numbers by intervals, from that of the lowest number to that of the highest.
  private func bins(_ numbers: [Double], step: Double) -> [DiaryStatistics.Bin] {
    let indices = numbers.map { Self.interval($0, step: step) }
    let known = indices.filter { $0 >= 0 }
    guard let first = known.min(), let last = known.max() else { return [] }
    let tallies = beers.tallies(numbers, count: Int(last - first) + 1) { indices[$0] - first }
    return tallies.enumerated().map { index, tally in
      .init(Double(Int(first) + index) * step, tally.beers, labels: tally.labels)
    }
  }

  /// Returns the index of the interval that has a number; -1 if there is no number.
  ///
  /// The store has no number below 0 or above 100.
  private static func interval(_ number: Double, step: Double) -> Int32 {
    number.isNaN ? -1 : Int32(max(0, min(number, 100)) / step + 1e-9)
  }

  private static let bestRating = NumberRange.rating.stored.upperBound

  private func abvRatingIntervals() -> [DiaryStatistics.ABVRatingInterval] {
    let bands = Self.interval(Self.bestRating, step: 0.5) + 1
    let last = Int32(DiaryStatistics.ABVRatingInterval.maxPercent)
    let cells = zip(beers.abvs, beers.ratings).map { abv, rating -> Int32 in
      if abv.isNaN || rating.isNaN { return -1 }
      return min(Self.interval(abv, step: 1), last) * bands
        + Self.interval(min(rating, Self.bestRating), step: 0.5)
    }
    let count = Int((last + 1) * bands)
    let tallies = beers.tallies(beers.ratings, count: count) { cells[$0] }
    var dots = [UInt16](repeating: 0, count: count)
    for (position, cell) in cells.enumerated() where cell >= 0 {
      let column = Self.interval(beers.abvs[position], step: 0.25) - cell / bands * 4
      let row = Self.interval(min(beers.ratings[position], Self.bestRating), step: 0.125) - cell % bands * 4
      // Just below a bound, a number can be rounded up to the next field, but not to its first dot.
      dots[Int(cell)] |= 1 << UInt16(max(0, min(row, 3)) * 4 + max(0, min(column, 3)))
    }
    return tallies.indices.filter { tallies[$0].beers > 0 }.map { index in
      let (percent, band) = index.quotientAndRemainder(dividingBy: Int(bands))
      return .init(
        percent, rating: Double(band) / 2, tallies[index].beers, labels: tallies[index].labels,
        dots: dots[index])
    }
  }

  private func beforeThisYear() -> DiaryStatistics.Totals? {
    guard let year = today?.year else { return nil }
    func isEarlier(_ position: Int) -> Bool { beers.days.day(position)?.year != year }
    let tally = beers.tallies(beers.ratings, count: 1) { isEarlier($0) ? 0 : -1 }[0]
    guard 0 < tally.beers, tally.beers < beers.labels.count else { return nil }
    var countries: Set<Int32> = []
    for (position, country) in beers.countries.indices.enumerated() where country >= 0 {
      if isEarlier(position) { countries.insert(country) }
    }
    return .init(
      beers: tally.beers, labels: tally.labels, averageRating: tally.average(by: counting),
      countries: countries.count)
  }
}

// MARK: - Dates

extension StatisticsComputation {
  /// Counts the beers by the first characters of their dates, in ascending order; less precise dates are left out.
  private func periods(byFirst length: Int) -> [DiaryStatistics.Share] {
    var known: [String: Int32] = [:]
    var periods: [String] = []
    let indices = beers.days.all.map { day -> Int32 in
      let text = day.text
      if text.utf8.count < length { return -1 }
      let period = String(text.prefix(length))
      if let index = known[period] { return index }
      known[period] = Int32(periods.count)
      periods.append(period)
      return Int32(periods.count - 1)
    }
    let tallies = beers.tallies(beers.ratings, count: periods.count) { position in
      let day = beers.days.indices[position]
      return day < 0 ? -1 : indices[Int(day)]
    }
    return zip(periods, tallies).map { share($0, $1) }.sorted { $0.value < $1.value }
  }

  /// Returns the days of the calendar, which ends with the last day that is not in the future.
  private func calendar(_ days: [DiaryStatistics.Share]) -> [DiaryStatistics.Share] {
    let past = days.last { day in today.map { day.value <= $0.text } ?? true }
    guard let last = past ?? days.last, let end = DiaryDate(last.value)?.dayNumber,
      let start = DiaryDate(dayNumber: end - Self.calendarDays)
    else { return [] }
    return days.filter { start.text...last.value ~= $0.value }
  }

  /// Counts the labels by the month in which the diary has them for the first time.
  private func firstTimes(_ isCancelled: () -> Bool) throws -> [DiaryStatistics.Share] {
    var counts: [String: Int] = [:]
    for first in try firstDays(isCancelled) {
      if let first, first.month != nil { counts[first.withoutDay.text, default: 0] += 1 }
    }
    return counts.map { DiaryStatistics.Share($0, $1) }.sorted { $0.value < $1.value }
  }

  /// Returns the first day of each label; `nil` if it is unknown.
  private func firstDays(_ isCancelled: () -> Bool) throws -> [LocalDay?] {
    var firsts = [LocalDay?](repeating: nil, count: beers.labelCount)
    func note(_ day: LocalDay, _ label: Int) { firsts[label] = min(firsts[label] ?? day, day) }
    for (position, label) in beers.labels.enumerated() {
      if let day = beers.days.day(position) { note(day, Int(label)) }
    }
    if isWholeDiary { return firsts }
    // The label may have earlier beers, which the query does not select.
    for number in beers.labelNumbers.values { firsts[Int(number)] = nil }
    try LabelDays.forEach(db, of: beers.labelNumbers.keys.sorted(), isCancelled) { label, day in
      if let number = beers.labelNumbers[label] { note(day, Int(number)) }
    }
    return firsts
  }
}

// MARK: - Families of styles

extension StatisticsComputation {
  private func families() -> [DiaryStatistics.FamilyShare] {
    let all = StyleFamily.all
    var numbers: [StyleFamily: Int32] = [:]
    for (number, family) in all.enumerated() { numbers[family] = Int32(number) }
    let families = beers.styles.all.map { style -> Int32 in
      StyleFamily.of(style: style).flatMap { numbers[$0] } ?? -1
    }
    var styles = [[String]](repeating: [], count: all.count)
    for (style, family) in zip(beers.styles.all, families) where family >= 0 {
      styles[Int(family)].append(style)
    }
    let tallies = beers.tallies(beers.ratings, count: all.count) { position in
      let style = beers.styles.indices[position]
      return style < 0 ? -1 : families[Int(style)]
    }
    return all.indices.filter { tallies[$0].beers > 0 }.map { index in
      DiaryStatistics.FamilyShare(
        all[index], styles: styles[index].sorted(), share: share(all[index].id, tallies[index]))
    }
    .sorted { one, other in
      let counts = (one.share.count(of: counting), other.share.count(of: counting))
      return counts.0 == counts.1 ? one.family.name < other.family.name : counts.0 > counts.1
    }
  }

  /// Returns the families of which no beer is in the diary, in alphabetical order.
  private func missingFamilies() throws -> [StyleFamily] {
    let styles =
      try isWholeDiary
      ? beers.styles.all
      : String.fetchAll(
        db,
        sql: """
          SELECT style FROM beer WHERE deleted_at IS NULL AND style IS NOT NULL GROUP BY style COLLATE NOCASE
          """)
    let present = Set(styles.compactMap { StyleFamily.of(style: $0)?.id })
    return StyleFamily.all.filter { !present.contains($0.id) }.sorted { $0.name < $1.name }
  }
}
