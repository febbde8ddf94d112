import DiaryFixtures
import DiaryModel
import DiaryStore
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// Importing a diary's own export into it again, or into another diary with the same beers.
@Suite struct ExportImportedAgainTests {
  private let folder: TemporaryFolder
  private let clock = TickingClock()
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"), clock: clock.now)
  }

  private func copy() throws -> Diary {
    let copy = try Diary.open(at: folder.file("copy.sqlite"), clock: clock.now)
    try copy.importText(diary.exportedText())
    return copy
  }

  private func plan(_ text: String, _ onDuplicate: ImportPolicy.Duplicate) throws -> ImportTally {
    var options = ImportOptions()
    options.onDuplicate = onDuplicate
    return try FileImport(ImportSource(Array(text.utf8)), options).plan(for: diary).tally
  }

  @Test(arguments: [ImportPolicy.Duplicate.skip, .update])
  func whatTheUserMovedToTheTrashOrRestoredSinceStaysAndIsReported(
    _ onDuplicate: ImportPolicy.Duplicate
  ) throws {
    for name in ["Kept", "Trashed", "Restored"] {
      _ = try diary.add(NewBeer(fields: BeerFields(name: name)))
    }
    _ = try diary.moveToTrash([3])
    let text = try diary.exportedText()
    _ = try diary.moveToTrash([2])
    _ = try diary.restore([3])

    let plan = try plan(text, onDuplicate)
    let tally = try diary.importText(text, onDuplicate).tally

    #expect(try diary.beersInTrash() == [2])
    #expect((tally.updated, tally.same, tally.differing, tally.inTrash) == (0, 1, 2, 1))
    let outcome: ImportDifferences.Outcome = onDuplicate == .skip ? .skipped : .kept
    #expect(tally.differences.counts == [outcome: ["deleted_at": 2]])
    #expect(plan == tally)
  }

  @Test func aCustomFieldWithTheValueNullIsNone() throws {
    let extras: Extras = ["hop": .null, "malt": .text("Pils"), "list": .array([.null])]
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: extras)))

    #expect(try copy().beer(1)?.beer.fields.extras == ["malt": .text("Pils"), "list": .array([.null])])
    // Earlier imports have stored the value.
    #expect(try diary.importText(diary.exportedText()).tally.same == 1)
    #expect(try diary.importText(diary.exportedText(), .update).tally.same == 1)
  }

  @Test func aConflictWithAnOlderExportIsReportedOnce() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 3)))
    let copy = try copy()
    _ = try diary.edit(1, to: BeerFields(name: "Orval", rating: 4))
    _ = try copy.edit(1, to: BeerFields(name: "Orval", rating: 5))
    let text = try diary.exportedText()

    let first = try copy.importText(text, .update).tally
    let second = try copy.importText(text, .update).tally

    #expect(first.differences.counts == [.conflict: ["rating": 1]])
    #expect(second.differences.counts == [.edited: ["rating": 1]])
    #expect(try copy.beer(1)?.beer.fields.rating == 5)
  }

  @Test func aBeerThatWasEditedAndThenMovedToTheTrashElsewhereMovesThere() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 3)))
    let copy = try copy()
    _ = try diary.edit(1, to: BeerFields(name: "Orval", rating: 4))
    _ = try diary.moveToTrash([1])

    let tally = try copy.importText(diary.exportedText(), .update).tally

    #expect(try copy.beersInTrash() == [1] && copy.beer(1)?.beer.fields.rating == 4)
    #expect(tally.differences.counts == [.changed: ["rating": 1, "deleted_at": 1]])
    _ = try copy.undoImport()
    #expect(try copy.beersInTrash().isEmpty && copy.beer(1)?.beer.fields.rating == 3)
  }

  @Test func aBeerThatWasMovedToTheTrashAfterTheEditInTheFileStaysThere() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 3)))
    let copy = try copy()
    _ = try diary.edit(1, to: BeerFields(name: "Orval", rating: 4))
    _ = try copy.moveToTrash([1])

    let tally = try copy.importText(diary.exportedText(), .update).tally

    #expect(try copy.beersInTrash() == [1] && copy.beer(1)?.beer.fields.rating == 4)
    #expect(tally.differences.counts == [.changed: ["rating": 1], .kept: ["deleted_at": 1]])
  }

  @Test(arguments: ImportPolicy.Duplicate.allCases)
  func beersWithEqualValuesAreTheSameWhateverTheirTimes(_ onDuplicate: ImportPolicy.Duplicate) throws {
    for name in ["Edited back", "Undone", "Untouched"] {
      _ = try diary.add(NewBeer(fields: BeerFields(name: name)))
    }
    let text = try diary.exportedText()
    _ = try diary.edit(1, to: BeerFields(name: "Other"))
    _ = try diary.edit(1, to: BeerFields(name: "Edited back"))
    let edit = try #require(try diary.edit(2, to: BeerFields(name: "Other")))
    _ = try diary.revert(edit)
    let before = try diary.allBeers()

    let plan = try plan(text, onDuplicate)
    let tally = try diary.importText(text, onDuplicate).tally

    #expect((tally.added, tally.updated, tally.same, tally.differing) == (0, 0, 3, 0))
    #expect(tally.differences.isEmpty && plan == tally)
    #expect(try diary.allBeers() == before)
  }

  @Test func aBeerThatDiffersOnlyInTheTrashIsNotAddedAgain() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let text = try diary.exportedText()
    _ = try diary.moveToTrash([1])

    let plan = try plan(text, .add)
    let tally = try diary.importText(text, .add).tally

    #expect((tally.added, tally.differing, tally.inTrash) == (0, 1, 1) && plan == tally)
    #expect(tally.differences.counts == [.skipped: ["deleted_at": 1]])
    #expect(try diary.allBeers().isEmpty && diary.beersInTrash() == [1])
  }

  @Test(arguments: ImportPolicy.Duplicate.allCases)
  func aRowThatWasCopiedAndChangedIsReportedWithItsValues(_ onDuplicate: ImportPolicy.Duplicate) throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: "mine")))
    let lines = String(decoding: try diary.exported(.csv), as: UTF8.self).split(separator: "\n")
    let changed = lines[1].replacing("Orval", with: "Saison").replacing("mine", with: "other")
    // The row that decides is the diary's.
    let rows = onDuplicate == .skip ? [lines[1], changed[...]] : [changed[...], lines[1]]
    let text = ([lines[0]] + rows).joined(separator: "\n") + "\n"

    let plan = try plan(text, onDuplicate)
    let tally = try diary.importText(text, onDuplicate).tally

    #expect((tally.same, tally.repeated, tally.count) == (1, 1, 2) && plan == tally)
    #expect(tally.differences.counts == [.skipped: ["name": 1, "notes": 1]])
    #expect(try diary.allBeers().map(\.fields.name) == ["Orval"])
  }

  @Test func aRepeatedRowOfANewBeerIsReportedWithItsValues() throws {
    let checkIns = "beer_name,rating_score,checkin_id\nOrval,4,1\nOrval,3,1\n"

    let tally = try diary.importText(checkIns).tally

    #expect((tally.added, tally.repeated) == (1, 1))
    #expect(tally.differences.counts == [.skipped: ["rating": 1]])
  }

  @Test func aCheckInOfTheSameFileInTwoDiariesIsNotAddedAgain() throws {
    let checkIns = "beer_name,rating_score,checkin_id\nOrval,4,1\nSaison,3,2\n"
    let copy = try Diary.open(at: folder.file("copy.sqlite"), clock: clock.now)
    try diary.importText(checkIns)
    try copy.importText(checkIns)
    _ = try copy.edit(2, to: BeerFields(name: "Saison Dupont", rating: 3))

    let tally = try diary.importText(copy.exportedText(), .add).tally

    #expect((tally.added, tally.same) == (1, 1))
    #expect(try diary.allBeers().map(\.fields.name) == ["Orval", "Saison", "Saison Dupont"])
  }

  // MARK: - Removed columns

  private static let removableColumns = [
    "drunk_at", "created_at", "updated_at", "deleted_at", "source", "source_id", "extras", "label",
  ]

  /// Returns an export without some columns; in JSON, perhaps only those of one beer.
  private func exported(_ format: DiaryFileFormat, without columns: Set<String>, of name: String? = nil)
    throws -> String
  {
    let bytes = try diary.exported(format)
    if format == .json {
      let json = try JSONSerialization.jsonObject(with: Data(bytes))
      let beers = try #require(json as? [[String: Any]]).map { beer in
        name == nil || beer["name"] as? String == name
          ? beer.filter { !columns.contains($0.key) } : beer
      }
      return String(
        decoding: try JSONSerialization.data(withJSONObject: beers, options: .sortedKeys), as: UTF8.self)
    }
    // No value has a comma.
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let kept = rows[0].indices.filter { !columns.contains(String(rows[0][$0])) }
    return rows.map { row in kept.map { row[$0] }.joined(separator: ",") + "\n" }.joined()
  }

  @Test(arguments: removableColumns, [DiaryFileFormat.csv, .json])
  func anExportWithoutOneOfItsColumnsAddsNoBeerAgain(_ column: String, _ format: DiaryFileFormat) throws {
    for name in ["Orval", "Saison"] { _ = try diary.add(NewBeer(fields: BeerFields(name: name, rating: 4))) }
    let before = try diary.allBeers()

    let text = try exported(format, without: [column])
    let plan = try plan(text, .update)
    let tally = try diary.importText(text, .update).tally

    #expect((tally.added, tally.same, tally.count) == (0, 2, 2) && plan == tally)
    #expect(try diary.allBeers() == before)
  }

  @Test(arguments: ["notes", "extras"])
  func aMemberThatWasRemovedFromAnExportIsNotEmptied(_ member: String) throws {
    let fields = BeerFields(name: "Orval", rating: 3, notes: "mine", extras: ["hop": .text("Citra")])
    _ = try diary.add(NewBeer(fields: fields))
    let text = try exported(.json, without: [member])
      .replacing("\"rating\":3", with: "\"rating\":null")

    let plan = try plan(text, .update)
    let tally = try diary.importText(text, .update).tally

    #expect(tally.differences.counts == [.changed: ["rating": 1]] && plan == tally)
    var emptied = fields
    emptied.rating = nil
    #expect(try diary.allBeers().map(\.fields) == [emptied])
  }

  private static let orval = BeerFields(
    name: "Orval", brewery: "Abbey", rating: 3, notes: "mine", extras: ["hop": .text("Citra")])

  /// Adds two beers, so that a file can have columns that only one of its rows has.
  private func addTwoBeers() throws {
    _ = try diary.add(NewBeer(fields: Self.orval))
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Saison", notes: "dry")))
  }

  @Test(arguments: ["notes", "extras"])
  func aMemberThatWasRemovedFromOneBeerIsNotEmptied(_ member: String) throws {
    try addTwoBeers()
    let text = try exported(.json, without: [member], of: "Orval")
      .replacing("\"rating\":3", with: "\"rating\":null")

    let plan = try plan(text, .update)
    let tally = try diary.importText(text, .update).tally

    #expect(tally.differences.counts == [.changed: ["rating": 1]] && plan == tally)
    var emptied = Self.orval
    emptied.rating = nil
    #expect(try diary.allBeers().first?.fields == emptied)
  }

  /// As in exports that were joined, of which the second has fewer columns.
  @Test func columnsThatARowDoesNotHaveAreNotEmptied() throws {
    try addTwoBeers()
    let orval = try #require(try diary.allBeers().first)
    let lines = String(decoding: try diary.exported(.csv), as: UTF8.self).split(separator: "\n")
    let saison = try #require(lines.first { $0.hasPrefix("Saison") })
    let text = """
      \(lines[0])
      \(saison)
      uuid,name,rating,updated_at
      \(orval.uuid),Orval,,\(orval.updatedAt.text)

      """

    let plan = try plan(text, .update)
    let tally = try diary.importText(text, .update).tally

    #expect(tally.differences.counts == [.changed: ["rating": 1]] && plan == tally)
    var emptied = Self.orval
    emptied.rating = nil
    #expect(try diary.allBeers().first?.fields == emptied)
  }

  @Test func aBeerThatComesBackKeepsTheValuesThatItsRowDoesNotHave() throws {
    try addTwoBeers()
    let copy = try copy()
    let before = try #require(try copy.allBeers().first)
    _ = try copy.undoImport()

    let text = try exported(.json, without: ["notes", "extras", "created_at"], of: "Orval")
      .replacing("\"rating\":3", with: "\"rating\":null")
    try copy.importText(text)

    let after = try #require(try copy.allBeers().first)
    var emptied = Self.orval
    emptied.rating = nil
    #expect(after.fields == emptied && after.createdAt == before.createdAt)
  }

  @Test func anExportWithoutWhatIsInTheTrashSaysNothingAboutIt() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let text = try exported(.json, without: ["deleted_at"])
    _ = try diary.moveToTrash([1])

    let tally = try diary.importText(text, .update).tally

    #expect((tally.same, tally.inTrash) == (1, 1) && tally.differences.isEmpty)
  }

  @Test(arguments: ["id", "photo_count"])
  func theOtherMembersThatAreNotImportedAreNoCustomFields(_ member: String) throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    #expect(try beer(exported(.json, without: [member])).extras == [:])
  }

  @Test(arguments: [DiaryFileFormat.csv, .json])
  func anExportWithOnlyAFewOfItsColumnsIsOne(_ format: DiaryFileFormat) throws {
    _ = try diary.add(NewBeer(fields: Self.orval))
    let uuid = try #require(try diary.allBeers().first).uuid
    let other = try #require(UUID(uuidString: "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f"))
    let time = "2999-01-01T00:00:00Z"
    let rows = [("Orval", uuid), ("Saison", other)].map { name, uuid in
      format == .csv
        ? "4,\(uuid),mine,\(name),Abbey,\(time),\"{\"\"hop\"\":\"\"Citra\"\"}\"\n"
        : """
        {"uuid": "\(uuid)", "name": "\(name)", "rating": 4, "notes": "mine", "brewery": "Abbey",
        "extras": {"hop": "Citra"}, "updated_at": "\(time)"}
        """
    }
    let text =
      format == .csv
      ? "rating,uuid,notes,name,brewery,updated_at,extras\n" + rows.joined()
      : "[" + rows.joined(separator: ",") + "]"

    let plan = try plan(text, .update)
    let tally = try diary.importText(text, .update).tally

    #expect((tally.added, tally.updated) == (1, 1) && plan == tally)
    let beers = try diary.allBeers()
    #expect(beers.map(\.uuid) == [uuid, other] && beers.map(\.fields.rating) == [4, 4])
    #expect(beers.map(\.fields.extras) == [Self.orval.extras, Self.orval.extras])
    #expect(try diary.importText(text, .update).tally.same == 2)
  }

  @Test func aColumnOfUUIDsAndOneOfTextsCalledExtrasAreNoExport() throws {
    let uuid = "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f"
    let extras = try beer("name,uuid,extras\nOrval,\(uuid),free glass\n").extras
    #expect(extras == ["uuid": .text(uuid), "extras": .text("free glass")])
  }

  /// Such a file is not recognized as an export.
  @Test func rowsWithUUIDsOfTheDiaryAreItsBeersInAnyFile() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 4)))
    let uuid = try #require(try diary.allBeers().first).uuid
    let other = "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f"
    let text = "name,uuid,rating,shelf\nOrval,\(uuid),4,S1\nSaison,\(other),3,S2\n"

    let plan = try plan(text, .update)
    let tally = try diary.importText(text, .update).tally

    #expect((tally.added, tally.updated, tally.count) == (1, 1, 2) && plan == tally)
    let beers = try diary.allBeers()
    #expect(beers.map(\.fields.name) == ["Orval", "Saison"])
    #expect(beers[0].uuid == uuid && beers[0].fields.extras == ["shelf": .text("S1")])
    #expect(beers[1].fields.extras == ["shelf": .text("S2"), "uuid": .text(other)])
    #expect(try diary.importText(text, .update).tally.same == 2)
  }
}
