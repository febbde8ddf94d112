import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// The timeline counts every beer in its month, and knows where the month begins in the list.
@Suite struct TimelineTests {
  @Test func anEmptyDiaryHasNoPeriods() throws {
    let fresh = try FreshDiary()
    #expect(try fresh.diary.timeline() == DiaryTimeline())
  }

  @Test func yearsFarApartAreOnlyThoseThatHaveBeers() throws {
    let fresh = try FreshDiary()
    for date in ["1624-05-01", "1900-01-01", "2100-12-31", "2024"] {
      _ = try fresh.addBeer(date, drunkAt: date)
    }
    let periods = try fresh.diary.timeline().periods
    #expect(periods.map(\.year) == [1624, 1900, 2024, 2100])
    #expect(periods.map(\.month) == [5, 1, nil, 12])
  }

  @Test func theNewestOfEquallyGoodBeersIsTheBest() throws {
    let fresh = try FreshDiary()
    for (name, rating, date) in [
      ("Newer", 4.5, "2024-05-20"), ("Older", 4.5, "2024-05-03"), ("Worse", 4, "2024-05-31"),
    ] {
      let fields = BeerFields(name: name, brewery: "B", rating: rating, drunkAt: DiaryDate(date))
      _ = try fresh.diary.add(NewBeer(fields: fields))
    }
    let may = try #require(try fresh.diary.timeline().periods.first)
    #expect(may.best.first == .init(name: "Newer", brewery: "B", rating: 4.5))
    #expect(may.best.map(\.name) == ["Newer", "Older", "Worse"])
    #expect(may.averageRating == 13.0 / 3)
  }

  @Test func theBestAreDifferentBeersUpToFive() throws {
    let fresh = try FreshDiary()
    let beers =
      [("Orval", 4.0), ("Orval", 5), ("Orval", 3)] + (1...6).map { ("Other \($0)", Double($0) / 2) }
    for (name, rating) in beers {
      let fields = BeerFields(name: name, rating: rating, drunkAt: DiaryDate("2024-05-20"))
      _ = try fresh.diary.add(NewBeer(fields: fields))
    }
    let may = try #require(try fresh.diary.timeline().periods.first)
    #expect(may.best.map(\.name) == ["Orval", "Other 6", "Other 5", "Other 4", "Other 3"])
    #expect(may.best.first?.rating == 5 && may.firstTimes == 7)
  }

  @Test func onlyTheBeersOfAQueryAreCountedAndEarlierOnesAreFirst() throws {
    let fresh = try FreshDiary()
    for (name, rating, date) in [
      ("Orval", 3.0, "2023-05-01"), ("Orval", 5, "2024-05-01"), ("Saison", 4.5, "2024-05-02"),
      ("Porter", 2, "2024-06"),
      ("Undated", 5, nil),
    ] as [(String, Double, String?)] {
      let fields = BeerFields(name: name, rating: rating, drunkAt: date.flatMap { DiaryDate($0) })
      _ = try fresh.diary.add(NewBeer(fields: fields))
    }
    let all = try fresh.diary.timeline()
    #expect(all.periods.map(\.firstTimes) == [1, 1, 1] && all.undatedCount == 1)
    let good = try fresh.diary.timeline(BeerQuery(filter: BeerFilter("rating>=4")))
    #expect(good.periods.map(\.month) == [5] && good.periods.map(\.year) == [2024])
    #expect(good.periods.first?.beerCount == 2 && good.periods.first?.firstTimes == 1)
    #expect(good.undatedCount == 1)
    #expect(try fresh.diary.timeline(BeerQuery(search: "saison")).periods.map(\.beerCount) == [1])
    _ = try fresh.diary.moveToTrash([4])
    let trash = try fresh.diary.timeline(BeerQuery(filter: BeerFilter("in:trash")))
    #expect(trash.periods.map(\.month) == [6])
  }

  @Test func firstTimesAreThoseOfTheDiaryAlsoInTheTrash() throws {
    let fresh = try FreshDiary()
    for (name, date) in [
      ("Orval", "2023-05-01"), ("Orval", "2023-05-02"), ("Saison", "2022-01-01"), ("Saison", "2023-06-01"),
      ("Porter", "2023-07-01"),
    ] { _ = try fresh.addBeer(name, drunkAt: date) }
    _ = try fresh.diary.moveToTrash([2, 3, 5])
    let trash = BeerQuery(filter: try BeerFilter("in:trash"))
    let timeline = try fresh.diary.timeline(trash)
    #expect(timeline.periods.map(\.month) == [1, 5, 7])
    #expect(timeline.periods.map(\.firstTimes) == [0, 1, 0])
    let statistics = try fresh.diary.statistics(trash).firstTimes
    #expect(statistics.map(\.value) == ["2023-05", "2023-06"])
  }

  @Test(arguments: ["1 May 2020", "2 Ma", "zz", "May"])
  func textThatIsNotADateCountsAsNoDateEverywhere(_ text: String) throws {
    let fresh = try FreshDiary()
    for name in ["A", "B"] { _ = try fresh.addBeer(name, drunkAt: "2024-05-01") }
    let file = try SQLiteFile(fresh.diary.path)
    try file.execute("UPDATE beer SET drunk_at = ? WHERE name = 'B'", [.text(text)])
    file.close()
    let timeline = try fresh.diary.timeline()
    #expect(timeline.undatedCount == 1 && timeline.periods.map(\.beerCount) == [1])
    let statistics = try fresh.diary.statistics()
    #expect(statistics.beerCount == 2)
    #expect(statistics.years.map(\.value) == ["2024"] && statistics.months.map(\.value) == ["2024-05"])
    #expect(statistics.days.map(\.value) == ["2024-05-01"])
    #expect(statistics.firstTimes.map(\.value) == ["2024-05"])
    let undated = BeerQuery(filter: try BeerFilter("no:date"))
    #expect(try fresh.diary.summary(undated).beerCount == 1)
    #expect(try fresh.diary.statistics(undated).years.isEmpty)
    #expect(try fresh.diary.yearInReview()?.years == [2024])
  }

  @Test func theKnownPartsOfADateThatDoesNotExistCount() throws {
    let fresh = try FreshDiary()
    for name in ["A", "B"] { _ = try fresh.addBeer(name, drunkAt: "2024-05-01") }
    let file = try SQLiteFile(fresh.diary.path)
    try file.execute("UPDATE beer SET drunk_at = '2019-13-01' WHERE name = 'A'")
    try file.execute("UPDATE beer SET drunk_at = '2023-02-31T99:00:00Z' WHERE name = 'B'")
    file.close()
    let timeline = try fresh.diary.timeline()
    #expect(timeline.periods.map(\.year) == [2019, 2023] && timeline.periods.map(\.month) == [nil, 2])
    let statistics = try fresh.diary.statistics()
    #expect(statistics.years.map(\.value) == ["2019", "2023"])
    #expect(statistics.months.map(\.value) == ["2023-02"] && statistics.days.isEmpty)
  }

  @Test func countingCanBeCanceled() throws {
    let fresh = try FreshDiary()
    _ = try fresh.addBeer("A")
    #expect(throws: StoreError.cancelled) { try fresh.diary.timeline { true } }
    #expect(throws: StoreError.cancelled) { try fresh.diary.positions { true } }
  }

  @Test(arguments: Seeds.range(41..<44)) func everyFigureEqualsANaiveCount(_ seed: UInt64) throws {
    let fresh = try FreshDiary()
    var random = SeededGenerator(seed: seed)
    let dates = [
      "1999", "2023", "2023-01", "2023-01-31", "2023-01-31T23:30:00Z", "2023-02-01T00:30:00Z", "2023-02-01",
      "2023-02-01T10:00:00", "2023-12-31T23:59:59.500Z", "2024-01-01T00:00:00", "2024-02-29",
    ]
    var ids: [Int64] = []
    for number in 0..<200 {
      let fields = BeerFields(
        name: "Beer \(number)", rating: [nil, 2, 3.5, 5].randomElement(using: &random) ?? nil,
        drunkAt: Int.random(in: 0..<8, using: &random) == 0
          ? nil : dates.randomElement(using: &random).flatMap { DiaryDate($0) })
      ids.append(try fresh.diary.add(NewBeer(fields: fields)).id)
    }
    _ = try fresh.diary.moveToTrash(ids.filter { $0 % 9 == 0 })

    let timeline = try fresh.diary.timeline()
    let beers = try fresh.diary.listItems(in: 0..<1000)
    let local = beers.map { $0.drunkAt?.localTime(in: .autoupdatingCurrent) }
    #expect(timeline.undatedCount == local.count { $0 == nil })
    #expect(timeline.periods.reduce(timeline.undatedCount) { $0 + $1.beerCount } == beers.count)
    for period in timeline.periods {
      let positions = beers.indices.filter {
        local[$0]?.year == period.year && local[$0]?.month == period.month
      }
      let ratings = positions.compactMap { beers[$0].rating }
      #expect(period.beerCount == positions.count)
      #expect(period.ratedCount == ratings.count && period.ratingSum == ratings.reduce(0, +))
      let best = positions.filter { beers[$0].rating != nil && beers[$0].rating == ratings.max() }.first
      #expect(period.best.first?.name == best.flatMap { beers[$0].name }, "\(period)")
      #expect(period.firstTimes == positions.count)
      #expect(period.newest == positions.first.map { beers[$0].id }, "\(period)")
      if let month = period.month {
        let filter = try BeerFilter("date:\(period.year)-\(month < 10 ? "0" : "")\(month)")
        #expect(try fresh.diary.summary(BeerQuery(filter: filter)).beerCount == period.beerCount)
      }
    }
    let undated = BeerQuery(filter: try BeerFilter("no:date"))
    #expect(try fresh.diary.summary(undated).beerCount == timeline.undatedCount)
  }
}
