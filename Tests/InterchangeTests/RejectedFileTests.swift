import DiaryModel
import DiaryStore
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// Files of rejected rows, which are corrected and imported.
@Suite struct RejectedFileTests {
  /// Imports a text and returns the file of its rejected rows.
  private func rejects(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.file("rejects.txt")
    let file = try FileImport(ImportSource(Array(text.utf8)), options)
    let rejects = try RejectedRows(file.analysis, to: OutputFile(.newFile(path: path)))
    _ = try file.run(into: RecordingDestination(), keepsRaw: true, onRejected: rejects.write)
    try rejects.finish()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func theFewRowsAreReadAsTheOriginalFile() throws {
    let text = """
      name,rating,abv,date
      A,9,0.05,31/01/2024
      B,8,0.06,01/02/2024
      Bad,4,0.5,03/04/2024,more

      """

    let written = try rejects(text)
    let (summary, destination) = try imported(written.replacing(",more", with: ""))

    let settings = "rating-scale 10, abv-unit fraction, dates day-first"
    #expect(written.hasPrefix("\"import_problem (\(settings))\",name,rating,abv,date\n"))
    #expect(summary.counts.rejected == 0)
    let beer = try #require(destination.newBeers.first).fields
    #expect((beer.name, beer.rating, beer.abv) == ("Bad", 2, 50))
    #expect(beer.drunkAt?.text == "2024-04-03")
  }

  @Test func aRatingBeyondTheScaleOfTheOriginalFileIsNotReadOnAnother() throws {
    let written = try rejects("name,rating,hop\nA,4,\nBad,8,\"never\n")

    let (summary, destination) = try imported(written.replacing("\"never", with: "never"))

    #expect(summary.counts.keptValues == 1)
    #expect(destination.newBeers.map(\.fields.rating) == [nil])
  }

  @Test func timesAreReadInTheTimeZoneOfTheOriginalFile() throws {
    var options = ImportOptions()
    options.times = TimeReading("Europe/Oslo")
    let written = try rejects("name,date\nBad,2024-01-01 12:00,more\n", options).replacing(",more", with: "")

    let date = try imported(written).destination.newBeers.first?.fields.drunkAt?.text

    #expect(date == "2024-01-01T11:00:00Z")
  }

  @Test func whatTheValuesDidNotShowIsNotSaid() throws {
    let text = """
      name,rating,abv,date,created_at
      A,8 pts,weak,31/01/2024,01/02/2024
      Bad,9 pts,strong,03/04/2024,03/04/2024,more

      """

    let written = try rejects(text)

    #expect(written.hasPrefix("\"import_problem\",name,rating,abv,date,created_at\n"))
  }

  @Test func aTableWithoutReasonsBelowRejectedRowsKeepsItsFirstColumn() throws {
    let written = try rejects("import_problem,name,abv\nwrong,A,5,more\nname,abv\nBad,5,more\n")

    let lines = written.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("\"import_problem") && $0.hasSuffix("\",name,abv") } == 2)
    #expect(lines.last?.hasSuffix("\",Bad,5,more") == true)
  }

  @Test func anotherFirstColumnWithASimilarNameIsKept() throws {
    let written = try rejects("import_problems,name\nx,A\ny,Bad,more\n")

    #expect(written.hasSuffix(",y,Bad,more\n"))
  }

  @Test func optionsPrecedeWhatTheFileSays() throws {
    let written = try rejects("name,rating\nA,4\nBad,4,more\n").replacing(",more", with: "")
    var options = ImportOptions()
    options.ratingScale = 20

    let (_, destination) = try imported(written, onto: RecordingDestination(), options)

    #expect(destination.newBeers.map(\.fields.rating) == [1])
  }

  @Test(arguments: [
    "name,rating\nA,4\nBad \"1\",5,more\n", "name;notes\nA;x\n\"Bad; \"\"1\"\"\";y;more\nOpen;\"never\n",
    "uuid,name,drunk_at,abv\n,A,,5\n,B,,strong\n",
    "{\"uuid\":null,\"name\":\"A\",\"drunk_at\":null,\"abv\":\"strong\"}\n",
  ])
  func rejectingRejectedRowsAgainReproducesTheFile(_ text: String) throws {
    let written = try rejects(text)

    #expect(written.contains("import_problem"))
    let again = try rejects(written)

    // Rows and columns have other numbers there.
    let number = /[0-9]+/
    #expect(again.replacing(number, with: "0") == written.replacing(number, with: "0"))
  }
}
