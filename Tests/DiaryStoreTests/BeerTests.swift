import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

@Suite struct BeerTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test func aBeerIsReadAsItWasAdded() throws {
    let fields = BeerFields(
      name: "Ængus 🍺", brewery: "B", style: "S", abv: 5.25, ibu: 30, rating: 4.1, notes: "a\nb", place: "P",
      latitude: -52.1, longitude: 179.9, serving: "bottle", price: "€4.50", drunkAt: DiaryDate("2019-06"),
      extras: ["hop": .text("Citra"), "year": .integer(2015), "nested": .array([.null, .boolean(true)])])

    let beer = try diary.add(NewBeer(fields: fields, origin: Origin(source: "untappd", id: "7")))

    #expect(beer.fields == fields)
    let detail = try #require(try diary.beer(beer.id))
    #expect(detail.beer == beer && detail.photos == [] && detail.label?.times == 1)
    #expect(try diary.beer(uuid: beer.uuid)?.beer == beer)
    #expect(try diary.beer(beer.id + 1) == nil)
  }

  @Test func listItemsAreNewestFirstWithTheUndatedLast() throws {
    for (name, date) in [("a", "2019-06-01"), ("none", nil), ("c", "2020"), ("b", "2019-06-01T10:00:00")] {
      _ = try fresh.addBeer(name, drunkAt: date)
    }

    #expect(try diary.listItems(in: 0..<10).map(\.name) == ["c", "b", "a", "none"])
    #expect(try diary.listItems(in: 1..<3).map(\.name) == ["b", "a"])
    #expect(try diary.listItems(in: 4..<9).isEmpty)
    var visited: [String?] = []
    try diary.forEachBeer { visited.append($0.beer.fields.name) }
    #expect(visited == ["c", "b", "a", "none"])
  }

  @Test func listItemsAreReadFromAnIndex() throws {
    let plan = try SQLiteFile(diary.path).rows(
      "EXPLAIN QUERY PLAN SELECT id FROM beer WHERE deleted_at IS NULL ORDER BY drunk_at DESC, id DESC LIMIT 9"
    )
    #expect(plan.allSatisfy { $0[3].contains("COVERING INDEX beer_by_date") })
  }

  @Test func importingKnownOriginsAddsOnlyWhatIsNew() throws {
    let startedImport = try diary.startImport(source: "untappd")
    let newBeers = (1...3).map {
      NewBeer(fields: BeerFields(name: "\($0)"), origin: Origin(source: "untappd", id: "\($0)"))
    }

    #expect(try diary.importBeers(Array(newBeers.prefix(2)), in: startedImport) == 2)
    #expect(try diary.importBeers(newBeers, in: startedImport) == 1)
    #expect(try diary.summary().beerCount == 3)
  }

  @Test(arguments: [
    BeerFields(abv: 101), BeerFields(abv: -1), BeerFields(ibu: -1), BeerFields(rating: 5.1),
    BeerFields(latitude: 91), BeerFields(longitude: -181), BeerFields(rating: .nan),
  ])
  func aValueOutsideItsRangeIsRefusedAndNothingIsAdded(_ fields: BeerFields) throws {
    #expect(throws: EditError.self) { try diary.add(NewBeer(fields: fields)) }
    #expect(try diary.summary().beerCount == 0)
  }

  @Test func anErrorOfTheCallerEndsTheIterationAndIsThrown() throws {
    struct Stop: Error {}
    _ = try fresh.addBeer("a")
    #expect(throws: Stop.self) { try diary.forEachBeer { _ in throw Stop() } }
  }
}

@Suite struct DiaryDateTests {
  @Test(arguments: [
    ("2019", DiaryDate.Precision.year), ("2019-06", .month), ("2020-02-29", .day),
    ("2019-06-01T18:04", .localTime), ("2019-06-01T18:04:00", .localTime), ("2019-06-01T18:04:00Z", .instant),
    ("2019-06-01T18:04:00.125Z", .instant),
  ])
  func aDateIsWrittenAsItWasRead(_ text: String, _ precision: DiaryDate.Precision) throws {
    let date = try #require(DiaryDate(text))
    #expect(date.precision == precision)
    #expect(date.text == text)
  }

  @Test(arguments: [
    "", "19", "2019-13", "2019-00", "2019-02-29", "2019-06-31", "2019-06-01T24:00:00", "2019-06-01T18",
    "2019-06-01 18:04", "2019-06-01T18:04:00+02:00", "2019-06-01x", "２０１９",
  ])
  func invalidDatesAreRefused(_ text: String) { #expect(DiaryDate(text) == nil) }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59.500Z"),
    (1_678_310_800.5, "2023-03-08T21:26:40.500Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
  ])
  func instantsAreWrittenInUTC(_ seconds: Double, _ text: String) {
    #expect(DiaryDate(instant: Date(timeIntervalSince1970: seconds))?.text == text)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e18, 253_402_300_800])
  func anInstantOutsideTheCalendarIsNotADate(_ seconds: Double) {
    #expect(DiaryDate(instant: Date(timeIntervalSince1970: seconds)) == nil)
  }

  @Test func uuidsSortByTheTimeOfTheirCreation() {
    var random = Seeds.generator(3)
    let ids = (0..<50).map {
      UUID.version7(at: Date(timeIntervalSince1970: Double($0)), using: &random).uuidString
    }
    #expect(ids == ids.sorted())
    #expect(
      ids.allSatisfy { $0.dropFirst(14).first == "7" && "89AB".contains($0.dropFirst(19).first ?? "x") })
  }

  @Test func uuidsOfOneTimeFollowEachOther() {
    var random = Seeds.generator(4)
    let time = Date(timeIntervalSince1970: 1_600_000_000)
    var sequence = UUIDSequence(at: time, using: &random)
    let ids = (0..<5000).map { _ in sequence.next(using: &random).uuidString }
    let other = UUID.version7(at: time, using: &random).uuidString

    #expect(ids == ids.sorted())
    #expect(Set(ids).count == ids.count)
    #expect(
      ids.allSatisfy {
        $0.prefix(14) == other.prefix(14) && $0.dropFirst(14).first == "7"
          && "89AB".contains($0.dropFirst(19).first ?? "x")
      })
  }
}
