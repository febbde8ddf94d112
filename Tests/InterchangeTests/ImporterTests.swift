import DiaryStore
import Foundation
import Testing

@testable import Interchange

@Suite struct ImporterTests {
  @Test func addsGoodRowsAndReportsBadOnes() throws {
    let (summary, shelf) = try imported(
      "name,abv,date\nA,5,2019\nB,strong,\nC,5,01/02/2019\nD,\"open\nE,6,,\nF,6,,x\nG\n")

    #expect(shelf.drafts.map(\.fields.name) == ["A", "E", "G"])
    #expect(summary.addedCount == 3)
    #expect(summary.rejectedCount == 4)
    #expect(
      summary.firstRejected.flatMap(\.messages) == [
        "line 3, column 2 \"abv\": \"strong\" is not a number",
        "line 4, column 3 \"date\": \"01/02/2019\" does not say which is the day and which the month; "
          + "write 2019-02-01 or 2019-01-02",
        "line 5, column 2 \"abv\": the quote that opens \"open\" is not closed",
        "line 7: the row has 4 fields, but there are 3 columns; put a field that holds the delimiter between quotes",
      ])
  }

  @Test func reportsEveryBadFieldOfARowAndCountsTheRowOnce() throws {
    let (summary, shelf) = try imported("name,abv,rating,date\nA,strong,9,soon\nB,5,4,2019\n")

    #expect(shelf.drafts.map(\.fields.name) == ["B"])
    #expect(summary.rejectedCount == 1)
    let row = try #require(summary.firstRejected.first)
    #expect(row.faults.map(\.column) == [2, 3, 4])
    #expect(row.messages.count == 3)
    #expect(row.messages.allSatisfy { $0.hasPrefix("line 2, column ") })
  }

  @Test func skipsBlankRowsAndRepeatedHeaders() throws {
    let (summary, shelf) = try imported("\n,,\nname,abv,\nA,5,\n,,\n  ,\t,\n\u{FEFF}name,abv,\nB,6,\n")
    #expect(shelf.drafts.map(\.fields.name) == ["A", "B"])
    #expect(summary.repeatedHeaderCount == 1)
    #expect(summary.rejectedCount == 0)
  }

  @Test func tellsAllRejectedRowsAndKeepsTheFirst() throws {
    let rows = (1...50).map { "beer \($0),x\n" }.joined()
    var lines: [Int] = []
    let summary = try Importer(into: Shelf(), shownRejections: 3).importCSV(
      from: ByteInput(Array("name,abv\n\(rows)".utf8)), onRejected: { lines.append($0.line) })
    #expect(lines == Array(2...51))
    #expect(summary.firstRejected.map(\.line) == [2, 3, 4])
    #expect(summary.rejectedCount == 50)
  }

  @Test func makesRejectedValuesSafe() throws {
    let (summary, _) = try imported("name,abv\nA,\u{1B}[2J\(String(repeating: "9", count: 500))x\n")
    let value = try #require(summary.firstRejected.first?.faults.first?.value)
    #expect(value.hasPrefix("\u{FFFD}[2J999"))
    #expect(value.count == 60)
  }

  @Test func countsRowsReadAsWindows1252() throws {
    let bytes = Array("name\nK".utf8) + [0xF6] + Array("lsch\nKölsch\n".utf8)
    let shelf = Shelf()
    let summary = try Importer(into: shelf).importCSV(from: ByteInput(bytes))
    #expect(shelf.drafts.map(\.fields.name) == ["Kölsch", "Kölsch"])
    #expect(summary.windows1252Count == 1)
  }

  @Test func writesInBatchesAndReportsProgress() throws {
    let shelf = Shelf()
    let text = "name\n" + (1...25).map { "beer \($0)\n" }.joined()
    var progress: [ImportProgress] = []
    let summary = try Importer(into: shelf, batchSize: 10).importCSV(
      from: ByteInput(Array(text.utf8)), onProgress: { progress.append($0) })
    #expect(summary.addedCount == 25)
    #expect(shelf.batchSizes == [10, 10, 5])
    #expect(shelf.sources == ["csv"])
    #expect(progress.map(\.rowCount) == [10, 20, 25])
    #expect(progress.last?.bytesRead == Int64(text.utf8.count))
    #expect(progress.last?.totalBytes == Int64(text.utf8.count))
  }

  @Test func endsABatchEarlyWhereRowsAreLong() throws {
    let shelf = Shelf()
    let long = String(repeating: "x", count: 300_000)
    let text = "name,notes\n" + (1...6).map { "beer \($0),\(long)\n" }.joined()
    let summary = try Importer(into: shelf, batchBytes: 500_000).importCSV(
      from: ByteInput(Array(text.utf8)))
    #expect(summary.addedCount == 6)
    #expect(shelf.batchSizes.allSatisfy { $0 <= 2 })
  }

  @Test func stopsBetweenBatches() throws {
    let shelf = Shelf()
    let text = "name\n" + (1...25).map { "beer \($0)\n" }.joined()
    let summary = try Importer(into: shelf, batchSize: 10).importCSV(
      from: ByteInput(Array(text.utf8)), isCancelled: { shelf.drafts.count == 20 })
    #expect(summary.wasCancelled)
    #expect(summary.rowCount == 20)
    #expect(summary.addedCount == 20)

    let rest = try imported(text, onto: shelf).summary
    #expect(rest.addedCount == 5)
    #expect(rest.knownCount == 20)
  }

  @Test func tellsACheckInThatTheFileRepeatsFromOneThatTheDiaryHas() throws {
    let text = "beer_name,rating_score,checkin_id\nA,x,1\nA,4,1\nB,3,2\nA,4,1\nB,3,2\n"
    let (first, shelf) = try imported(text)
    #expect(shelf.drafts.compactMap(\.origin?.id) == ["1", "2"])
    #expect((first.rowCount, first.addedCount) == (5, 2))
    #expect((first.rejectedCount, first.knownCount, first.repeatedCount) == (1, 0, 2))

    let second = try imported(text, onto: shelf).summary
    #expect((second.addedCount, second.knownCount, second.repeatedCount) == (0, 2, 2))
  }

  @Test func keepsRowsThatAreAlikeWhereTheyHaveNoIdOfTheirOwn() throws {
    let summary = try imported("name,abv\nA,5\nA,5\n").summary
    #expect((summary.addedCount, summary.repeatedCount) == (2, 0))
  }

  @Test func passesOnWhatTheDiaryRefuses() {
    let shelf = Shelf()
    shelf.failure = .diskFull(path: "diary.sqlite")
    #expect(throws: ImportError.store(.diskFull(path: "diary.sqlite"))) {
      try imported("name\nA\n", onto: shelf)
    }
  }

  @Test func startsNoImportForAFileWithoutBeers() throws {
    let (summary, shelf) = try imported("name,abv\n\n,\nname,abv\n")
    #expect(summary.rowCount == 0)
    #expect(summary.addedCount == 0)
    #expect(shelf.sources.isEmpty)
  }
}

@Suite struct ImportRefusalTests {
  @Test(arguments: ["", "\n\r\n", "\u{FEFF}", " , ,\n"])
  func refusesAnEmptyFile(text: String) {
    #expect(throws: ImportError.empty) { try imported(text) }
  }

  @Test func refusesAFileWithoutAColumnForNames() throws {
    let error = #expect(throws: ImportError.self) { try imported("style,\u{1B}abv\nIPA,5\n") }
    #expect(
      error?.message
        == "No column holds the beer's name: rename one to \"name\" or \"beer_name\" (found: style, \u{FFFD}abv)."
    )
  }

  @Test func saysWhatMayNotBeRead() {
    let error = ImportError.permissionDenied(path: "beers.csv")
    #expect(error.message == "You may not read beers.csv.")
  }

  @Test func refusesAHeaderWithAnOpenQuote() {
    #expect(throws: ImportError.brokenHeader(line: 1)) { try imported("name,\"abv\nA,5\n") }
  }

  @Test func refusesPathsThatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path("none.csv")
    #expect(throws: ImportError.notFound(path: missing)) { try ByteInput(path: missing) }
    #expect(throws: ImportError.isFolder(path: folder.url.path)) { try ByteInput(path: folder.url.path) }
  }
}

@Suite struct DiaryImportTests {
  static let text =
    "name,brewery,rating,hop\nTwice,Own,3.5,Saaz\nTwice,Own,3.5,Saaz\nÄpfel \"x\",,,\n一番搾り,麒麟麦酒,4,\n"

  @Test func addsTheRowsOfAFile() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.path("diary.sqlite"))
    let file = folder.path("beers.csv")
    try Data(Self.text.utf8).write(to: URL(filePath: file))

    let summary = try Importer(into: diary).importCSV(from: ByteInput(path: file))

    #expect(summary.addedCount == 4)
    let rows = try diary.rows(BeerQuery(), in: 0..<10)
    #expect(Set(rows.map(\.name)) == ["Twice", "Äpfel \"x\"", "一番搾り"])
    let row = try #require(rows.first { $0.name == "Twice" })
    let beer = try #require(try diary.beer(row.id)).beer
    #expect(
      beer.fields == BeerFields(name: "Twice", brewery: "Own", rating: 3.5, extras: ["hop": .text("Saaz")]))
    #expect(beer.origin?.source == "csv")
  }

  @Test(arguments: [
    text,
    "beer_id,beer_name,beer_style,beer_abv\n1,A,IPA,5.0\n2,B,,\n",
    DialectTests.untappdHeader + "\nA,B,C,5,,,,,,,,,4,2019-06-01 18:04:00,,,,,,,,,,1001,,,,,,,,\n",
  ])
  func addsNothingWhenAFileIsImportedAgain(text: String) throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.path("diary.sqlite"))
    let rowCount = text.split(separator: "\n").count - 1

    let first = try Importer(into: diary).importCSV(from: ByteInput(Array(text.utf8)))
    let second = try Importer(into: diary).importCSV(from: ByteInput(Array(text.utf8), chunk: 3))

    #expect(first.addedCount == rowCount)
    #expect(first.knownCount == 0)
    #expect(second.addedCount == 0)
    #expect(second.knownCount == rowCount)
    #expect(try diary.summary(BeerQuery()).beerCount == rowCount)
  }
}
