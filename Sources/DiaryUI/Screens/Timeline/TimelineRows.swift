import DiaryStore

/// The rows of the timeline, the oldest year first.
struct TimelineRows: Hashable, Sendable {
  /// The beers of a month, of a year, or without a date, in numbers.
  struct Figures: Hashable, Sendable {
    var beerCount = 0
    var averageRating: Double?
    /// The number of different beers that the diary has for the first time.
    var firstTimes = 0
    /// The best and then the newest first.
    var best: [DiaryTimeline.Period.BestBeer] = []
    /// The id of the newest beer; `nil` if there are no beers.
    var newest: Int64?
  }

  /// A year with beers.
  struct Year: Hashable, Sendable {
    let year: Int
    /// The months with beers, in their order; before them the beers whose month is unknown.
    fileprivate(set) var periods: [DiaryTimeline.Period]

    /// The figures of a month, 1 to 12, or of the whole year for `nil`.
    func figures(ofMonth month: Int?) -> Figures {
      let counted = periods.filter { month == nil || $0.month == month }
      let rated = counted.reduce(0) { $0 + $1.ratedCount }
      return Figures(
        beerCount: counted.reduce(0) { $0 + $1.beerCount },
        averageRating: rated > 0 ? counted.reduce(0) { $0 + $1.ratingSum } / Double(rated) : nil,
        firstTimes: counted.reduce(0) { $0 + $1.firstTimes }, best: Self.best(of: counted),
        newest: counted.last?.newest)
    }

    /// Returns the best beers of several periods, of equally good ones the newest first; one that is among the best of two
    /// periods is shown once.
    private static func best(of periods: [DiaryTimeline.Period]) -> [DiaryTimeline.Period.BestBeer] {
      let newestFirst = periods.reversed().flatMap(\.best).enumerated()
      let sorted = newestFirst.sorted { one, other in
        (other.element.rating, one.offset) < (one.element.rating, other.offset)
      }
      var names: Set<[String?]> = []
      let different = sorted.map(\.element).filter { names.insert([$0.name, $0.brewery]).inserted }
      return Array(different.prefix(DiaryTimeline.Period.maxBest))
    }

    /// The number of beers whose month is unknown.
    var countWithoutMonth: Int { periods.first { $0.month == nil }?.beerCount ?? 0 }
  }

  enum Row: Hashable, Sendable {
    case year(Year)
    /// Years without beers, from the first to the last.
    case gap(ClosedRange<Int>)
    /// The number of beers without a date.
    case undated(Int)
  }

  /// What the cursor is on.
  enum Cursor: Hashable, Sendable {
    /// A month, 1 to 12, or the whole year.
    case year(Int, month: Int?)
    case undated

    fileprivate var order: Int { if case .year(let year, _) = self { year } else { .max } }
  }

  private(set) var rows: [Row] = []
  /// The greatest number of beers in a month.
  private(set) var maxCount = 0

  init(_ timeline: DiaryTimeline) {
    var last: Int?
    for period in timeline.periods {
      if period.month != nil { maxCount = max(maxCount, period.beerCount) }
      if case .year(var year)? = rows.last, year.year == period.year {
        year.periods.append(period)
        rows[rows.count - 1] = .year(year)
        continue
      }
      if let last, last + 1 < period.year { rows.append(.gap(last + 1...period.year - 1)) }
      rows.append(.year(Year(year: period.year, periods: [period])))
      last = period.year
    }
    if timeline.undatedCount > 0 { rows.append(.undated(timeline.undatedCount)) }
  }

  var years: [Year] { rows.compactMap { if case .year(let year) = $0 { year } else { nil } } }

  /// The last month with beers, or else the beers without a date; `nil` in an empty diary.
  var end: Cursor? {
    years.last.map { .year($0.year, month: $0.periods.last?.month) } ?? (rows.isEmpty ? nil : .undated)
  }

  /// The first month with beers.
  var start: Cursor? {
    let first = years.first
    return first.map { year in .year(year.year, month: year.periods.first { $0.month != nil }?.month) } ?? end
  }

  /// Returns the index of the row with the cursor, or of the nearest one; gaps have no cursor.
  func index(of cursor: Cursor) -> Int {
    let indices = rows.indices.filter { self.cursor(at: $0, like: cursor) != nil }
    return indices.min { distance($0, cursor) < distance($1, cursor) } ?? 0
  }

  private func distance(_ index: Int, _ cursor: Cursor) -> Int {
    let order = self.cursor(at: index, like: cursor)?.order ?? .max
    return order == cursor.order
      ? 0 : order == .max || cursor.order == .max ? .max : abs(order - cursor.order)
  }

  /// Returns the cursor on a row, in the same column as another cursor; `nil` in a gap.
  ///
  /// - Parameter month: The month to go to if the other cursor has no column.
  func cursor(at index: Int, like cursor: Cursor, month: Int? = nil) -> Cursor? {
    guard rows.indices.contains(index) else { return nil }
    switch (rows[index], cursor) {
    case (.year(let year), .year(_, let column)): return .year(year.year, month: column)
    case (.year(let year), .undated): return .year(year.year, month: month)
    case (.undated, _): return .undated
    case (.gap, _): return nil
    }
  }

  /// Returns the year of a cursor; `nil` if it has no beers.
  func year(of cursor: Cursor) -> Year? {
    guard case .year(let number, _) = cursor else { return nil }
    return years.first { $0.year == number }
  }

  /// The number of beers without a date.
  var undatedCount: Int { if case .undated(let count)? = rows.last { count } else { 0 } }
}
