import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// `--on-duplicate update`: what the file has changed since its last import comes in, and the user's edits stay.
@Suite struct ImportUpdateTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Self.open(folder.file("diary.sqlite"))
  }

  private static func open(_ path: String) throws -> Diary {
    try Diary.open(at: path, clock: TickingClock().now)
  }

  private func file(_ rows: String...) -> String {
    (["beer_name,rating_score,comment,checkin_id,flavor_profiles"] + rows).joined(separator: "\n") + "\n"
  }

  private func fileImport(_ text: String, _ duplicate: ImportPolicy.Duplicate = .update) throws -> FileImport
  {
    var options = ImportOptions()
    options.onDuplicate = duplicate
    return try FileImport(ImportSource(Array(text.utf8)), options)
  }

  @discardableResult
  private func run(_ text: String, _ duplicate: ImportPolicy.Duplicate = .update) throws -> ImportSummary {
    try fileImport(text, duplicate).run(into: diary)
  }

  private func fields(_ name: String) throws -> BeerFields { try beer(name).fields }

  private func beer(_ name: String) throws -> Beer {
    var found: Beer?
    try diary.forEachBeer { if $0.beer.fields.name == name { found = $0.beer } }
    return try #require(found)
  }

  @Test func rowsOfBeersInTheTrashAreCounted() throws {
    let text = file("Orval,4,,1,", "Saison,3,,2,")
    try run(text)
    _ = try diary.moveToTrash([beer("Orval").id])
    for duplicate in [ImportPolicy.Duplicate.skip, .update] {
      let same = try run(text, duplicate).tally
      #expect(same.same == 2 && same.inTrash == 1)
    }
    let other = try run(file("Orval,2,,1,", "Saison,2,,2,"), .skip).tally
    #expect(other.differing == 2 && other.inTrash == 1)
    #expect(try fileImport(text).plan(for: diary).tally.inTrash == 1)
  }

  private func edit(_ name: String, _ change: (inout BeerFields) -> Void) throws {
    let beer = try beer(name)
    var fields = beer.fields
    change(&fields)
    _ = try diary.edit(beer.id, to: fields)
  }

  @Test func aRenamedOrDeletedFieldDoesNotComeBack() throws {
    let text = file("Orval,4,fruity,1,hoppy", "Rochefort 10,3,dark,2,malty")
    try run(text)

    _ = try diary.change(customField: "flavor_profiles", .rename(to: "flavors"))
    try run(text)
    #expect(try fields("Orval").extras["flavors"] == .text("hoppy"))
    #expect(try fields("Orval").extras["flavor_profiles"] == nil)

    // Only a value that has changed in the file is reported, and what the user did stays.
    try run(file("Orval,4.5,fruity,1,bitter", "Rochefort 10,3,dark,2,malty"))
    #expect(try fields("Orval").rating == 4.5)
    #expect(try fields("Orval").extras["flavor_profiles"] == nil)

    _ = try diary.change(customField: "flavors", .delete)
    try run(text)
    #expect(try fields("Rochefort 10").extras["flavor_profiles"] == nil)
  }

  @Test func changesOfTheFileComeInAndEditsStay() throws {
    try run(file("Orval,4,fruity,1,hoppy", "Rochefort 10,3,dark,2,malty"))
    try edit("Orval") { $0.notes = "My own words" }

    let text = file("Orval,4.5,fruity,1,bitter", "Rochefort 10,3,very dark,2,malty")
    let plan = try fileImport(text).plan(for: diary)
    let summary = try run(text)

    let orval = try fields("Orval")
    #expect(orval.rating == 4.5)
    #expect(orval.notes == "My own words")
    #expect(orval.extras["flavor_profiles"] == .text("bitter"))
    #expect(try fields("Rochefort 10").notes == "very dark")
    #expect((summary.tally.updated, summary.tally.differing, summary.tally.added) == (2, 0, 0))
    let differences = summary.tally.differences
    #expect(differences.counts[.changed] == ["rating": 1, "flavor_profiles": 1, "notes": 1])
    #expect(differences.counts[.edited] == ["notes": 1])
    #expect(differences.counts[.conflict] == nil)
    #expect(differences.examples.map(\.name) == ["Orval", "Rochefort 10"])
    let rating = try #require(differences.examples.first?.fields.first { $0.name == "rating" })
    #expect(rating.diary == .number(4) && rating.file == .number(4.5) && rating.outcome == .changed)
    #expect(plan.tally == summary.tally)
  }

  @Test(arguments: [ImportPolicy.Duplicate.update, .add])
  func theLastOfSeveralRowsAboutOneBeerDecides(_ policy: ImportPolicy.Duplicate) throws {
    let text = file("Orval,3.5,fruity,1,", "Gose,3,,2,", "Orval,2,,1,")
    let first = try run(text, policy)
    #expect((first.tally.added, first.tally.repeated) == (2, 1))
    #expect(try fields("Orval").rating == 2)
    for _ in 1...2 {
      let plan = try fileImport(text, policy).plan(for: diary)
      let again = try run(text, policy)
      #expect((again.tally.updated, again.tally.same, again.tally.repeated) == (0, 2, 1))
      #expect(plan.tally == again.tally && again.importID == nil)
    }
    let changed = try run(file("Orval,5,,1,", "Orval,4,,1,"))
    #expect((changed.tally.updated, changed.tally.repeated) == (1, 1))
    #expect(try fields("Orval").rating == 4)
    #expect(try diary.summary().beerCount == 2)
  }

  /// Check-ins that come again in any order, ids that are almost the same, and rows without an id.
  @Test(arguments: ImportPolicy.Duplicate.allCases)
  func rowsAreRepeatedIfTheirIDsAreTheSame(_ policy: ImportPolicy.Duplicate) throws {
    let ids = [
      "7", "3", "007", "18446744073709551615", "18446744073709551616", "18446744073709551615", "3", "8", "7",
      "99999999999999999999", "3", "07",
    ]
    let withIDs = ids.enumerated().map { "Beer \($0.element),1,row \($0.offset),\($0.element)," }
    let withoutIDs = ["Gose,3,a,,", "Gose,3,b,,", "Gose,3,c,7.28E+08,", "Alt,2,d,,"]
    let text = (["beer_name,rating_score,comment,checkin_id,flavor_profiles"] + withIDs + withoutIDs)
      .joined(separator: "\n")

    let plan = try fileImport(text, policy).plan(for: diary)
    let summary = try run(text, policy)
    let again = try run(text, policy)

    #expect((summary.tally.added, summary.tally.repeated) == (12, 4))
    #expect((summary.counts.repeated, summary.counts.separate) == (6, 2))
    // The plan cannot say in what rows differ that repeat a beer which the diary does not have yet.
    var known = summary.tally
    known.differences = plan.tally.differences
    #expect(plan.tally == known && plan.counts == summary.counts)
    #expect((again.tally.repeated, again.tally.count) == (4, 16))
    let deciding = policy == .skip ? ["row 0", "row 1", "row 3"] : ["row 8", "row 10", "row 5"]
    #expect(try ["Beer 7", "Beer 3", "Beer 18446744073709551615"].map { try fields($0).notes } == deciding)
  }

  @Test func theLastOfSeveralSkippedRowsDecidesOnce() throws {
    let text = file("Orval,3.5,,1,", "Orval,2,,1,")
    try run(text, .skip)
    #expect(try fields("Orval").rating == 3.5)
    #expect(try run(text).tally.updated == 1)
    #expect(try run(text).tally.updated == 0)
    #expect(try fields("Orval").rating == 2)
  }

  @Test func anEditStaysAndIsReportedIfTheFileChangedTheFieldToo() throws {
    try run(file("Orval,4,fruity,1,"))
    try edit("Orval") { $0.rating = 5 }

    let summary = try run(file("Orval,3,fruity,1,"))

    #expect(try fields("Orval").rating == 5)
    #expect((summary.tally.updated, summary.tally.differing) == (0, 1))
    #expect(summary.tally.differences.counts == [.conflict: ["rating": 1]])
    #expect(summary.importID == nil)
  }

  @Test func aConflictIsReportedOnce() throws {
    try run(file("Orval,4,fruity,1,hoppy"))
    try edit("Orval") {
      $0.rating = 5
      $0.extras["flavor_profiles"] = .text("mine")
    }
    let text = file("Orval,3,fruity,1,sour")

    let first = try run(text)
    let plan = try fileImport(text).plan(for: diary)
    let second = try run(text)
    let changed = try run(file("Orval,2,fruity,1,sour"))

    let both = ["rating": 1, "flavor_profiles": 1]
    #expect(first.tally.differences.counts == [.conflict: both])
    #expect(second.tally.differences.counts == [.edited: both] && plan.tally == second.tally)
    #expect(
      changed.tally.differences.counts == [.conflict: ["rating": 1], .edited: ["flavor_profiles": 1]])
    #expect(try fields("Orval").rating == 5)
    // There is nothing to undo but the first import.
    #expect(try diary.imports().count == 1)
    #expect(try diary.undoImport().kept == 1)
  }

  @Test func aValueOfUnknownOriginIsReportedOnce() throws {
    _ = try diary.add(
      NewBeer(fields: BeerFields(name: "Orval", rating: 2), origin: Origin(source: "untappd", id: "1")))
    let text = file("Orval,5,,1,")
    #expect(try run(text).tally.differences.counts[.kept] == ["rating": 1])
    #expect(try run(text).tally.differences.counts == [.edited: ["rating": 1]])
    try edit("Orval") { $0.rating = 5 }
    try run(file("Orval,4,,1,"))
    #expect(try fields("Orval").rating == 4)
  }

  @Test func identicalChangesOfFileAndUserAreKnownAtTheNextImport() throws {
    try run(file("Orval,4,fruity,1,hoppy"))
    try edit("Orval") { $0.rating = 5 }

    #expect(try run(file("Orval,5,fruity,1,hoppy")).tally.same == 1)
    #expect(try run(file("Orval,4,fruity,1,hoppy")).tally.updated == 1)

    #expect(try fields("Orval").rating == 4)
  }

  @Test func skippedRowsAreNotTakenForImported() throws {
    try run(file("Orval,4,fruity,1,"))
    try edit("Orval") { $0.notes = "mine" }
    let text = file("Orval,3,fruity,1,")

    try run(text, .skip)
    try run(text)

    #expect(try fields("Orval").rating == 3)
  }

  @Test func undoingAnImportDeletesTheRecordedValuesOfItsFile() throws {
    try run(file("Orval,4,,1,", "Westmalle,4,,2,", "Chimay,4,,3,"))
    try edit("Orval") { $0.rating = 5 }
    try edit("Chimay") { $0.rating = 3 }
    let text = file("Orval,3,,1,", "Westmalle,3,,2,", "Chimay,3,,3,")
    let summary = try run(text)
    #expect(summary.tally.differences.counts == [.conflict: ["rating": 1], .changed: ["rating": 1]])

    #expect(try diary.undoImport(summary.importID).restored == 1)

    let again = try run(text)
    #expect(again.tally == summary.tally)
    #expect(try run(text).tally.differences.counts == [.edited: ["rating": 1]])
    try run(file("Orval,3,,1,", "Westmalle,3,,2,", "Chimay,2,,3,"))
    #expect(try fields("Chimay").rating == 2)
  }

  @Test func aClearedFieldStaysCleared() throws {
    try run(file("Orval,4,fruity,1,"))
    try edit("Orval") { $0.notes = nil }

    try run(file("Orval,4.5,fruity,1,"))

    #expect(try fields("Orval").notes == nil)
    #expect(try fields("Orval").rating == 4.5)
  }

  @Test func aValueThatTheFileHasEmptiedIsKeptAndReported() throws {
    try run(file("Orval,4,fruity,1,hoppy", "Gose,3,salty,2,sour", "Alt,3,mild,3,"))
    try edit("Gose") { $0.notes = "mine" }
    let emptied = file("Orval,4.5,,1,", "Gose,,,2,sour", "Alt,3,mild,3,")

    let plan = try fileImport(emptied).plan(for: diary)
    let summary = try run(emptied)
    let again = try run(emptied)

    #expect(plan.tally == summary.tally)
    #expect((summary.tally.updated, summary.tally.same, summary.tally.differing) == (1, 2, 0))
    let kept = ["notes": 2, "flavor_profiles": 1, "rating": 1]
    #expect(summary.tally.differences.counts == [.changed: ["rating": 1], .emptied: kept])
    #expect(again.tally.differences.counts == [.emptied: kept] && again.importID == nil)
    let notes = try #require(summary.tally.differences.examples.last?.fields.last)
    #expect(notes.name == "notes" && notes.diary == .text("mine") && notes.file == nil)
    #expect(try (fields("Orval").notes, fields("Gose").notes, fields("Gose").rating) == ("fruity", "mine", 3))

    // The file is still compared with the values that it had before.
    try run(file("Orval,4.5,dry,1,", "Gose,2,salty,2,sour", "Alt,3,mild,3,"))
    #expect(try (fields("Orval").notes, fields("Gose").notes, fields("Gose").rating) == ("dry", "mine", 2))
  }

  @Test func onlyAColumnOfTheFileCanHaveBeenEmptied() throws {
    try run(file("Orval,4,fruity,1,hoppy", "Gose,strong,salty,2,sour"))
    try edit("Orval") { $0.style = "Trappist" }

    let fewer = try run("beer_name,rating_score,checkin_id\nOrval,4,1\nGose,3,2\n")
    let skipped = try run(file("Orval,,,1,"), .skip)
    try edit("Orval") {
      $0.rating = nil
      $0.notes = nil
      $0.extras["flavor_profiles"] = nil
    }
    let cleared = try run(file("Orval,,,1,"))

    #expect(fewer.tally.differences.counts == [.changed: ["rating": 1]])
    #expect(skipped.tally.same == 1 && skipped.tally.differences.isEmpty)
    #expect(cleared.tally.same == 1 && cleared.tally.differences.isEmpty)
  }

  @Test func eachImportIsComparedWithTheOneBefore() throws {
    try run(file("Orval,4,fruity,1,"))
    try edit("Orval") { $0.notes = "Mine" }
    try run(file("Orval,4.5,fruity,1,"))
    try run(file("Orval,4.75,fruity,1,"))

    #expect(try fields("Orval").rating == 4.75)
    #expect(try fields("Orval").notes == "Mine")

    let conflict = try run(file("Orval,4.75,dry,1,"))
    #expect(conflict.tally.differences.counts == [.conflict: ["notes": 1]])
    #expect(try fields("Orval").notes == "Mine")
  }

  @Test func fieldsThatWereSetTogetherAreEditsToo() throws {
    try run(file("Orval,4,,1,hoppy", "Westmalle,4,,2,hoppy"))
    let ids = try ["Orval", "Westmalle"].map { try beer($0).id }
    _ = try diary.set(.number(.rating), of: ids, to: .number(2))
    _ = try diary.set(.custom("flavor_profiles"), of: [ids[0]], to: .text("mine"))

    let summary = try run(file("Orval,5,,1,sour", "Westmalle,4,,2,sour"))

    #expect(try fields("Orval").rating == 2 && fields("Westmalle").rating == 2)
    #expect(try fields("Orval").extras["flavor_profiles"] == .text("mine"))
    #expect(try fields("Westmalle").extras["flavor_profiles"] == .text("sour"))
    #expect(summary.tally.differences.counts[.conflict] == ["rating": 1, "flavor_profiles": 1])
    #expect(summary.tally.differences.counts[.edited] == ["rating": 1])
  }

  @Test func photosAndTheTrashAreNotEdits() throws {
    try run(file("Orval,4,,1,"))
    let id = try beer("Orval").id
    _ = try diary.moveToTrash([id])
    _ = try diary.restore([id])

    let summary = try run(file("Orval,5,,1,"))

    #expect(try fields("Orval").rating == 5)
    #expect(summary.tally.updated == 1)
  }

  @Test func anUndoneUpdateCanBeImportedAgain() throws {
    try run(file("Orval,4,fruity,1,"))
    try edit("Orval") { $0.notes = "Mine" }
    let before = try fields("Orval")
    let update = file("Orval,4.5,fruity,1,")
    let importID = try #require(try run(update).importID)

    #expect(try diary.undoImport(importID).restored == 1)
    #expect(try fields("Orval") == before)

    try run(update)
    #expect(try fields("Orval").rating == 4.5)
    #expect(try fields("Orval").notes == "Mine")
  }

  @Test func skippedBeersAreReportedFieldByField() throws {
    try run(file("Orval,4,fruity,1,hoppy", "Westmalle,3,,2,"))

    let summary = try run(file("Orval,4.5,fruity,1,sour", "Westmalle,3,,2,"), .skip)

    #expect((summary.tally.differing, summary.tally.same) == (1, 1))
    #expect(summary.tally.differences.counts == [.skipped: ["rating": 1, "flavor_profiles": 1]])
    #expect(try fields("Orval").rating == 4)
  }

  @Test func beersOfAnotherSourceKeepWhatTheyHave() throws {
    // As in a diary that was exported and imported elsewhere: what was edited there is not known.
    let source = try Self.open(folder.file("other.sqlite"))
    _ = try fileImport(file("Orval,4,,1,")).run(into: source)
    var exported: [Beer] = []
    try source.forEachBeer { exported.append($0.beer) }
    let startedImport = try diary.startImport(source: "beerdiary")
    let origin = try #require(exported.first?.origin)
    let row = ImportedBeer(NewBeer(fields: BeerFields(name: "Orval", rating: 2), origin: origin))
    _ = try diary.importTransaction(startedImport, adding: [row])

    let summary = try run(file("Orval,5,fruity,1,"))

    #expect(try fields("Orval").rating == 2)
    #expect(try fields("Orval").notes == "fruity")
    #expect(summary.tally.differences.counts[.kept] == ["rating": 1])
  }

  @Test func anExportEditedElsewhereIsImportedUnchanged() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 3, notes: "old")))
    let text = try diary.exportedText().replacing("\"old\"", with: "\"new\"")

    let summary = try run(text)

    #expect(try fields("Orval").notes == "new")
    #expect(summary.tally.differences.counts == [.changed: ["notes": 1]])
  }

  @Test func anOlderExportDoesNotReplaceLaterEdits() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: "old")))
    let text = try diary.exportedText()
    try edit("Orval") { $0.notes = "later" }
    let before = try beer("Orval")

    let summary = try run(text)

    #expect(try beer("Orval") == before)
    // The diary was not imported: which of the values is an edit is not known.
    #expect(summary.tally.differences.counts == [.kept: ["notes": 1]])
    #expect((summary.tally.updated, summary.tally.differing) == (0, 1))
  }

  @Test func editsOfEarlierVersionsStay() throws {
    let path = folder.file("version-9.sqlite")
    let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../DiaryStoreTests/Shipped/version-9.sql")
    let store = try SQLiteFile(path)
    try store.execute(String(contentsOf: shipped, encoding: .utf8))
    // Orval was edited after the import.
    try store.execute(
      """
      INSERT INTO import_batch (id, source, started_at) VALUES (4, 'untappd', '2023-05-01T10:00:00Z');
      INSERT INTO import_run (batch, file, written_at) VALUES (4, 'untappd.csv', '2023-05-01T10:00:00Z');
      INSERT INTO beer
        (id, uuid, name, rating, notes, created_at, updated_at, source, source_id, import_batch, extras)
      VALUES
        (8, x'01890000000070008000000000000008', 'Orval', 2, 'fruity', '2023-05-01T10:00:00Z',
         '2023-05-02T10:00:00Z', 'untappd', '1', 4, '{"checkin_id":1}'),
        (9, x'01890000000070008000000000000009', 'Westmalle', 3, NULL, '2023-05-01T10:00:00Z',
         '2023-05-01T10:00:00Z', 'untappd', '2', 4, '{"checkin_id":2}');
      """)
    store.close()

    let migrated = try Self.open(path)
    let update = file("Orval,5,fruity,1,", "Westmalle,5,,2,")
    let summary = try fileImport(update).run(into: migrated)

    #expect(summary.tally.differences.counts == [.conflict: ["rating": 1], .changed: ["rating": 1]])
    #expect(summary.tally.differences.examples.first?.fields.first?.diary == .number(2))
    #expect(summary.tally.updated == 1)
  }

  @Test func aRemovedColumnOfAnExportChangesNothing() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 3, notes: "mine")))
    var bytes: [UInt8] = []
    _ = try DiaryExport(.csv).run(from: diary) { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self).replacing(",notes,", with: ",").replacing(
      ",mine,", with: ","
    )
    .replacing(",3,", with: ",4,")

    try run(text)

    #expect(try fields("Orval").notes == "mine")
    #expect(try fields("Orval").rating == 4)
  }

  @Test func editsOfBeersWhoseImportHasNoRecordStay() throws {
    try run(file("Orval,4,fruity,1,"))
    try edit("Orval") { $0.rating = 2 }
    // As an import of version 5 is in a diary of today.
    try diary.close()
    let store = try SQLiteFile(folder.file("diary.sqlite"))
    try store.execute("DELETE FROM imported_beer; DELETE FROM import_run")
    store.close()
    let migrated = try Self.open(folder.file("diary.sqlite"))
    var fields = try #require(try migrated.beer(1)).beer.fields
    fields.notes = "mine"
    _ = try migrated.edit(1, to: fields)

    _ = try fileImport(file("Orval,4,fruity,1,")).run(into: migrated)

    #expect(try migrated.beer(1)?.beer.fields == fields)
  }
}
