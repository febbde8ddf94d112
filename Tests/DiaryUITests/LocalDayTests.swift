import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import FixtureStores
import Foundation
import Interchange
import TestSupport
import Testing

/// The day a beer was drunk is the same in lists, filters, statistics and exports, in every time zone.
@Suite struct LocalDayTests {
  private static let zones = [
    "Europe/Oslo", "America/New_York", "Pacific/Auckland", "America/Sao_Paulo", "Asia/Beirut",
    "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Apia", "Africa/Casablanca", "Asia/Kathmandu", "GMT",
  ]

  private func diary(_ zone: TimeZone, _ dates: [String]) throws -> (Diary, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"), timeZone: zone)
    for date in dates {
      _ = try diary.add(NewBeer(fields: BeerFields(name: date, drunkAt: DiaryDate(date))))
    }
    return (diary, folder)
  }

  @Test func anInstantBelongsToTheDayOnTheLocalClock() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let (diary, folder) = try diary(oslo, ["2016-12-31T23:02:01Z", "2016-12-31T23:02:01"])

    defer { withExtendedLifetime(folder) {} }
    #expect(try diary.listItems(BeerQuery(filter: BeerFilter("date:2017-01-01")), in: 0..<9).map(\.id) == [1])
    #expect(try diary.listItems(BeerQuery(filter: BeerFilter("year:2016")), in: 0..<9).map(\.id) == [2])
    #expect(try diary.listItems(BeerQuery(filter: BeerFilter("month:january")), in: 0..<9).map(\.id) == [1])
    #expect(try diary.statistics().years == [.init("2016", 1), .init("2017", 1)])
    #expect(try diary.years() == ["2017", "2016"])
    #expect(DateText(timeZone: oslo).short(try #require(DiaryDate("2016-12-31T23:02:01Z"))) == "1 Jan 2017")
  }

  @Test func theListIsInTheOrderOfLocalTime() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let dates = [
      "2016-12-31T23:30:00Z", "2017-01-01T00:10:00", "2016-12-31T23:45:00", "2017-01-01", "2017",
      "2016-12-31",
      "2017-01-01T00:50:00", "2016-12-31T21:00:00Z",
    ]
    let (diary, folder) = try diary(oslo, dates)
    defer { withExtendedLifetime(folder) {} }
    // 0:30, 0:10, 23:45, none, none, none, 0:50, 22:00.
    let expected: [Int64] = [7, 1, 2, 4, 5, 3, 8, 6]
    #expect(try diary.listItems(in: 0..<9).map(\.id) == expected)
    #expect(try diary.listItems(BeerQuery(isReversed: true), in: 0..<9).map(\.id) == expected.reversed())
    for limit in 1...3 {
      #expect(try diary.listItems(in: 0..<limit).map(\.id) == Array(expected.prefix(limit)))
    }
  }

  @Test func possibleDuplicatesAreOfTheSameLocalDay() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let (diary, folder) = try diary(oslo, [])
    defer { withExtendedLifetime(folder) {} }
    for (name, date) in [("A", "2016-12-31T23:30:00Z"), ("B", "2017-01-01"), ("C", "2017-01-01T00:30:00")] {
      _ = try diary.add(NewBeer(fields: BeerFields(name: name, drunkAt: DiaryDate(date))))
    }
    func count(_ date: String) throws -> Int {
      let beers = ["A", "B", "C"].map {
        ImportedBeer(NewBeer(fields: BeerFields(name: $0, drunkAt: DiaryDate(date))))
      }
      return try diary.possibleDuplicateCount(beers, source: "csv")
    }
    #expect(try count("2016-12-31T23:15:00Z") == 3 && count("2017-01-01") == 3)
    #expect(try count("2016-12-31") == 0 && count("2017-01-01T23:15:00Z") == 0)
  }

  @Test(arguments: zones) func theLocalDayIsTheSameInTextsFileNamesAndFilters(_ name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    var random = Seeds.generator(name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    let dates = Self.dates(in: zone, using: &random)
    let days = dates.map { Self.day($0, in: zone) }
    let (diary, folder) = try diary(zone, dates)
    defer { withExtendedLifetime(folder) {} }
    let text = DateText(timeZone: zone, format: .iso)

    for (date, day) in zip(dates, days) {
      let date = try #require(DiaryDate(date))
      #expect(text.short(date) == day, "\(date.text)")
      let beer = Beer(
        id: 1, uuid: UUID(), fields: BeerFields(name: "A", drunkAt: date), createdAt: date, updatedAt: date)
      let photo = Photo(id: 1, uuid: UUID(), beerID: 1, order: 0, metadata: ImageMetadata(byteCount: 0))
      #expect(PhotoFileName(of: photo, of: beer, timeZone: zone).text() == "A \(day) 1.bin")
    }
    for length in [4, 7, 10] {
      for period in Set(days.filter { $0.count >= length }.map { String($0.prefix(length)) }) {
        func ids(_ comparison: String) throws -> Set<Int64> {
          let filter = try BeerFilter("date\(comparison)\(period)")
          return Set(try diary.ids(BeerQuery(filter: filter)).ascending)
        }
        func expected(_ isMatch: (String) -> Bool) -> Set<Int64> {
          Set(days.indices.filter { isMatch(days[$0]) }.map { Int64($0 + 1) })
        }
        let end = period + "~"
        let inPeriod = expected { $0.hasPrefix(period) }
        #expect(try ids(":") == inPeriod, "\(period)")
        let listed = try diary.listItems(BeerQuery(filter: BeerFilter("date:\(period)")), in: 0..<1000)
        #expect(Set(listed.map(\.id)) == inPeriod, "\(period)")
        #expect(try ids("<") == expected { $0 < period }, "\(period)")
        #expect(try ids("<=") == expected { $0 < end }, "\(period)")
        #expect(try ids(">") == expected { $0 >= end }, "\(period)")
        #expect(try ids(">=") == expected { $0 >= period }, "\(period)")
      }
    }
    // The list is in the order of these days, also after a beer was added to it.
    for isReversed in [false, true] {
      var query = BeerQuery(isReversed: isReversed, generation: 1)
      _ = try diary.summary(query)
      for generation in 2...3 {
        let listed = try diary.listItems(query, in: 0..<1000).map { days[Int($0.id - 1) % days.count] }
        #expect(listed == listed.sorted { isReversed ? $0 < $1 : $0 > $1 })
        let first = try diary.listItems(BeerQuery(isReversed: isReversed), in: 0..<10).map(\.id)
        #expect(try diary.listItems(query, in: 0..<10).map(\.id) == first)
        query.generation = generation
      }
    }
    let statistics = try diary.statistics()
    for (shares, length) in [(statistics.years, 4), (statistics.months, 7)] {
      let counts = Dictionary(
        days.filter { $0.count >= length }.map { ($0.prefix(length), 1) }, uniquingKeysWith: +)
      #expect(shares.map(\.value) == counts.keys.sorted().map(String.init))
      #expect(shares.allSatisfy { counts[Substring($0.value)] == $0.count })
    }
    #expect(!statistics.days.isEmpty)
    for share in statistics.days {
      #expect(days.count { $0 == share.value } == share.count, "\(share.value)")
    }
  }

  /// Instants around changes of the clock, the ends of days and of years, and dates of every other precision.
  private static func dates(in zone: TimeZone, using random: inout SeededGenerator) -> [String] {
    var moments: [Date] = []
    var change = Date(timeIntervalSince1970: 1_300_000_000)
    while moments.count < 60, let next = zone.nextDaylightSavingTimeTransition(after: change) {
      for _ in 0..<4 { moments.append(next + Double(Int.random(in: -90_000...90_000, using: &random))) }
      change = next
    }
    for year in 1970...1990 {
      let newYear = Double((year - 1970) * 31_556_952)
      moments.append(
        Date(timeIntervalSince1970: newYear + Double(Int.random(in: 0...172_800, using: &random))))
    }
    let instants = moments.compactMap {
      DiaryDate(instant: Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)))?.text
    }
    return instants + [
      "2014", "2014-03", "2014-03-30", "2014-03-30T23:59:59", "2014-12-31T00:00", "2015-01-01",
    ]
  }

  /// The day by Foundation's calendar, independently of the diary's arithmetic.
  private static func day(_ text: String, in zone: TimeZone) -> String {
    let formatter = ISO8601DateFormatter()
    guard text.hasSuffix("Z"), let instant = formatter.date(from: text) else {
      return String(text.prefix(10))
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day], from: instant)
    let pieces = [(parts.year ?? 0, 4), (parts.month ?? 0, 2), (parts.day ?? 0, 2)]
    return pieces.map { String(repeating: "0", count: $1 - String($0).count) + String($0) }.joined(
      separator: "-")
  }
}
