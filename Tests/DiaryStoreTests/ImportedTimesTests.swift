import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Testing

/// Local times from Untappd that an earlier version stored as instants.
@Suite struct ImportedTimesTests {
  private let fresh: FreshDiary
  private let oslo: TimeZone
  private var diary: Diary { fresh.diary }

  init() throws {
    fresh = try FreshDiary()
    oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
  }

  private func add(_ dates: [String], source: String = "untappd", extras: Extras = [:]) throws {
    let newBeers = dates.map { date in
      var fields = BeerFields(name: date, drunkAt: DiaryDate(date))
      fields.extras = extras
      return NewBeer(
        fields: fields, origin: Origin(source: source, id: date), createdAt: DiaryDate(date))
    }
    _ = try diary.importBeers(newBeers, in: try diary.startImport(source: source))
  }

  /// Makes all imports so far look like those of an earlier version, whose times may be wrong.
  private func makeImportsEarlierOnes() throws {
    try SQLiteFile(diary.path).execute("DELETE FROM background_work WHERE name LIKE 'untappd%'")
  }

  private func dates() throws -> Set<String> {
    Set(
      try diary.listItems(in: 0..<9).compactMap { try diary.beer($0.id)?.beer }.flatMap {
        [$0.fields.drunkAt?.text ?? "", $0.createdAt.text]
      })
  }

  @Test func timesAreReportedAndMadeLocal() throws {
    try add(["2016-12-31T22:30:00Z", "2016-12-31T12:00:00Z", "2017-01-05"])
    try add(["2016-12-31T23:30:00Z"], source: "csv")
    try makeImportsEarlierOnes()

    #expect(try diary.examine().map(\.kind) == [.importedTimes])
    let preview = try #require(try diary.importedTimes(exampleCount: 5, timeZone: oslo).first)
    #expect(preview.importID == 1 && preview.beerCount == 2 && preview.movedCount == 0)
    #expect(preview.examples.map(\.after.text) == ["2016-12-31T12:00:00", "2016-12-31T22:30:00"])
    let kiribati = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    let far = try diary.importedTimes(exampleCount: 1, timeZone: kiribati)
    #expect(far.map(\.movedCount) == [2])
    #expect(far[0].examples.map(\.after.text) == ["2016-12-31T12:00:00"])

    // Only the user knows whether the times are local.
    #expect(try diary.repair() == [])
    #expect(try dates().contains("2016-12-31T22:30:00Z"))
    try diary.makeTimesLocal(ofImport: 1)
    #expect(
      try dates() == ["2016-12-31T22:30:00", "2016-12-31T12:00:00", "2017-01-05", "2016-12-31T23:30:00Z"])
    #expect(try diary.examine() == [])
    _ = try diary.undoImport(1)
    #expect(try diary.listItems(in: 0..<9).map(\.name) == ["2016-12-31T23:30:00Z"])
  }

  @Test func timesThatAreCorrectAreLeftAlone() throws {
    try add(["2016-12-31T22:30:00Z"])
    #expect(try diary.examine() == [])

    try makeImportsEarlierOnes()
    try add(["2018-12-31T22:30:00Z"])
    #expect(try diary.examine().map(\.count) == [1])
    try diary.confirmTimes(ofImport: 1)
    #expect(try diary.examine() == [])
    #expect(try dates() == ["2016-12-31T22:30:00Z", "2018-12-31T22:30:00Z"])
  }

  @Test func eachImportIsDecidedSeparately() throws {
    try add(["2016-12-31T22:30:00Z"])
    try add(["2017-12-31T22:30:00Z"])
    try add(["2018-12-31T22:30:00Z"])
    try makeImportsEarlierOnes()
    try diary.confirmTimes(ofImport: 2)
    try diary.makeTimesLocal(ofImport: 3)
    #expect(try diary.importedTimes(exampleCount: 1, timeZone: oslo).map(\.importID) == [1])
    #expect(try dates() == ["2016-12-31T22:30:00Z", "2017-12-31T22:30:00Z", "2018-12-31T22:30:00"])
  }

  @Test func timesAreReportedAlsoIfCustomFieldsAreDamaged() throws {
    try add(["2016-12-31T22:30:00Z"])
    try makeImportsEarlierOnes()
    try SQLiteFile(diary.path).execute(
      "PRAGMA ignore_check_constraints = 1; UPDATE beer SET extras = '{\"broken'")
    #expect(try diary.importedTimes(exampleCount: 1, timeZone: oslo).map(\.importID) == [1])
  }

  @Test(arguments: [
    ["venue": JSONValue.object(["venue_id": .integer(1)])], ["beer.bid": .text("7")],
    ["media.items": .array([])],
    ["toasts": .text("{\"count\":1}")], ["badges": .text("[]")],
  ])
  func timesFromTheAPIAreCorrect(extras: [String: JSONValue]) throws {
    try add(["2016-12-31T22:30:00Z"], extras: extras)
    try makeImportsEarlierOnes()
    #expect(try diary.examine() == [])
  }
}
