import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import TestSupport
import Testing

@testable import Interchange

@Suite struct ImportUndoTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  private static let before = "beer_name,rating_score,comment,checkin_id\nA,4,old,1\nB,3,,2\nC,2,,3\n"
  private static let after = "beer_name,rating_score,comment,checkin_id\nA,4.5,,1\nB,3,,2\nD,1,,4\n"

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"), clock: TickingClock().now)
  }

  @Test func addedBeersAreMovedToTheTrash() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Mine")))
    let own = try diary.allBeers()
    let importID = try #require(try diary.importText(Self.before).importID)

    let plan = try diary.planUndo(ofImport: importID)
    let undo = try diary.undoImport(importID)

    #expect((undo.removed, undo.restored, undo.kept) == (3, 0, 0))
    #expect(plan.undo == undo && plan.record.id == importID)
    #expect(throws: UndoError.noSuchImport(importID)) { try diary.planUndo(ofImport: importID) }
    #expect(try diary.allBeers() == own)
    #expect(try diary.beersInTrash().count == 3)
    #expect(try diary.imports().isEmpty)
    #expect(throws: UndoError.noSuchImport(importID)) { try diary.undoImport(importID) }
    #expect(throws: UndoError.noSuchImport(nil)) { try diary.undoImport() }
  }

  /// Undoing twice by mistake would move the beers of an earlier import to the trash.
  @Test func anEarlierImportIsUndoneOnlyByItsID() throws {
    let first = try #require(try diary.importText(Self.before).importID)
    let second = try #require(try diary.importText("name\nOrval\n").importID)
    #expect(try diary.undoImport().importID == second)

    #expect(throws: UndoError.lastImportUndone(second)) { try diary.planUndo() }
    #expect(throws: UndoError.lastImportUndone(second)) { try diary.undoImport() }

    #expect(try diary.imports().map(\.id) == [first])
    #expect(try diary.undoImport(first).removed == 3)
  }

  @Test func changedBeersAreRestored() throws {
    _ = try diary.importText(Self.before)
    let before = try diary.allBeers()

    let summary = try diary.importText(Self.after, .update)
    let changed = try diary.allBeers()
    let plan = try diary.planUndo()
    let undo = try diary.undoImport()

    #expect((summary.tally.added, summary.tally.updated, summary.tally.same) == (1, 1, 1))
    #expect(changed[0].fields.rating == 4.5 && changed[0].fields.notes == "old")
    #expect((undo.removed, undo.restored, undo.kept) == (1, 1, 0))
    #expect(plan.undo == undo)
    #expect(try diary.allBeers() == before)
    #expect(try diary.imports().map(\.addedCount) == [3])
  }

  @Test func beersThatHaveChangedSinceStay() throws {
    let first = try diary.importText(Self.before)
    let second = try diary.importText(Self.after, .update)
    let all = try diary.allBeers()
    for id in [all[0].id, all[1].id] {
      _ = try diary.edit(id, to: BeerFields(name: "Mine now", rating: 1))
    }
    _ = try diary.addPhoto(to: all[2].id, image: MemoryBytes(Data("x".utf8)))

    let plans = [try diary.planUndo(ofImport: second.importID).undo]
    let changes = try diary.undoImport(second.importID)
    let nextPlan = try diary.planUndo(ofImport: first.importID).undo
    let additions = try diary.undoImport(first.importID)

    #expect(plans + [nextPlan] == [changes, additions])

    #expect((changes.removed, changes.restored, changes.kept) == (1, 0, 1))
    #expect((additions.removed, additions.kept) == (0, 3))
    #expect(try diary.allBeers().map(\.fields.name) == ["Mine now", "Mine now", "C"])
  }

  @Test func importingAgainTakesBeersOutOfTheTrashWithTheValuesOfTheFile() throws {
    _ = try diary.importText("beer_name,rating_score,comment,checkin_id\nA,4,wrong,1\nB,3,,2\n")
    let first = try diary.allBeers()
    _ = try diary.undoImport()

    let plan = try FileImport(ImportSource(Array(Self.after.utf8))).plan(for: diary)
    let again = try diary.importText(Self.after)

    #expect(plan.tally == again.tally && again.tally.added == 3)
    #expect(try diary.allBeers().map(\.id) == first.map(\.id) + [3])
    #expect(try diary.allBeers().map(\.uuid).starts(with: first.map(\.uuid)))
    #expect(try diary.allBeers().map(\.fields.rating) == [4.5, 3, 1])
    // What only the first mapping said is not kept.
    #expect(try diary.allBeers()[0].fields.notes == nil)
    #expect(try diary.undoImport().removed == 3)
    #expect(try diary.importText(Self.after).tally.added == 3)
    #expect(try diary.importText(Self.after).tally.same == 3)
  }

  @Test func importingAgainLeavesInTheTrashWhatTheUserPutThere() throws {
    _ = try diary.importText(Self.before)
    let all = try diary.allBeers()
    _ = try diary.moveToTrash([all[0].id])
    _ = try diary.undoImport()

    let again = try diary.importText(Self.before)

    #expect(again.tally.added == 2 && again.tally.same == 1)
    #expect(try diary.beersInTrash() == [all[0].id])
  }

  @Test func importingAgainAfterTwoUndosAddsAllBeers() throws {
    let importID = try #require(try diary.importText(Self.before).importID)
    let all = try diary.allBeers()
    #expect(try diary.undoImport(importID).removed == 3)
    _ = try diary.restore([all[0].id])
    #expect(try diary.undoImport(importID).removed == 1)

    #expect(try diary.importText(Self.before).tally.added == 3)
    #expect(try diary.allBeers().map(\.id) == all.map(\.id))
  }

  @Test func aBeerThatTheUserMovedToTheTrashStaysThere() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: "old")))
    let text = try diary.exportedText().replacing("\"old\"", with: "\"new\"")
    #expect(try diary.importText(text, .update).tally.updated == 1)
    _ = try diary.moveToTrash([beer.id])

    #expect(try diary.undoImport().restored == 1)

    #expect(try diary.beersInTrash() == [beer.id])
    #expect(try diary.beer(beer.id)?.beer.fields.notes == "old")
  }

  @Test func beersFromAMachineWhoseClockIsAheadAreUndone() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let text = try diary.exportedText().replacing(beer.updatedAt.text, with: "2099-01-01T00:00:00Z")
    let other = try Diary.open(at: folder.file("other.sqlite"))
    let summary = try FileImport(ImportSource(Array(text.utf8))).run(into: other)
    #expect(summary.tally.added == 1)
    #expect(try other.beer(1)?.beer.updatedAt.text == "2099-01-01T00:00:00Z")

    let undo = try other.undoImport()

    #expect((undo.removed, undo.kept) == (1, 0))
  }

  @Test func rowsThatDifferAreSkippedCountedAndAddedOnRequestOnce() throws {
    _ = try diary.importText(Self.before)

    let skipped = try diary.importText(Self.after)
    #expect((skipped.tally.added, skipped.tally.differing, skipped.tally.same) == (1, 1, 1))
    #expect(try diary.allBeers()[0].fields.rating == 4)

    let added = try diary.importText(Self.after, .add)
    let again = try diary.importText(Self.after, .add)
    #expect((added.tally.added, again.tally.added) == (1, 0))
    #expect(try diary.allBeers().filter { $0.fields.name == "A" }.map(\.fields.rating) == [4, 4.5])
  }

  @Test func aPlanSaysWhatTheImportDoes() throws {
    _ = try diary.importText(Self.before)
    for duplicate in ImportPolicy.Duplicate.allCases {
      var options = ImportOptions()
      options.onDuplicate = duplicate
      let file = try FileImport(ImportSource(Array(Self.after.utf8)), options)
      let plan = try file.plan(for: diary)
      let kept = try diary.allBeers()
      let summary = try file.run(into: diary)
      #expect(plan.tally == summary.tally, "\(duplicate)")
      #expect(plan.examples.map(\.name) == ["A", "B", "D"])
      if let importID = summary.importID { _ = try diary.undoImport(importID) }
      #expect(try diary.allBeers() == kept)
    }
  }

  @Test func aStrictImportWithAnInvalidRowWritesNothing() throws {
    var options = ImportOptions()
    options.isStrict = true
    let bad = Self.before + "D,good,,5\n"
    let refused = try FileImport(ImportSource(Array(bad.utf8)), options).run(into: diary)
    #expect(refused.wasRefused && refused.counts.rejected == 1 && refused.counts.firstRejected.count == 1)
    #expect(try diary.allBeers().isEmpty && diary.imports().isEmpty)

    let whole = try FileImport(ImportSource(Array(Self.before.utf8)), options).run(into: diary)
    #expect(whole.tally.added == 3)

    var asked = 0
    let rest = try FileImport(ImportSource(Array(Self.after.utf8)), options)
    #expect(throws: ImportError.store(.cancelled)) {
      try rest.run(
        into: diary,
        isCancelled: {
          asked += 1; return asked > 2
        })
    }
    #expect(try diary.allBeers().count == 3 && diary.imports().count == 1)
  }

  @Test(arguments: [ImportPolicy.Duplicate.skip, .update])
  func theSchemaIsTheSameAfterAnImportOfManyRows(duplicate: ImportPolicy.Duplicate) throws {
    let schema = { try SQLiteFile(diary.path).rows("SELECT name, sql FROM sqlite_master ORDER BY name") }
    let before = try schema()
    let rows = (1...60_000).map { "Beer \($0),\($0 % 5),,\($0)\n" }.joined()
    let summary = try diary.importText("beer_name,rating_score,comment,checkin_id\n" + rows, duplicate)
    #expect(summary.tally.added == 60_000)
    #expect(try schema() == before)
    #expect(try diary.summary().beerCount == 60_000)
    #expect(try diary.examine().isEmpty)
  }
}

@Suite struct RejectedRowsTests {
  @Test func rejectedRowsOfAFileWithoutColumnNamesAreImportedAgain() throws {
    var options = ImportOptions()
    options.hasHeader = false
    options.assignments = try ["1=name", "2=rating"].map { try #require(ColumnAssignment($0)) }
    let folder = try TemporaryFolder()
    let path = folder.file("rejects.csv")
    let file = try FileImport(ImportSource(Array("Orval,4\nBad,3,more\n".utf8)), options)
    let rejects = try RejectedRows(file.analysis, to: OutputFile(.newFile(path: path)))
    #expect(
      try file.run(into: RecordingDestination(), keepsRaw: true, onRejected: rejects.write).tally.added == 1)
    try rejects.finish()

    let written = try String(contentsOfFile: path, encoding: .utf8).replacing(",more", with: "")
    let (again, destination) = try imported(written, options)
    #expect(again.counts.rejected == 0)
    #expect(destination.newBeers.map(\.fields) == [BeerFields(name: "Bad", rating: 3)])
  }

  @Test(arguments: [
    "name;abv;notes\nGood;5;x\nBad;7;\"a;\"\"b\"\"\";more\nOpen;6;\"never\nAlso good;4;\n",
    "{\"name\":\"Good\",\"abv\":5}\n{\"name\":\"Bad\",\"abv\":7;more}\n{oops\n{\"name\":\"Also good\"}\n",
  ])
  func rejectedRowsCanBeCorrectedAndImportedAgain(text: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("rejects.txt")
    let destination = RecordingDestination()
    let file = try FileImport(ImportSource(Array(text.utf8)))
    let rejects = try RejectedRows(file.analysis, to: OutputFile(.newFile(path: path)))
    let summary = try file.run(into: destination, keepsRaw: true, onRejected: rejects.write)
    try rejects.finish()
    #expect(summary.tally.added == 2 && summary.counts.rejected == 2)

    let written = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    #expect(written.contains("the row has 4 fields") || text.hasPrefix("{"))
    let again = try FileImport(ImportSource(Array(written.utf8))).run(into: destination)
    #expect(again.counts.rejected == 2 && again.tally.added == 0)

    let corrected = written.replacing(";more", with: "").replacing(";\"never", with: ";never")
      .replacing("{oops", with: "{\"name\":\"Open\",\"abv\":6}")
    let last = try FileImport(ImportSource(Array(corrected.utf8))).run(into: destination)
    #expect(last.tally.added == 2 && last.counts.rejected == 0)
    #expect(destination.newBeers.map(\.fields.name) == ["Good", "Also good", "Bad", "Open"])
    #expect(destination.newBeers.allSatisfy { $0.fields.extras.isEmpty })
  }

  @Test func noFileIsWrittenIfNoRowIsRejected() throws {
    let folder = try TemporaryFolder()
    let file = try FileImport(ImportSource(Array("name\nA\n".utf8)))
    let rejects = try RejectedRows(
      file.analysis, to: OutputFile(.newFile(path: folder.file("rejects.csv"))))
    try rejects.finish()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
