import DiaryModel
import DiaryStore
import Testing

@Suite struct StatisticsTests {
  @Test func countsWhatIsInTheDiary() throws {
    let fresh = try FreshDiary()
    let beers: [(style: String, rating: Double?, abv: Double?, date: String?)] = [
      ("Stout", 4.5, 8, "2024-05-31T18:00:00"), ("stout", 4.9, 8.5, "2024-05-01"), ("Saison", 5, nil, "2023"),
      ("Gose", 0.5, 0, nil), ("Trash", 1, 4, "2022-01-01"),
    ]
    var last: Int64 = 0
    for beer in beers {
      let extras: Extras = beer.style == "Gose" ? ["country": .text("Germany")] : [:]
      let fields = BeerFields(
        name: "x", style: beer.style, abv: beer.abv, rating: beer.rating,
        drunkAt: beer.date.flatMap { DiaryDate($0) }, extras: extras)
      last = try fresh.diary.add(NewBeer(fields: fields)).id
    }
    _ = try fresh.diary.moveToTrash([last])

    let statistics = try fresh.diary.statistics()

    #expect(statistics.beerCount == 4 && statistics.styleCount == 3 && statistics.breweryCount == 0)
    #expect(statistics.averageRating == (4.5 + 4.9 + 5 + 0.5) / 4)
    #expect(statistics.years == [.init("2023", 1), .init("2024", 2)])
    #expect(statistics.months == [.init("2024-05", 2)])
    #expect(statistics.days == [.init("2024-05-01", 1), .init("2024-05-31", 1)])
    #expect(statistics.ratings == [.init(0.5, 1), .init(4.5, 2), .init(5, 1)])
    #expect(statistics.abvs == [.init(0, 1), .init(8, 2)])
    #expect(statistics.styles.first?.count == 2 && statistics.styles.count == 3)
    #expect(statistics.countries == [.init("Germany", 1)])
  }

  @Test func aDateInTheFutureDoesNotCarryTheDaysAlong() throws {
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

  @Test func countsOnlyTheBeersOfAQuery() throws {
    let fresh = try FreshDiary()
    var ids: [Int64] = []
    for (style, date) in [
      ("Stout", "2024-05-31"), ("Stout", "2023-05-01"), ("Gose", "2024-06-01"), ("Gose", nil),
    ] {
      let fields = BeerFields(
        name: "x", style: style, abv: 8, rating: 4, drunkAt: date.flatMap { DiaryDate($0) },
        extras: ["country": .text(style)])
      ids.append(try fresh.diary.add(NewBeer(fields: fields)).id)
    }
    _ = try fresh.diary.moveToTrash([ids[1]])

    let stouts = try fresh.diary.statistics(BeerQuery(filter: try BeerFilter("style:stout")))
    #expect(stouts.beerCount == 1 && stouts.averageRating == 4)
    #expect(stouts.styles == [.init("Stout", 1)] && stouts.countries == [.init("Stout", 1)])
    #expect(stouts.years == [.init("2024", 1)] && stouts.days == [.init("2024-05-31", 1)])
    #expect(stouts.ratings == [.init(4, 1)] && stouts.abvs == [.init(8, 1)])

    let found = try fresh.diary.statistics(
      BeerQuery(search: "gose"), limit: 1, today: DiaryDate("2025-01-01"))
    #expect(found.beerCount == 2 && found.days == [.init("2024-06-01", 1)])
    let trash = try fresh.diary.statistics(BeerQuery(filter: BeerFilter(isInTrash: true)))
    #expect(trash.beerCount == 1 && trash.years == [.init("2023", 1)])
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

  /// `style:Gose` has the Cucumber Gose as well, and a country can stand in several fields.
  @Test func aShareCountsTheBeersThatItsFilterShows() throws {
    let fresh = try FreshDiary()
    let fields = [
      BeerFields(name: "A", style: "Gose", extras: ["country": .text("Belgium")]),
      BeerFields(name: "B", style: "gose", extras: ["brewery_country": .text("belgium")]),
      BeerFields(
        name: "C", style: "Cucumber Gose",
        extras: ["country": .text("Germany"), "brewery_country": .text("Belgium")]),
      BeerFields(name: "D", style: "Gose \"old\"", extras: ["country": .text("New Belgium")]),
    ]
    for fields in fields { _ = try fresh.diary.add(NewBeer(fields: fields)) }
    let statistics = try fresh.diary.statistics()
    #expect(statistics.countryFields == ["country", "brewery_country"])
    for share in statistics.styles {
      let filter = try BeerFilter("style=" + FilterText.value(share.value))
      #expect(try fresh.diary.summary(BeerQuery(filter: filter)).beerCount == share.count, "\(share)")
    }
    for share in statistics.countries {
      let name = FilterText.value(share.value)
      let filter = try BeerFilter("country=\(name) or no:country brewery_country=\(name)")
      #expect(try fresh.diary.summary(BeerQuery(filter: filter)).beerCount == share.count, "\(share)")
    }
  }
}
