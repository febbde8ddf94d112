import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// What a year's beers were, in numbers and with the ones that stand out.
@Suite struct YearInReviewTests {
  private func diary(_ beers: [BeerFields], in zone: TimeZone = .gmt) throws -> (Diary, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"), timeZone: zone)
    for fields in beers { _ = try diary.add(NewBeer(fields: fields)) }
    return (diary, folder)
  }

  private func beer(
    _ name: String, _ date: String?, rating: Double? = nil, style: String? = nil, notes: String? = nil
  ) -> BeerFields {
    BeerFields(
      name: name, style: style, rating: rating, notes: notes, drunkAt: date.flatMap { DiaryDate($0) })
  }

  @Test func aDiaryWithoutDatesHasNoYear() throws {
    let (empty, folder) = try diary([])
    let (undated, other) = try diary([beer("Orval", nil, rating: 4)])
    defer { withExtendedLifetime((folder, other)) {} }
    #expect(try empty.yearInReview() == nil)
    #expect(try undated.yearInReview() == nil)
    let asked = try #require(try undated.yearInReview(2024))
    #expect(asked == YearInReview(year: 2024))
  }

  @Test(arguments: ["1 May 2020", "2019-13-01", "20", "zz"])
  func textThatIsNotADateHidesNoYear(_ text: String) throws {
    let (diary, folder) = try diary(["2018", "2019", "2024"].map { beer($0, $0) })
    defer { withExtendedLifetime(folder) {} }
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET drunk_at = ? WHERE name = '2019'", [.text(text)])
    file.close()
    let review = try #require(try diary.yearInReview(2024))
    #expect(review.years.filter { $0 != 2019 } == [2018, 2024] && review.figures.beers == 1)
  }

  @Test func aSingleBeerIsTheBestAndNew() throws {
    let (diary, folder) = try diary([beer("Orval", "2024-02-29", rating: 4.5, style: "Stout", notes: "Dry.")])
    defer { withExtendedLifetime(folder) {} }
    let review = try #require(try diary.yearInReview())
    #expect(review.year == 2024 && review.years == [2024] && review.before == nil)
    #expect(review.figures.beers == 1 && review.figures.labels == 1 && review.figures.averageRating == 4.5)
    #expect(review.months.map(\.colors.count) == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(review.months[1].colors.first.map { $0 > 25 } == true)
    #expect(review.best.map(\.name) == ["Orval"])
    #expect(review.newLabels == 1 && review.newStyles == [.init("Stout", day: "2024-02-29", beers: 1)])
    #expect(review.longestBreak == nil)
    #expect(review.longestNote?.text == "Dry." && review.longestNote?.characterCount == 4)
  }

  @Test func aLeapSecondIsInTheYearThatItEnds() throws {
    let times = ["2016-12-31T23:59:60Z", "2016-12-31T23:00:00Z"]
    let (diary, folder) = try diary(times.map { beer("Orval", $0) })
    defer { withExtendedLifetime(folder) {} }
    #expect(try diary.yearInReview()?.years == [2016])
    #expect(try diary.ids(matching: "year:2016") == [1, 2])
  }

  @Test func beersWithoutRatingsHaveNoAverageAndNoBest() throws {
    let (diary, folder) = try diary([beer("A", "2024"), beer("B", "2024-03", notes: " \n")])
    defer { withExtendedLifetime(folder) {} }
    let review = try #require(try diary.yearInReview(2024))
    #expect(review.figures.beers == 2 && review.figures.averageRating == nil && review.best == [])
    #expect(review.months.map(\.colors) == (1...12).map { $0 == 3 ? [0] : [] })
    #expect(review.longestBreak == nil && review.longestNote == nil)
  }

  @Test func aBreakIsMeasuredInDaysAndALeapDayIsOne() throws {
    let (diary, folder) = try diary(
      ["2024-02-28", "2024-03-02", "2024-03-02", "2024-03-05", "2023-02-28", "2023-03-02", "2025-12-31"].map {
        beer($0, $0)
      })
    defer { withExtendedLifetime(folder) {} }
    let leap = try #require(try diary.yearInReview(2024)?.longestBreak)
    #expect(leap.days == 2 && leap.last.text == "2024-02-28" && leap.next.text == "2024-03-02")
    #expect(try diary.yearInReview(2023)?.longestBreak?.days == 1)
  }

  @Test func aYearEndsOnTheLocalClock() throws {
    let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
    let (diary, folder) = try diary(
      [
        beer("instant of 2025", "2024-12-31T11:30:00Z"), beer("local time of 2024", "2024-12-31T23:30:00"),
        beer("instant of 2024", "2023-12-31T11:30:00Z"),
      ], in: auckland)
    defer { withExtendedLifetime(folder) {} }
    let review = try #require(try diary.yearInReview())
    #expect(review.years == [2024, 2025] && review.year == 2025)
    #expect(review.figures.beers == 1 && review.months[0].colors.count == 1)
    #expect(review.before?.beers == 2)
    #expect(try diary.yearInReview(2024)?.months.map(\.colors.count) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  }

  @Test func beersAreInTheOrderOfTheLocalClock() throws {
    let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
    // The instant is half past midnight on 2 June.
    let (diary, folder) = try diary(
      [
        beer("instant", "2024-06-01T12:30:00Z", rating: 4, style: "Stout", notes: "Dry."),
        beer("local time", "2024-06-01T23:30:00", rating: 4, style: "Pilsner", notes: "Wet."),
      ], in: auckland)
    defer { withExtendedLifetime(folder) {} }
    let review = try #require(try diary.yearInReview())
    let colors = review.months[5].colors
    #expect(colors.count == 2 && colors == colors.sorted())
    #expect(review.best.map(\.name) == ["instant", "local time"])
    #expect(review.longestNote?.text == "Wet.")
    #expect(review.newStyles.map(\.value) == ["Pilsner", "Stout"])
  }

  @Test func aYearInTheFutureIsShownOnlyOnRequest() throws {
    let (diary, folder) = try diary([beer("A", "2024-06-01"), beer("B", "2999-01-01")])
    defer { withExtendedLifetime(folder) {} }
    #expect(try diary.yearInReview(today: DiaryDate("2025-01-01"))?.year == 2024)
    #expect(try diary.yearInReview(2999, today: DiaryDate("2025-01-01"))?.figures.beers == 1)
    #expect(try diary.yearInReview(today: DiaryDate("2000-01-01"))?.year == 2999)
  }

  @Test func theBestAreDifferentBeers() throws {
    let orval = (1...9).map { beer("Orval", "2024-01-0\($0)", rating: 5) }
    let others = (1...6).map { beer("Other \($0)", "2024-02-0\($0)", rating: 4) }
    let (diary, folder) = try diary(orval + others)
    defer { withExtendedLifetime(folder) {} }
    let best = try #require(try diary.yearInReview(2024)?.best)
    #expect(best.map(\.name) == ["Orval", "Other 6", "Other 5", "Other 4", "Other 3"])
    #expect(best.first?.drunkAt?.text == "2024-01-09")
  }

  @Test(arguments: [1, 9]) func aLabelThatAnEarlierYearHasIsNotNew(_ earlier: Int) throws {
    let before = (1...earlier).map { beer("Orval", "2023-0\($0)") }
    let year = ["Orval", "Porter", "Gone"].map { beer($0, "2024-01-01") }
    let (diary, folder) = try diary(
      before + year + [beer("Gone", "2023-12-31"), beer("Porter", "2025"), beer("Porter", nil)])
    defer { withExtendedLifetime(folder) {} }
    _ = try diary.moveToTrash([Int64(earlier + 4)])
    #expect(try diary.yearInReview(2024)?.newLabels == 2)
  }

  @Test func onlyTheBeersOfAQueryAreCounted() throws {
    let (diary, folder) = try diary([
      beer("Orval", "2023-05-01", rating: 3, style: "Trappist"),
      beer("Orval", "2024-05-01", rating: 5, style: "Trappist", notes: "Dry."),
      beer("Porter", "2024-06-01", rating: 2, style: "Porter", notes: "Much longer."),
      beer("Saison", "2024-07-01", rating: 4, style: "Saison"), beer("Old", "1999", rating: 1),
    ])
    defer { withExtendedLifetime(folder) {} }
    let good = BeerQuery(filter: try BeerFilter("rating>=4"))
    let review = try #require(try diary.yearInReview(of: good))
    #expect(review.year == 2024 && review.years == [2024] && review.before == nil)
    #expect(review.figures.beers == 2 && review.figures.averageRating == 4.5)
    #expect(review.months.map(\.colors.count) == [0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0])
    #expect(review.best.map(\.name) == ["Orval", "Saison"] && review.longestNote?.text == "Dry.")
    // Orval and its style are of 2023, which the filter leaves out.
    #expect(review.newLabels == 1 && review.newStyles.map(\.value) == ["Saison"])
    #expect(try diary.yearInReview(of: BeerQuery(search: "porter"))?.figures.beers == 1)
    #expect(try diary.yearInReview(of: BeerQuery(search: "nothing")) == nil)
    #expect(try diary.yearInReview(2023, of: good)?.figures.beers == 0)
    _ = try diary.moveToTrash([5])
    let trash = try #require(try diary.yearInReview(of: BeerQuery(filter: BeerFilter("in:trash"))))
    #expect(trash.year == 1999 && trash.best.map(\.name) == ["Old"])
  }

  @Test func aReviewCanBeCanceledAmongBeersWithoutACountry() throws {
    var fields = beer("A", "2024-05-01")
    fields.extras = ["country": .text("Belgium")]
    let (diary, folder) = try diary([fields])
    defer { withExtendedLifetime(folder) {} }
    func calls() throws -> Int {
      var calls = 0
      _ = try diary.yearInReview(2024) {
        calls += 1
        return false
      }
      return calls
    }
    let few = try calls()
    let file = try SQLiteFile(diary.path)
    try file.execute(
      """
      INSERT INTO beer (id, uuid, name, drunk_at, created_at, updated_at)
      WITH RECURSIVE number (value) AS (SELECT 100 UNION ALL SELECT value + 1 FROM number WHERE value < 50000)
      SELECT value, randomblob(16), 'B', '2020-01-01', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z' FROM number
      """)
    file.close()
    #expect(try calls() >= few + 3)
  }

  @Test func aCanceledReviewEnds() throws {
    let (diary, folder) = try diary([beer("A", "2024")])
    defer { withExtendedLifetime(folder) {} }
    #expect(throws: StoreError.cancelled) { _ = try diary.yearInReview(isCancelled: { true }) }
  }

  /// Recounts each year beer by beer.
  @Test func theFiguresAreThoseOfARecount() throws {
    var random = Seeds.generator(29)
    let breweries: [String] = (0..<20).map { "Brewery \($0)" }
    let styles: [String] =
      (0..<15).map { $0 % 2 == 0 ? "Style \($0)" : "STYLE \($0)" } + ["Stout", "stout"]
    let countries = ["Belgium", "belgium", "Japan", "Korea"]
    var beers: [BeerFields] = []
    for _ in 0..<400 {
      let year = Int.random(in: 2019...2024, using: &random)
      let date = [
        "\(year)", "\(year)-0\(Int.random(in: 1...9, using: &random))",
        "\(year)-1\(Int.random(in: 0...2, using: &random))-0\(Int.random(in: 1...9, using: &random))",
        "\(year)-03-01T20:00:00", "\(year)-12-31T23:00:00Z",
      ]
      let number = Int.random(in: 0..<60, using: &random)
      beers.append(
        BeerFields(
          name: "Beer \(number)", brewery: random.pick(breweries), style: random.pick(styles),
          rating: random.pick([0.5, 3, 3.5, 4.25, 5]),
          notes: random.pick(["Dry.", "Sour and long."]), place: random.pick(["Home", "Pub"]),
          drunkAt: random.pick(date).flatMap { DiaryDate($0) },
          extras: random.pick(countries).map { ["country": .text($0)] } ?? [:]))
    }
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let (diary, folder) = try diary(beers, in: oslo)
    defer { withExtendedLifetime(folder) {} }
    _ = try diary.moveToTrash([3, 30, 300])
    let trashed: Set<Int64> = [3, 30, 300]
    let all = try diary.listItems(in: 0..<1000)
    #expect(all.allSatisfy { !trashed.contains($0.id) })
    let naive = NaiveYears(beers: all, fields: beers, zone: oslo)
    for year in 2018...2025 {
      try naive.expectEqual(#require(try diary.yearInReview(year)))
    }
  }
}

/// Years in review, computed beer by beer.
private struct NaiveYears {
  let beers: [BeerListItem]
  /// The fields of the beers with the ids from 1.
  let fields: [BeerFields]
  let zone: TimeZone

  private func local(_ beer: BeerListItem) -> String? { beer.drunkAt?.localTime(in: zone).text }

  private func fields(_ beer: BeerListItem) -> BeerFields { fields[Int(beer.id) - 1] }

  private func of(_ year: Int) -> [BeerListItem] {
    beers.filter { local($0)?.hasPrefix(String(year)) == true }
  }

  /// The label of a beer: what has the same name and brewery, or the same name as the only brewery.
  private func figures(_ beers: [BeerListItem]) -> [Int] {
    func different(_ value: (BeerListItem) -> String?) -> Int {
      Set(beers.compactMap { value($0)?.lowercased() }).count
    }
    return [
      beers.count, different(\.brewery), different(\.style), different(\.place),
      different { fields($0).extras["country"]?.display },
    ]
  }

  private func firsts(_ year: Int, _ value: (BeerListItem) -> String?) -> Set<String> {
    let earlier = beers.filter { local($0).map { $0 < String(year) } == true }
    let known = Set(earlier.compactMap { value($0)?.lowercased() })
    return Set(of(year).compactMap { value($0)?.lowercased() }).subtracting(known)
  }

  func expectEqual(_ review: YearInReview) {
    let year = review.year
    let beers = of(review.year)
    func figures(_ figures: YearInReview.Figures) -> [Int] {
      [figures.beers, figures.breweries, figures.styles, figures.places, figures.countries]
    }
    #expect(figures(review.figures) == self.figures(beers), "\(year)")
    #expect(
      review.before.map(figures) ?? [0, 0, 0, 0, 0]
        == (beers.isEmpty ? [0, 0, 0, 0, 0] : self.figures(of(year - 1))))
    let ratings = beers.compactMap(\.rating)
    let mean = ratings.reduce(0, +) / Double(max(1, ratings.count))
    #expect(abs((review.figures.averageRating ?? 0) - mean) < 1e-9)
    let months = (1...12).map { month in
      beers.count { local($0)?.dropFirst(5).prefix(2) == (month < 10 ? "0\(month)" : "\(month)") }
    }
    #expect(review.months.map(\.colors.count) == months)
    #expect(review.best.compactMap(\.rating) == review.best.compactMap(\.rating).sorted(by: >))
    #expect(review.best.first?.rating == ratings.max())
    for (found, value) in [
      (review.newStyles, { $0.style }), (review.newBreweries, { $0.brewery }),
      (review.newCountries, { fields($0).extras["country"]?.display }),
    ] as [([YearInReview.First], (BeerListItem) -> String?)] {
      #expect(Set(found.map { $0.value.lowercased() }) == firsts(year, value), "\(year)")
      for first in found {
        #expect(first.beers == beers.count { value($0)?.lowercased() == first.value.lowercased() })
      }
    }
    #expect(review.longestNote?.characterCount == beers.compactMap { fields($0).notes?.count }.max())
    let days = Set(beers.compactMap { local($0).flatMap { DiaryDate(String($0.prefix(10)))?.dayNumber } })
    let breaks = zip(days.sorted(), days.sorted().dropFirst()).map { $1 - $0 - 1 }
    #expect(review.longestBreak?.days ?? 0 == breaks.max() ?? 0)
  }
}
