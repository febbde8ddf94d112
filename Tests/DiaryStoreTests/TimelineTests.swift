import DiaryModel
import DiaryStore
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

  @Test func ofEquallyGoodBeersTheNewestIsTheBest() throws {
    let fresh = try FreshDiary()
    for (name, rating, date) in [
      ("Newer", 4.5, "2024-05-20"), ("Older", 4.5, "2024-05-03"), ("Worse", 4, "2024-05-31"),
    ] {
      let fields = BeerFields(name: name, brewery: "B", rating: rating, drunkAt: DiaryDate(date))
      _ = try fresh.diary.add(NewBeer(fields: fields))
    }
    let may = try #require(try fresh.diary.timeline().periods.first)
    #expect(may.best == .init(name: "Newer", brewery: "B", rating: 4.5))
    #expect(may.averageRating == 13.0 / 3)
  }

  @Test func countingCanBeCancelled() throws {
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
      #expect(period.best?.name == best.flatMap { beers[$0].name }, "\(period)")
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
