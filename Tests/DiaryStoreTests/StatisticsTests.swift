import DiaryFixtures
import DiaryModel
import DiaryStore
import GRDB
import TestSupport
import Testing

@Suite struct StatisticsTests {
  @Test func statisticsCountTheBeersOfTheDiary() throws {
    let fresh = try FreshDiary()
    let beers: [(style: String, rating: Double?, abv: Double?, date: String?)] = [
      ("Stout", 4.5, 8, "2024-05-31T18:00:00"), ("stout", 4.9, 8.5, "2024-05-01"), ("Saison", 5, nil, "2023"),
      ("Gose", 0.5, 0, nil), ("Trash", 1, 4, "2022-01-01"),
    ]
    var last: Int64 = 0
    for (number, beer) in beers.enumerated() {
      let extras: Extras = beer.style == "Gose" ? ["country": .text("Germany")] : [:]
      let fields = BeerFields(
        name: "Beer \(number)", style: beer.style, abv: beer.abv, rating: beer.rating,
        drunkAt: beer.date.flatMap { DiaryDate($0) }, extras: extras)
      last = try fresh.diary.add(NewBeer(fields: fields)).id
    }
    _ = try fresh.diary.moveToTrash([last])

    let statistics = try fresh.diary.statistics()

    #expect(statistics.beerCount == 4 && statistics.styleCount == 3 && statistics.breweryCount == 0)
    #expect(statistics.averageRating == (4.5 + 4.9 + 5 + 0.5) / 4)
    #expect(statistics.labelCount == 4)
    let may = (4.5 + 4.9) / 2
    #expect(
      statistics.years == [.init("2023", 1, averageRating: 5), .init("2024", 2, averageRating: may)])
    #expect(statistics.months == [.init("2024-05", 2, averageRating: may)])
    #expect(
      statistics.days == [
        .init("2024-05-01", 1, averageRating: 4.9), .init("2024-05-31", 1, averageRating: 4.5),
      ])
    #expect(statistics.firstTimes == [.init("2024-05", 2)])
    #expect(
      statistics.ratings == [
        .init(0.5, 1), .init(1, 0), .init(1.5, 0), .init(2, 0), .init(2.5, 0), .init(3, 0), .init(3.5, 0),
        .init(4, 0), .init(4.5, 2), .init(5, 1),
      ])
    #expect(statistics.abvs == [.init(0, 1)] + (1...7).map { .init(Double($0), 0) } + [.init(8, 2)])
    // 8 and 8.5% at 4.5 and 4.9 stars.
    #expect(
      statistics.abvRatingIntervals == [
        .init(0, rating: 0.5, 1, dots: 1), .init(8, rating: 4.5, 2, dots: 1 | 1 << (3 * 4 + 2)),
      ])
    #expect(statistics.bestBreweries == [] && statistics.countryCount == 1)
    #expect(statistics.styles.first?.count == 2 && statistics.styles.count == 3)
    #expect(statistics.countries == [.init("Germany", 1, averageRating: 0.5)])
  }

  @Test func numbersJustBelowAnIntervalAreRoundedIntoIt() throws {
    let fresh = try FreshDiary()
    for (rating, abv) in [(4.9999999997, 8.0), (4, 4.9999999995)] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: "x", abv: abv, rating: rating)))
    }
    #expect(
      try fresh.diary.statistics().abvRatingIntervals == [
        .init(5, rating: 4, 1, dots: 1), .init(8, rating: 5, 1, dots: 1),
      ])
  }

  @Test func theDaysEndTodayDespiteADateInTheFuture() throws {
    let fresh = try FreshDiary()
    for date in ["2024-05-31T18:00:00", "2024-06-03T12:00:00Z", "2024-06-03", "2999-01-01"] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: "x", drunkAt: DiaryDate(date))))
    }
    let today = DiaryDate("2024-06-01")

    let statistics = try fresh.diary.statistics(today: today)
    #expect(statistics.days.map(\.value) == ["2024-05-31"])
    #expect(statistics.years.map(\.value) == ["2024", "2999"])

    // If there is nothing else to show, the future is shown.
    let early = try fresh.diary.statistics(today: DiaryDate("2000-01-01"))
    #expect(early.days.map(\.value) == ["2999-01-01"])
  }

  @Test func figuresAreComparedWithThoseBeforeTheCurrentYear() throws {
    let fresh = try FreshDiary()
    for (name, date, rating, country) in [
      ("A", "2023-05-01", 3.0, "Belgium"), ("B", nil, 4, "Japan"), ("A", "2024-01-01", 5, "Korea"),
    ] {
      let fields = BeerFields(
        name: name, rating: rating, drunkAt: date.flatMap { DiaryDate($0) },
        extras: ["country": .text(country)])
      _ = try fresh.diary.add(NewBeer(fields: fields))
    }
    let statistics = try fresh.diary.statistics(today: DiaryDate("2024-06-01"), counting: .beers)
    #expect(statistics.countryCount == 3)
    #expect(statistics.beforeThisYear == .init(beers: 2, labels: 2, averageRating: 3.5, countries: 2))
    // Nothing to compare with: no beer of the year, or no day.
    #expect(try fresh.diary.statistics(today: DiaryDate("2025-06-01")).beforeThisYear == nil)
    #expect(try fresh.diary.statistics().beforeThisYear == nil)
  }

  @Test func statisticsCountOnlyTheBeersOfAQuery() throws {
    let fresh = try FreshDiary()
    var ids: [Int64] = []
    for (style, date) in [
      ("Stout", "2024-05-31"), ("Stout", "2023-05-01"), ("Gose", "2024-06-01"), ("Gose", nil),
    ] {
      let fields = BeerFields(
        name: "Beer \(ids.count)", style: style, abv: 8, rating: 4, drunkAt: date.flatMap { DiaryDate($0) },
        extras: ["country": .text(style)])
      ids.append(try fresh.diary.add(NewBeer(fields: fields)).id)
    }
    _ = try fresh.diary.moveToTrash([ids[1]])

    let stouts = try fresh.diary.statistics(BeerQuery(filter: try BeerFilter("style:stout")))
    #expect(stouts.beerCount == 1 && stouts.averageRating == 4)
    let stout = DiaryStatistics.Share("Stout", 1, averageRating: 4)
    #expect(stouts.styles == [stout] && stouts.countries == [stout])
    #expect(stouts.years == [.init("2024", 1, averageRating: 4)])
    #expect(stouts.days == [.init("2024-05-31", 1, averageRating: 4)])
    #expect(stouts.ratings == [.init(4, 1)] && stouts.abvs == [.init(8, 1)])

    let found = try fresh.diary.statistics(
      BeerQuery(search: "gose"), limit: 1, today: DiaryDate("2025-01-01"))
    #expect(found.beerCount == 2 && found.days == [.init("2024-06-01", 1, averageRating: 4)])
    let trash = try fresh.diary.statistics(BeerQuery(filter: BeerFilter(isInTrash: true)))
    #expect(trash.beerCount == 1 && trash.years == [.init("2023", 1, averageRating: 4)])
    let none = try fresh.diary.statistics(BeerQuery(filter: try BeerFilter("style:stout style:gose")))
    #expect(none == DiaryStatistics())
  }

  @Test func filtersAreCombined() throws {
    let list = try BeerFilter("in:trash style:stout or rating>=4")
    let bar = try BeerFilter("abv>=5 abv<6")
    #expect(list.and(bar) == (try BeerFilter("in:trash style:stout abv>=5 abv<6 or rating>=4 abv>=5 abv<6")))
    #expect(BeerFilter().and(bar) == bar && bar.and(BeerFilter()) == bar)
  }

  @Test func anEmptyDiaryHasNoStatistics() throws {
    let fresh = try FreshDiary()
    #expect(try fresh.diary.statistics() == DiaryStatistics())
  }

  /// `style:Gose` has the Cucumber Gose as well, and a country can stand in several fields of several spellings.
  @Test func aShareCountsTheBeersThatItsFilterFinds() throws {
    let fresh = try FreshDiary()
    let fields = [
      BeerFields(name: "A", style: "Gose", extras: ["country": .text("Belgium")]),
      BeerFields(name: "B", style: "gose", extras: ["brewery_country": .text("belgium")]),
      BeerFields(
        name: "C", style: "Cucumber Gose",
        extras: ["country": .text("Germany"), "brewery_country": .text("Belgium")]),
      BeerFields(name: "D", style: "Gose \"old\"", extras: ["country": .text("New Belgium")]),
      BeerFields(
        name: "E", extras: ["Country": .text("Belgium"), "brewery_country": .text("Germany")]),
      BeerFields(name: "F", extras: ["Brewery country": .text("germany")]),
      BeerFields(name: "G", extras: ["BreweryCountry": .text("Norway")]),
      BeerFields(name: "H", extras: ["brewery_city": .text("Oslo"), "sold in": .text("country")]),
    ]
    for fields in fields { _ = try fresh.diary.add(NewBeer(fields: fields)) }
    let statistics = try fresh.diary.statistics()
    for share in statistics.styles {
      let filter = try BeerFilter("style=" + FilterText.value(share.value))
      #expect(try fresh.diary.summary(BeerQuery(filter: filter)).beerCount == share.count, "\(share)")
    }
    let countries = statistics.countries.map { "\($0.value.lowercased()) \($0.count)" }
    #expect(countries.sorted() == ["belgium 3", "germany 2", "new belgium 1", "norway 1"])
    for share in statistics.countries {
      let name = FilterText.value(share.value)
      let filter = try BeerFilter("country=\(name)")
      #expect(try fresh.diary.summary(BeerQuery(filter: filter)).beerCount == share.count, "\(share)")
    }
  }
}

// MARK: - Beers and different beers

extension StatisticsTests {
  @Test func averagesAreOfDifferentBeersUnlessEveryBeerCounts() throws {
    let fresh = try FreshDiary()
    for number in 0..<50 {
      for (name, rating) in [("Orval", 5.0), ("Other \(number)", 3)] {
        let fields = BeerFields(name: name, brewery: "B", style: "Saison", abv: rating, rating: rating)
        _ = try fresh.diary.add(NewBeer(fields: fields))
      }
    }
    for counting in DiaryStatistics.Counting.allCases {
      let average = counting == .beers ? 4 : 155.0 / 51
      let statistics = try fresh.diary.statistics(counting: counting)
      #expect(statistics.counting == counting)
      #expect(statistics.beerCount == 100 && statistics.labelCount == 51)
      for found in [statistics.averageRating, statistics.averageABV] {
        #expect(abs((found ?? 0) - average) < 1e-9)
      }
      let shares = statistics.styles + statistics.breweries + statistics.families.map(\.share)
      #expect(shares.map(\.value) == ["Saison", "B", "saison"])
      for share in shares {
        #expect(share.count == 100 && share.labelCount == 51)
        #expect(abs((share.averageRating ?? 0) - average) < 1e-9)
      }
      #expect(
        statistics.ratings == [
          .init(3, 50), .init(3.5, 0), .init(4, 0), .init(4.5, 0), .init(5, 50, labels: 1),
        ])
    }
  }

  @Test func aTimeOutsideTheQueryIsStillTheFirst() throws {
    let fresh = try FreshDiary()
    for (name, date) in [
      ("Orval", "2023-05-01"), ("Orval", "2024-06-01"), ("New", "2024-06-02"), ("Year only", "2024"),
    ] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: name, drunkAt: DiaryDate(date))))
    }
    let all = try fresh.diary.statistics()
    #expect(all.firstTimes == [.init("2023-05", 1), .init("2024-06", 1)])
    let later = try fresh.diary.statistics(BeerQuery(filter: BeerFilter("date:2024-06")))
    #expect(later.firstTimes == [.init("2023-05", 1), .init("2024-06", 1)])
    #expect(later.months == [.init("2024-06", 2)])
  }

  @Test func familiesAreThoseOfTheStylesAndTheOthersAreMissing() throws {
    let fresh = try FreshDiary()
    let styles = ["Irish Dry Stout", "Stout - Oatmeal", "Robust Porter", "Grand Cru"]
    for (number, style) in styles.enumerated() {
      let fields = BeerFields(name: style, style: style, rating: number == 0 ? 4 : nil)
      _ = try fresh.diary.add(NewBeer(fields: fields))
    }
    let statistics = try fresh.diary.statistics()
    #expect(statistics.families.map(\.family.id) == ["stout", "porter"])
    #expect(statistics.families.first?.styles == ["Irish Dry Stout", "Stout - Oatmeal"])
    #expect(statistics.families.first?.share == .init("stout", 2, averageRating: 4, ratedCount: 1))
    #expect(statistics.missingFamilies.count == StyleFamily.all.count - 2)

    // A filter does not make a family missing.
    let stouts = try fresh.diary.statistics(BeerQuery(filter: BeerFilter("style:stout")))
    #expect(stouts.families.map(\.family.id) == ["stout"])
    #expect(stouts.missingFamilies == statistics.missingFamilies)
  }

  @Test func everyFigureEqualsANaiveCount() throws {
    let fresh = try FreshDiary()
    var random = Seeds.generator(23)
    var ids: [Int64] = []
    for _ in 0..<300 {
      let fields = BeerFields(
        name: "Beer \(Int.random(in: 0..<40, using: &random))", brewery: random.pick(["A", "B", "C"]),
        style: random.pick(["Stout", "Oatmeal Stout", "Gose", "Grand Cru"]),
        abv: random.pick([0, 4.9, 5, 8.5, 22]), rating: random.pick([0.5, 3, 3.5, 4.25, 5]),
        place: random.pick(["Home", "Pub"]),
        drunkAt: random.pick(["2022", "2023-01", "2023-01-05", "2023-03-01T20:00:00", "2024-02-29"])
          .flatMap { DiaryDate($0) })
      ids.append(try fresh.diary.add(NewBeer(fields: fields)).id)
    }
    _ = try fresh.diary.moveToTrash(ids.filter { $0 % 7 == 0 })
    // As if the background work had not reached these yet.
    let file = try DatabaseQueue(path: fresh.folder.file("diary.sqlite"))
    var labels: [Int64: String] = [:]
    let rows = try file.write { db in
      try db.execute(sql: "UPDATE beer SET label_id = NULL WHERE id % 5 = 0")
      return try Row.fetchAll(db, sql: "SELECT id, label_id FROM beer")
    }
    for row in rows {
      let id: Int64 = row[0]
      let label: Int64? = row[1]
      labels[id] = label.map { "label \($0)" } ?? "beer \(id)"
    }
    try file.close()
    for filter in [
      "", "rating>=3", "year:2023", "in:trash", "style:stout brewery=A or place=Home", "no:rating",
      "mean_rating>=3", "mean_rating<4 rating>=3", "no:mean_rating", "-mean_rating<3 year:2023",
    ] {
      let query = BeerQuery(filter: try filter.isEmpty ? BeerFilter() : BeerFilter(filter))
      let naive = NaiveStatistics(
        beers: try fresh.diary.listItems(query, in: 0..<1000),
        diary: try fresh.diary.listItems(in: 0..<1000), labels: labels)
      for counting in DiaryStatistics.Counting.allCases {
        let statistics = try fresh.diary.statistics(query, counting: counting)
        naive.expectEqual(statistics, "\(filter), \(counting)")
      }
      try expectThatListsHaveTheCounts(query, fresh.diary, labels: !query.filter.hasRating)
    }
  }

  /// Expects that the list of a figure's filter has as many beers, and as many different ones, as the figure says.
  ///
  /// - Parameter labels: Whether to compare lists of labels, in which a filter on the rating means the mean rating.
  private func expectThatListsHaveTheCounts(_ query: BeerQuery, _ diary: Diary, labels: Bool) throws {
    func count(_ filter: String, isDistinct: Bool) throws -> Int {
      let narrowed = query.filter.and(try BeerFilter(filter))
      return try diary.summary(BeerQuery(filter: narrowed, isDistinct: isDistinct)).beerCount
    }
    let statistics = try diary.statistics(query)
    let figures =
      statistics.years.map { ("year:\($0.value)", $0) } + statistics.months.map { ("date:\($0.value)", $0) }
      + statistics.styles.map { ("style=" + FilterText.value($0.value), $0) }
    for (filter, share) in figures {
      #expect(try count(filter, isDistinct: false) == share.count, "\(filter)")
      if labels { #expect(try count(filter, isDistinct: true) == share.labelCount, "\(filter)") }
    }
    for bin in statistics.ratings {
      let filter = "rating>=\(bin.lowerBound) rating<\(bin.lowerBound + 0.5)"
      #expect(try count(filter, isDistinct: false) == bin.count, "\(filter)")
    }
    for share in statistics.firstTimes where labels {
      #expect(try count("first:\(share.value)", isDistinct: true) == share.labelCount, "\(share)")
    }
  }
}

/// Statistics computed beer by beer.
private struct NaiveStatistics {
  let beers: [BeerListItem]
  /// All beers that are not in the trash.
  let diary: [BeerListItem]
  /// The label of each beer.
  let labels: [Int64: String]

  func expectEqual(_ statistics: DiaryStatistics, _ comment: Comment) {
    let counting = statistics.counting
    #expect(statistics.beerCount == beers.count, comment)
    #expect(statistics.labelCount == Set(beers.map(label)).count, comment)
    #expect(isEqual(statistics.averageRating, average(beers, counting)), comment)
    expectEqual(statistics.styles, sorted(shares(counting, \.style), counting), comment)
    expectEqual(statistics.breweries, sorted(shares(counting, \.brewery), counting), comment)
    expectEqual(statistics.places, sorted(shares(counting, \.place), counting), comment)
    expectEqual(statistics.years, shares(counting) { date($0, 4) }, comment)
    expectEqual(statistics.months, shares(counting) { date($0, 7) }, comment)
    let families = shares(counting) { $0.style.flatMap { StyleFamily.of(style: $0)?.id } }
    expectEqual(statistics.families.map(\.share), sorted(families, counting), comment)
    let bins = shares(counting) { $0.rating.map { String(($0 * 2).rounded(.down) / 2) } }.map {
      DiaryStatistics.Bin(Double($0.value) ?? -1, $0.count, labels: $0.labelCount)
    }
    #expect(statistics.ratings.filter { $0.count > 0 } == bins, comment)
    let bounds = statistics.ratings.map { $0.lowerBound * 2 }
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $1 - $0 == 1 }, comment)
    let rated = beers.filter { $0.rating != nil && $0.abv != nil }
    #expect(statistics.abvRatingIntervals.reduce(0) { $0 + $1.count } == rated.count, comment)
    let strengths = shares(counting) { beer in
      beer.abv.flatMap { abv in
        beer.rating.map { "\(min(15, Int(abv))) \(($0 * 2).rounded(.down) / 2)" }
      }
    }
    let found = statistics.abvRatingIntervals.map {
      DiaryStatistics.Share("\($0.percent) \($0.rating)", $0.count, labels: $0.labelCount)
    }.sorted { $0.value < $1.value }
    #expect(found.map(\.value) == strengths.map(\.value), comment)
    #expect(found.map(\.labelCount) == strengths.map(\.labelCount), comment)
    let best = shares(counting, \.brewery).filter { $0.ratedCount >= 3 }
      .sorted { ($1.averageRating ?? 0, $0.value) < ($0.averageRating ?? 0, $1.value) }
    #expect(statistics.bestBreweries.count == best.count, comment)
    for (share, expected) in zip(statistics.bestBreweries, best) {
      #expect(isEqual(share.averageRating, expected.averageRating), comment)
    }
    let firsts = Dictionary(grouping: Set(beers.map(label)).compactMap(firstMonth)) { $0 }
    let firstTimes = firsts.map { DiaryStatistics.Share($0, $1.count) }.sorted { $0.value < $1.value }
    #expect(statistics.firstTimes == firstTimes, comment)
  }

  private func label(_ beer: BeerListItem) -> String { labels[beer.id] ?? "" }

  private func date(_ beer: BeerListItem, _ length: Int) -> String? {
    beer.drunkAt.flatMap { $0.text.count < length ? nil : String($0.text.prefix(length)) }
  }

  /// The month in which the diary has a label for the first time; for a beer without a label, its own.
  private func firstMonth(_ name: String) -> String? {
    let known = (name.hasPrefix("beer") ? beers : diary).filter { label($0) == name }
    let first = known.compactMap { $0.drunkAt?.text }.min() ?? ""
    return first.count < 7 ? nil : String(first.prefix(7))
  }

  private func average(_ beers: [BeerListItem], _ counting: DiaryStatistics.Counting) -> Double? {
    if counting == .beers { return mean(beers.compactMap(\.rating)) }
    let byLabel = Dictionary(grouping: beers, by: label)
    return mean(byLabel.values.compactMap { mean($0.compactMap(\.rating)) })
  }

  private func ratedCount(_ beers: [BeerListItem], _ counting: DiaryStatistics.Counting) -> Int {
    let rated = beers.filter { $0.rating != nil }
    return counting == .beers ? rated.count : Set(rated.map(label)).count
  }

  /// The counts of each value, in ascending order.
  private func shares(
    _ counting: DiaryStatistics.Counting, _ value: (BeerListItem) -> String?
  ) -> [DiaryStatistics.Share] {
    let valued = beers.filter { value($0) != nil }
    let groups = Dictionary(grouping: valued) { value($0) ?? "" }
    return groups.map { value, beers in
      DiaryStatistics.Share(
        value, beers.count, labels: Set(beers.map(label)).count, averageRating: average(beers, counting),
        ratedCount: ratedCount(beers, counting))
    }.sorted { $0.value < $1.value }
  }

  /// Sorts the most frequent values first.
  private func sorted(
    _ shares: [DiaryStatistics.Share], _ counting: DiaryStatistics.Counting
  ) -> [DiaryStatistics.Share] {
    shares.sorted { ($1.count(of: counting), $0.value) < ($0.count(of: counting), $1.value) }
  }

  private func expectEqual(
    _ shares: [DiaryStatistics.Share], _ expected: [DiaryStatistics.Share], _ comment: Comment
  ) {
    #expect(shares.map(\.value) == expected.map(\.value), comment)
    for (share, expected) in zip(shares, expected) {
      #expect(share.count == expected.count && share.labelCount == expected.labelCount, comment)
      #expect(isEqual(share.averageRating, expected.averageRating), comment)
      #expect(share.ratedCount == expected.ratedCount, comment)
    }
  }
}
