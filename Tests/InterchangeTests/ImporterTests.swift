import DiaryModel
import DiaryStore
import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import Interchange

@Suite struct ImporterTests {
  @Test func goodRowsAreAddedAndBadOnesReported() throws {
    let (summary, destination) = try imported(
      "name,abv,date\nA,5,2019\nB,strong,\nC,5,01/02/2019\nD,\"open\nE,6,,\nF,6,,x\nG\n")

    #expect(destination.newBeers.map(\.fields.name) == ["A", "B", "C", "E", "G"])
    #expect(summary.tally.added == 5)
    #expect(summary.counts.rejected == 2 && summary.counts.keptValues == 2)
    #expect(
      summary.counts.firstRowsWithKeptValues.flatMap(\.messages) == [
        "line 3, column 2 “abv”: “strong” is not a number; kept as a custom field",
        "line 4, column 3 “date”: “01/02/2019” does not show which is the day and which the month; "
          + "write 2019-02-01 or 2019-01-02, or use --dates day-first or month-first; kept as a custom field",
      ])
    #expect(
      summary.counts.firstRejected.flatMap(\.messages) == [
        "line 5, column 2 “abv”: the quote that opens “open” is not closed",
        "line 7: the row has 4 fields, but there are 3 column names; quote fields that contain the delimiter",
      ])
  }

  @Test func everyBadFieldOfARowBecomesACustomField() throws {
    let (summary, destination) = try imported("name,abv,rating,date\nA,strong,good,soon\nB,5,4,2019\n")

    #expect(destination.newBeers.map(\.fields.name) == ["A", "B"])
    #expect(
      destination.newBeers[0].fields
        == BeerFields(
          name: "A", extras: ["abv": .text("strong"), "rating": .text("good"), "date": .text("soon")]))
    #expect(summary.counts.rejected == 0 && summary.counts.keptValues == 3)
    let row = try #require(summary.counts.firstRowsWithKeptValues.first)
    #expect(row.errors.map(\.column) == [2, 3, 4])
    #expect(row.messages.count == 3)
    #expect(row.messages.allSatisfy { $0.hasPrefix("line 2, column ") })
  }

  @Test func aDateWithAWrongDayOfTheWeekIsReadAndKept() throws {
    let text = "name,date\nA,\"Sun, 3 May 2026\"\nB,\"Mon, 3 May 2026\"\n"
    let (summary, destination) = try imported(text)

    let date = DiaryDate("2026-05-03")
    #expect(
      destination.newBeers.map(\.fields) == [
        BeerFields(name: "A", drunkAt: date),
        BeerFields(name: "B", drunkAt: date, extras: ["date": .text("Mon, 3 May 2026")]),
      ])
    #expect(summary.counts.keptValues == 1)
    #expect(
      summary.counts.firstRowsWithKeptValues.flatMap(\.messages) == [
        "line 3, column 2 “date”: “Mon, 3 May 2026” has the wrong day of the week: it is a Sunday; the date is "
          + "imported, and the text kept as a custom field"
      ])
  }

  @Test func blankRowsAndRepeatedHeadersAreSkipped() throws {
    let (summary, destination) = try imported("\n,,\nname,abv,\nA,5,\n,,\n  ,\t,\n\u{FEFF}name,abv,\nB,6,\n")
    #expect(destination.newBeers.map(\.fields.name) == ["A", "B"])
    #expect(summary.counts.repeatedHeaders == 1)
    #expect(summary.counts.rejected == 0)
  }

  @Test func allRejectedRowsAreReportedAndTheFirstAreKept() throws {
    let rows = (1...50).map { "beer \($0),5,x\n" }.joined()
    var lines: [Int] = []
    let summary = try FileImport(ImportSource(Array("name,abv\n\(rows)".utf8))).run(
      into: RecordingDestination(), onRejected: { lines.append($0.line) })
    #expect(lines == Array(2...51))
    #expect(summary.counts.firstRejected.map(\.line) == Array(2...21))
    #expect(summary.counts.rejected == 50)
  }

  @Test func rejectedValuesAreSanitizedAndShortened() throws {
    let (summary, _) = try imported("name,abv\nA,\u{1B}[2J\(String(repeating: "9", count: 500))x\n")
    let value = try #require(summary.counts.firstRowsWithKeptValues.first?.errors.first?.value)
    #expect(value.hasPrefix("\u{FFFD}[2J999"))
    #expect(value.count == 60)
  }

  @Test func rowsReadAsWindows1252AreCounted() throws {
    let bytes = Array("name\nK".utf8) + [0xF6] + Array("lsch\nKölsch\n".utf8)
    let destination = RecordingDestination()
    let summary = try FileImport(ImportSource(bytes)).run(into: destination)
    #expect(destination.newBeers.map(\.fields.name) == ["Kölsch", "Kölsch"])
    #expect(summary.counts.windows1252 == 1)
  }

  @Test func progressIsReportedUpToTheEnd() throws {
    let destination = RecordingDestination()
    let text = "name\n" + (1...1200).map { "beer \($0)\n" }.joined()
    var progress: [ImportProgress] = []
    let summary = try FileImport(ImportSource(Array(text.utf8))).run(
      into: destination, onProgress: { progress.append($0) })
    #expect(summary.tally.added == 1200)
    #expect(destination.sources == ["csv"])
    #expect(progress.map(\.rowCount) == [500, 1000, 1200, 1200])
    #expect(progress.last?.bytesRead == Int64(text.utf8.count))
    #expect(progress.last?.totalBytes == Int64(text.utf8.count))
  }

  @Test(arguments: [("name,abv\nA,5\nB,6\n", 1), ("name,abv\nA,5,6,7\n", 0), ("name,abv\n", 0)])
  func theDiaryIsCreatedWithTheFirstBeer(text: String, count: Int) throws {
    let destination = RecordingDestination()
    var created = 0
    let summary = try FileImport(ImportSource(Array(text.utf8))).run(
      into: nil,
      creating: {
        created += 1
        return destination
      })
    #expect(created == count && destination.sources.count == count)
    #expect(summary.tally.added == destination.newBeers.count)
  }

  @Test func nothingIsImportedIfTheDiaryCannotBeCreated() throws {
    let error = ImportError.opening(.emptyFile(path: "diary.sqlite"))
    #expect(throws: error) {
      try FileImport(ImportSource(Array("name\nA\n".utf8))).run(
        into: nil, creating: { () throws(ImportError) in throw error })
    }
  }

  @Test func batchesHaveFewerRowsIfTheyAreLong() throws {
    let long = String(repeating: "x", count: 300_000)
    let text = "name,notes\n" + (1...6).map { "beer \($0),\(long)\n" }.joined()
    let source = ImportSource(Array(text.utf8))
    let analysis = try FileImport(source).analysis
    let stream = RowStream(
      try analysis.columns.reader(), analysis, ImportOptions())
    var batches = [stream.next()]
    while batches.last?.end == nil { batches.append(stream.next()) }
    let sizes = batches.map(\.beers.count)
    #expect(sizes.reduce(0, +) == 6 && sizes.allSatisfy { $0 <= 2 })
  }

  @Test func anImportStopsBetweenRowsAndIsCompletedByAnotherRun() throws {
    let destination = RecordingDestination()
    destination.transactionSize = 500
    let text = "name\n" + (1...1200).map { "beer \($0)\n" }.joined()
    let file = try FileImport(ImportSource(Array(text.utf8)))
    let summary = try file.run(into: destination, isCancelled: { destination.newBeers.count == 1000 })
    #expect(summary.wasCancelled)
    #expect((summary.counts.rows, summary.tally.added) == (1000, 1000))

    let rest = try imported(text, onto: destination).summary
    #expect((rest.tally.added, rest.tally.same) == (200, 1000))
  }

  @Test func aCheckInThatTheFileRepeatsIsAddedOnce() throws {
    let text = "beer_name,rating_score,checkin_id\nA,x,1,y\nA,4,1\nB,3,2\nA,4,1\nB,3,2\n"
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let file = try FileImport(ImportSource(Array(text.utf8)))

    let plan = try file.plan(for: diary)
    let first = try file.run(into: diary)
    let second = try file.run(into: diary)

    #expect((plan.tally.added, plan.tally.repeated, plan.counts.rejected) == (2, 2, 1))
    #expect((first.counts.rows, first.tally.added, first.tally.repeated) == (5, 2, 2))
    #expect((second.tally.added, second.tally.same, second.tally.repeated) == (0, 2, 2))
    for counts in [plan.counts, first.counts, second.counts] { #expect(counts.repeated == 2) }
  }

  @Test func nothingIsImportedOfAFileWithAQuotedFieldOfMoreThanEightMegabytes() {
    let notes = String(repeating: "2,x\n", count: 2_100_000)
    let destination = RecordingDestination()
    #expect(throws: ImportError.endlessQuote(line: 3)) {
      try imported("name,notes\nA,x\nB,\"\(notes)\"\nC,y\n", onto: destination)
    }
    #expect(destination.newBeers.isEmpty)
  }

  @Test func identicalRowsWithoutIDsAreAllAdded() throws {
    let text = "name,abv,Nr\nA,5,1\nA,5,1\nB,6,2\nA,4,1\n"
    let (first, destination) = try imported(text)
    let second = try imported(text, onto: destination).summary
    #expect((first.tally.added, first.tally.repeated, second.tally.same) == (4, 0, 4))
    for counts in [first.counts, second.counts] {
      #expect((counts.repeated, counts.separate, counts.firstSeparate) == (2, 2, ["A"]))
    }
  }

  @Test func anErrorOfTheDiaryIsThrown() {
    let destination = RecordingDestination()
    destination.failure = .diskFull(path: "diary.sqlite")
    #expect(throws: ImportError.store(.diskFull(path: "diary.sqlite"))) {
      try imported("name\nA\n", onto: destination)
    }
  }

  @Test func beersThatWereAddedBeforeTheDiaryFailsAreKept() throws {
    let destination = RecordingDestination()
    destination.transactionSize = 1
    destination.failure = .diskFull(path: "diary.sqlite")
    destination.transactionsBeforeFailure = 1
    // More rows than are read ahead.
    let rows = (1...5000).map { "Beer \($0)\n" }.joined()
    let (summary, _) = try imported("name\n" + rows, onto: destination)
    #expect(summary.failure == .store(.diskFull(path: "diary.sqlite")))
    #expect(summary.tally.added == destination.newBeers.count && summary.tally.added > 0)
    #expect(summary.tally.added < 5000)
    #expect(summary.importID == 1)
  }

  @Test func anImportThatCannotBeEndedCanBeUndone() throws {
    let destination = RecordingDestination()
    destination.endFailure = .diskFull(path: "diary.sqlite")
    let file = "beer_name,checkin_id,created_at\nGueuze,1,2016-08-16 18:04:00\n"

    let (summary, _) = try imported(file, onto: destination)

    #expect(summary.failure == .store(.diskFull(path: "diary.sqlite")))
    #expect(summary.importID == 1 && summary.tally.added == 1)
    #expect(throws: ImportError.store(.diskFull(path: "diary.sqlite")), "the second time, nothing is written")
    {
      try imported(file, onto: destination)
    }
  }

  @Test func noImportIsStartedForAFileWithoutBeers() throws {
    let (summary, destination) = try imported("name,abv\n\n,\nname,abv\n")
    #expect(summary.counts.rows == 0)
    #expect(summary.tally.added == 0)
    #expect(destination.sources.isEmpty)
  }
}

@Suite struct ImportRefusalTests {
  @Test(arguments: ["", "\n\r\n", "\u{FEFF}", " , ,\n"])
  func anEmptyFileIsRefused(text: String) {
    #expect(throws: ImportError.empty) { try imported(text) }
  }

  @Test func aFileWithoutAColumnForNamesIsRefused() throws {
    let error = #expect(throws: ImportError.self) { try imported("style,\u{1B}abv\nIPA,5\n") }
    #expect(
      error?.sentence
        == "No column has the names of beers. Set it with --map \"COLUMN=name\" (found: style, \u{FFFD}abv)."
    )
  }

  @Test func theErrorOfAFileWithoutPermissionNamesTheFile() {
    let error = ImportError.permissionDenied(path: "beers.csv")
    #expect(error.sentence == "You have no permission to read beers.csv. Change its permissions.")
  }

  @Test func aHeaderWithAnUnclosedQuoteIsRefused() {
    #expect(throws: ImportError.brokenHeader(line: 1)) { try imported("name,\"abv\nA,5\n") }
  }

  @Test func pathsThatCannotBeReadAreRefused() throws {
    let folder = try TemporaryFolder()
    let missing = folder.file("none.csv")
    #expect(throws: ImportError.notFound(path: missing)) { try ImportSource(path: missing) }
    #expect(throws: ImportError.isFolder(path: folder.path)) { try ImportSource(path: folder.path) }
    // It would be read without end.
    #expect(throws: ImportError.unreadable(path: "/dev/zero", reason: "it is a device")) {
      try ImportSource(path: "/dev/zero")
    }
  }
}

@Suite struct DiaryImportTests {
  static let text =
    "name,brewery,rating,hop\nTwice,Own,3.5,Saaz\nTwice,Own,3.5,Saaz\nÄpfel \"x\",,,\n一番搾り,麒麟麦酒,4,\n"

  @Test func theRowsOfAFileAreAdded() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let file = folder.file("beers.csv")
    try Data(Self.text.utf8).write(to: URL(filePath: file))

    let summary = try FileImport(ImportSource(path: file)).run(into: diary)

    #expect(summary.tally.added == 4)
    let items = try diary.listItems(BeerQuery(), in: 0..<10)
    #expect(Set(items.map(\.name)) == ["Twice", "Äpfel \"x\"", "一番搾り"])
    let item = try #require(items.first { $0.name == "Twice" })
    let beer = try #require(try diary.beer(item.id)).beer
    #expect(
      beer.fields == BeerFields(name: "Twice", brewery: "Own", rating: 3.5, extras: ["hop": .text("Saaz")]))
    #expect(beer.origin?.source == "csv")
  }

  @Test(arguments: [
    text,
    "beer_id,beer_name,beer_style,beer_abv\n1,A,IPA,5.0\n2,B,,\n",
    DialectTests.untappdHeader + "\nA,B,C,5,,,,,,,,,4,2019-06-01 18:04:00,,,,,,,,,,1001,,,,,,,,\n",
  ])
  func importingAFileAgainAddsNothing(text: String) throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let rowCount = text.split(separator: "\n").count - 1

    let first = try FileImport(ImportSource(Array(text.utf8))).run(into: diary)
    let second = try FileImport(ImportSource(Array(text.utf8), chunk: 3)).run(into: diary)

    #expect(first.tally.added == rowCount)
    #expect(first.tally.same == 0)
    #expect(second.tally.added == 0)
    #expect(second.tally.same == rowCount)
    #expect(try diary.summary(BeerQuery()).beerCount == rowCount)
  }
}
