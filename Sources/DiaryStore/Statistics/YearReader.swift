import DiaryModel
import GRDB
import SQLiteKit

/// Computes the review of a year.
///
/// The index of dates leads to the beers of the year and of the year before, unless a query selects some of them. Whether
/// something is new is looked up by the indexes of styles, breweries and labels, so that beers of other years are hardly
/// read.
struct YearReader: DiaryComponent {
  let database: DiaryDatabase

  func review(
    _ year: Int?, _ query: BeerQuery, today: DiaryDate?, isCancelled: () -> Bool
  ) throws(StoreError) -> YearInReview? {
    try read { db in
      try checkCancellation(isCancelled)
      let selection = try YearSelection(db, query)
      let years = try selection.years(isCancelled)
      let past = years.last { year in today.map { year <= $0.year } ?? true }
      guard let year = year ?? past ?? years.last else { return nil }
      var review = YearInReview(year: year)
      review.years = years
      guard years.contains(year), let start = DiaryDate(year: year) else { return review }
      let before = DiaryDate(year: year - 1).flatMap { years.contains($0.year) ? $0 : nil }
      review.before = try before.map { YearComputation.figures(try selection.beers(of: $0, isCancelled)) }
      let isFirst = selection.isWholeDiary && years.first == year
      try YearComputation(selection, start, isFirst: isFirst, isCancelled).complete(&review, isCancelled)
      return review
    }
  }
}

/// The beers of a query by year.
private struct YearSelection {
  let db: Database
  private let all: BeerSource

  init(_ db: Database, _ query: BeerQuery) throws {
    self.db = db
    all = try BeerSource(db, query, usesIndexes: true)
  }

  var isWholeDiary: Bool { all.isWholeDiary }

  /// Returns the beers of a year.
  func source(_ year: DiaryDate) -> BeerSource { all.and(LocalTimeSQL.condition(.equal, year)) }

  /// Reads the beers of a year in the order in which they were drunk on the local clock.
  func beers(of year: DiaryDate, _ isCancelled: () -> Bool) throws -> CountedBeers {
    try CountedBeers(
      db, source(year), order: "ORDER BY \(LocalTimeSQL.drunkAt), id", isCancelled: isCancelled)
  }

  /// Returns the local years with beers, in ascending order.
  func years(_ isCancelled: () -> Bool) throws -> [Int] {
    if isWholeDiary { return try yearsOfDiary() }
    let statement = try db.makeStatement(sql: "SELECT drunk_at \(all.sql)")
    try statement.setArguments(all.arguments)
    let keys = try LocalTimeKeys(db)
    let rows = RawStatement(statement)
    var years = Set<Int>()
    var count = 0
    try rows.forEachRow {
      if count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
      count += 1
      if let year = try rows.text(0).flatMap({ try keys.key($0)?.day.year }) { years.insert(year) }
      return true
    }
    return years.sorted()
  }

  /// Reads one date of each year from the index.
  ///
  /// The local year of an instant can be the one before or after.
  private func yearsOfDiary() throws -> [Int] {
    let next = try db.cachedStatement(
      sql: """
        SELECT CAST(substr(drunk_at, 1, 4) AS INTEGER) FROM beer
        WHERE deleted_at IS NULL AND drunk_at >= ? AND \(LocalTimeSQL.isDate) ORDER BY drunk_at LIMIT 1
        """)
    var candidates: Set<Int> = []
    var start = DiaryDate(year: 0)
    while let from = start, let year = try Int.fetchOne(next, arguments: [from.text]) {
      candidates.formUnion([year - 1, year, year + 1])
      start = DiaryDate(year: year + 1)
    }
    return try candidates.sorted().filter { year in
      guard let source = DiaryDate(year: year).map(source) else { return false }
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 \(source.sql))", arguments: source.arguments) ?? false
    }
  }
}

private struct YearComputation {
  /// The characters of the longest note to read, of which a sentence is shown.
  private static let maxNoteLength = 2000

  private let db: Database
  private let year: DiaryDate
  /// Whether no earlier year of the diary has beers.
  private let isFirst: Bool
  private let beers: CountedBeers
  /// The beers of the year.
  private let source: BeerSource

  init(_ selection: YearSelection, _ year: DiaryDate, isFirst: Bool, _ isCancelled: () -> Bool) throws {
    db = selection.db
    self.year = year
    self.isFirst = isFirst
    source = selection.source(year)
    beers = try selection.beers(of: year, isCancelled)
  }

  static func figures(_ beers: CountedBeers) -> YearInReview.Figures {
    var figures = YearInReview.Figures()
    figures.beers = beers.labels.count
    figures.labels = beers.labelCount
    figures.averageRating = beers.tallies(beers.ratings, count: 1) { _ in 0 }[0].average(by: .beers)
    figures.breweries = beers.breweries.all.count
    figures.styles = beers.styles.all.count
    figures.places = beers.places.all.count
    figures.countries = beers.countries.all.count
    return figures
  }

  func complete(_ review: inout YearInReview, _ isCancelled: () -> Bool) throws {
    review.figures = Self.figures(beers)
    review.months = months
    review.longestBreak = longestBreak
    try checkCancellation(isCancelled)
    review.best = try best()
    review.longestNote = try longestNote()
    try checkCancellation(isCancelled)
    review.newLabels = try newLabels()
    review.newStyles = try firsts(beers.styles, earlier(beers.styles, "style"))
    try checkCancellation(isCancelled)
    review.newBreweries = try firsts(beers.breweries, earlier(beers.breweries, "brewery"))
    try checkCancellation(isCancelled)
    review.newCountries = try firsts(beers.countries, earlierCountries(isCancelled))
  }

  // MARK: - Months and days

  private var months: [YearInReview.Month] {
    let colors = beers.styles.all.map { style in
      UInt8(clamping: StyleFamily.of(style: style)?.middleSRM ?? 0)
    }
    // Some dates have no month.
    func month(_ position: Int) -> Int32 { (beers.days.day(position)?.month).map { Int32($0 - 1) } ?? -1 }
    let tallies = beers.tallies(beers.ratings, count: 12, by: month)
    var months = tallies.map { YearInReview.Month(averageRating: $0.average(by: .beers)) }
    for (position, style) in beers.styles.indices.enumerated() {
      let month = month(position)
      if month >= 0 { months[Int(month)].colors.append(style < 0 ? 0 : colors[Int(style)]) }
    }
    return months
  }

  private var longestBreak: YearInReview.Break? {
    let days = beers.days.all.filter { $0.day != nil }.sorted().compactMap { DiaryDate($0.text) }
    var longest: YearInReview.Break?
    for (last, next) in zip(days, days.dropFirst()) {
      guard let from = last.dayNumber, let to = next.dayNumber, to - from - 1 > longest?.days ?? 0 else {
        continue
      }
      longest = YearInReview.Break(after: last, before: next, days: to - from - 1)
    }
    return longest
  }

  // MARK: - Single beers

  private func best() throws -> [BeerListItem] {
    // The plus sign keeps SQLite from reading the best beers of all years.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT id, label_id \(source.sql) AND rating IS NOT NULL
          ORDER BY +rating DESC, \(LocalTimeSQL.drunkAt) DESC, id DESC
        """, arguments: source.arguments)
    let items = try BeerListItems(db)
    var best = [BeerListItem]()
    var labels = Set<Int64>()
    while best.count < YearInReview.maxBest, let row = try rows.next() {
      let label = try row.value(Int64?.self, atIndex: 1)
      if let label, !labels.insert(label).inserted { continue }
      if let item = try items.item(row.value(Int64.self, atIndex: 0)) { best.append(item) }
    }
    return best
  }

  private func longestNote() throws -> YearInReview.Note? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT id, length(notes), substr(notes, 1, \(Self.maxNoteLength)) \(source.sql)
          AND trim(notes, char(32, 9, 10, 13)) <> ''
          ORDER BY length(notes) DESC, \(LocalTimeSQL.drunkAt), id LIMIT 1
        """, arguments: source.arguments)
    guard let row, let beer = try BeerListItems(db).item(row.value(Int64.self, atIndex: 0)) else {
      return nil
    }
    return YearInReview.Note(
      about: beer, text: try row.value(String.self, atIndex: 2),
      characterCount: try row.value(Int.self, atIndex: 1))
  }

  // MARK: - Firsts

  /// A condition that beers of earlier years fulfill; SQLite uses the indexes of the values with it.
  private var isEarlier: LocalTimeSQL.Condition { LocalTimeSQL.isBeforeWithoutIndex(year) }

  private func newLabels() throws -> Int {
    if isFirst { return beers.labelCount }
    // Most labels of an early year are new, and looking for an earlier beer of one reads all of its later beers.
    let readsEarlier = try hasFewEarlierBeers
    let earlier = readsEarlier ? LocalTimeSQL.condition(.less, year) : isEarlier
    let isKnown =
      readsEarlier
      ? "value IN (SELECT label_id FROM beer WHERE deleted_at IS NULL AND \(earlier.sql))"
      : "EXISTS (SELECT 1 FROM beer WHERE label_id = value AND deleted_at IS NULL AND \(earlier.sql))"
    let known = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM json_each(?) WHERE \(isKnown)",
      arguments: [beers.labelNumbers.keys.sorted().jsonArray] + earlier.arguments)
    return beers.labelCount - (known ?? 0)
  }

  /// Whether earlier years have at most twice as many beers as this one.
  private var hasFewEarlierBeers: Bool {
    get throws {
      let limit = 2 * beers.labels.count
      let earlier = LocalTimeSQL.condition(.less, year)
      let count = try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM (SELECT 1 FROM beer WHERE deleted_at IS NULL AND \(earlier.sql) LIMIT ?)
          """, arguments: earlier.arguments + [limit + 1])
      return (count ?? 0) <= limit
    }
  }

  /// Returns the texts that beers of earlier years have in a column as well.
  private func earlier(_ texts: CountedBeers.Texts, _ column: String) throws -> Set<String> {
    if isFirst { return [] }
    let sql = """
      SELECT value FROM json_each(?) WHERE EXISTS (
        SELECT 1 FROM beer WHERE deleted_at IS NULL AND \(column) = value COLLATE NOCASE AND \(isEarlier.sql))
      """
    var json = JSONWriter(isForDisplay: false)
    json.value(.array(texts.all.map { .text($0) }))
    return try Set(String.fetchAll(db, sql: sql, arguments: [json.text] + isEarlier.arguments))
  }

  /// Returns the countries that beers of earlier years have as well.
  ///
  /// There is no index of countries, so earlier beers are read until all countries are found.
  private func earlierCountries(_ isCancelled: () -> Bool) throws -> Set<String> {
    if isFirst || beers.countries.all.isEmpty { return [] }
    var missing = Dictionary(
      beers.countries.all.map { ($0.asciiLowercased, $0) }, uniquingKeysWith: { first, _ in first })
    var found: Set<String> = []
    let statement = try db.makeStatement(
      sql: """
        SELECT CASE WHEN extras <> '{}' AND \(isEarlier.sql) THEN \(BeerProperty.country.sql) END
        FROM beer WHERE +deleted_at IS NULL
        """)
    try statement.setArguments(isEarlier.arguments)
    let rows = RawStatement(statement)
    var count = 0
    try rows.forEachRow {
      // Also beers without a country count, of which a diary can have many in a row.
      if count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
      count += 1
      guard let text = try rows.text(0) else { return true }
      let country = String(decoding: text, as: UTF8.self)
      if let known = missing.removeValue(forKey: country.asciiLowercased) { found.insert(known) }
      return !missing.isEmpty
    }
    return found
  }

  private func firsts(_ texts: CountedBeers.Texts, _ earlier: Set<String>) -> [YearInReview.First] {
    var counts = [Int](repeating: 0, count: texts.all.count)
    var days = [LocalDay?](repeating: nil, count: texts.all.count)
    for (position, text) in texts.indices.enumerated() where text >= 0 {
      counts[Int(text)] += 1
      if let day = beers.days.day(position) { days[Int(text)] = min(days[Int(text)] ?? day, day) }
    }
    // The texts are in the order in which they came.
    return texts.all.indices.filter { !earlier.contains(texts.all[$0]) }.map {
      YearInReview.First(texts.all[$0], day: days[$0]?.text ?? year.text, beers: counts[$0])
    }
  }
}

extension DiaryDate {
  /// Creates the date of a year; `nil` outside of 0 to 9999.
  fileprivate init?(year: Int) {
    guard 0...9999 ~= year else { return nil }
    self.init(String(String(year + 10_000).dropFirst()))
  }
}
