import DiaryModel
import DiaryStore
import Testing

@testable import Interchange

/// Dates as the numbers of days by which spreadsheets store them.
@Suite struct SerialDateTests {
  private func dates(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> [String?] {
    try imported(text, onto: RecordingDestination(), options).destination.newBeers
      .map { $0.fields.drunkAt?.text }
  }

  @Test func aColumnOfNumbersOfDaysHasDates() throws {
    let text = "name,date\nA,45291\nB,\nC,45292.0\nD,\"45292,75\"\nE,29221\n"

    #expect(
      try dates(text) == ["2023-12-31", nil, "2024-01-01", "2024-01-01T18:00:00", "1980-01-01"])
  }

  @Test(arguments: ["2024-01-01", "29220", "73051", "unknown"])
  func aNumberAmongOtherValuesIsNoDate(_ other: String) throws {
    let beers = try imported("name,date\nA,45291\nB,\(other)\n").destination.newBeers

    let first = try #require(beers.first).fields
    #expect(first.drunkAt == nil && first.extras["date"]?.display == "45291")
  }

  @Test func datesThatASpreadsheetReformattedInACheckInFileAreRead() throws {
    let text = "beer_name,rating_score,created_at,checkin_id\nA,4,45292.5,1\n"

    #expect(try dates(text) == ["2024-01-01T12:00:00"])
  }

  @Test func timesOfDayAreInTheGivenTimeZone() throws {
    var options = ImportOptions()
    options.times = .utc

    #expect(try dates("name,date\nA,45292.75\n", options) == ["2024-01-01T18:00:00Z"])
  }
}
