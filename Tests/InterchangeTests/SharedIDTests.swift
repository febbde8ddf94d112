import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Interchange

/// Rows with the same name, brewery, date and venue: which beers they are about when the file is imported again.
@Suite struct SharedIDTests {
  private static let policies = ImportPolicy.Duplicate.allCases
  private static let withoutAdd = [ImportPolicy.Duplicate.skip, .update]
  private static let header = "name,date,rating,notes\n"
  private static let first = "Orval,2020-01-01,4,first\n"
  private static let second = "Orval,2020-01-01,3,second\n"

  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  /// Imports a file, and checks that the plan is what happens.
  @discardableResult
  private func run(_ text: String, _ policy: ImportPolicy.Duplicate = .skip, photos: String? = nil) throws
    -> ImportTally
  {
    var options = ImportOptions()
    options.photoFolder = photos
    options.onDuplicate = policy
    let file = try FileImport(ImportSource(Array(text.utf8)), options)
    let plan = try file.plan(for: diary)
    let tally = try file.run(into: diary).tally
    #expect(plan.tally == tally)
    return tally
  }

  /// The ratings and the notes of the beers, in the order of their ids.
  private func beers() throws -> [String] {
    try diary.allBeers().map { "\($0.fields.rating ?? 0) \($0.fields.notes ?? "")" }
  }

  @Test(arguments: policies) func aNewRowIsAddedWhereverItIs(_ policy: ImportPolicy.Duplicate) throws {
    try run("name,rating\nOrval,3\n", policy)
    let text = "name,rating\nOrval,5\nOrval,3\nOrval,2\n"

    let tally = try run(text, policy)
    let again = try run(text, policy)
    let sorted = try run("name,rating\nOrval,2\nOrval,3\nOrval,5\n", policy)

    #expect((tally.added, tally.same) == (2, 1))
    #expect(again.same == 3 && sorted.same == 3)
    #expect(try beers() == ["3.0 ", "5.0 ", "2.0 "])
  }

  @Test(arguments: policies) func aRemovedRowDoesNotGiveItsBeerToAnother(_ policy: ImportPolicy.Duplicate)
    throws
  {
    try run(Self.header + Self.first + Self.second, policy)

    let tally = try run(Self.header + Self.second, policy)
    let sorted = try run(Self.header + Self.second + Self.first, policy)

    #expect(tally.same == 1 && sorted.same == 2)
    #expect(try beers() == ["4.0 first", "3.0 second"])
  }

  @Test(arguments: policies) func equalRowsAreAsManyBeers(_ policy: ImportPolicy.Duplicate) throws {
    try run("name,rating\nOrval,5\nOrval,3\n", policy)
    let text = "name,rating\nOrval,3\nOrval,3\nOrval,3.0\n"

    let tally = try run(text, policy)
    let again = try run(text, policy)

    #expect((tally.added, tally.same) == (2, 1))
    #expect(again.same == 3)
    #expect(try beers() == ["5.0 ", "3.0 ", "3.0 ", "3.0 "])
  }

  @Test func theEarlierValuesOfABeerAreNotPutBack() throws {
    let header = "name,rating\n"
    try run(header + "Orval,3\n")
    try run(header + "Orval,5\n", .update)

    #expect(try run(header + "Orval,3\nOrval,5\n", .update).added == 1)

    #expect(try beers() == ["5.0 ", "3.0 "])
  }

  @Test func aChangedRowChangesNoBeerIfItIsUncertainWhich() throws {
    let text = Self.header + Self.second + Self.first.replacing("4", with: "5")
    try run(Self.header + Self.first + Self.second)

    for policy in Self.withoutAdd {
      let tally = try run(text, policy)
      #expect((tally.added, tally.same, tally.differing, tally.updated) == (0, 1, 1, 0))
      #expect(tally.differences.isEmpty)
    }
    #expect(try beers() == ["4.0 first", "3.0 second"])
    let tally = try run(text, .add)
    #expect((tally.added, tally.same) == (1, 1))
    let sorted = Self.header + Self.first.replacing("4", with: "5") + Self.second
    for policy in Self.policies { #expect(try run(sorted, policy).same == 2) }
    #expect(try beers() == ["4.0 first", "3.0 second", "5.0 first"])
  }

  @Test(arguments: withoutAdd) func aChangedRowAfterAnotherWasRemovedChangesNoBeer(
    _ policy: ImportPolicy.Duplicate
  ) throws {
    try run(Self.header + Self.first + Self.second)

    let tally = try run(Self.header + Self.second.replacing("3", with: "3.5"), policy)

    #expect((tally.added, tally.updated, tally.differing) == (0, 0, 1))
    #expect(try beers() == ["4.0 first", "3.0 second"])
  }

  @Test(arguments: withoutAdd) func aRowWithoutAValueIsNotTheBeerOfAnotherRow(
    _ policy: ImportPolicy.Duplicate
  ) throws {
    try run(Self.header + Self.first + Self.second)

    let tally = try run(Self.header + Self.first + Self.first.replacing("first", with: ""), policy)

    #expect((tally.added, tally.updated, tally.same, tally.differing) == (0, 0, 1, 1))
    #expect(try beers() == ["4.0 first", "3.0 second"])
  }

  @Test func aChangedRowAddsNoPhotoIfItIsUncertainToWhichBeer() throws {
    try run(Self.header + Self.first + Self.second)
    let photos = folder.file("photos")
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    var random = SeededGenerator(seed: 1)
    try FixtureImage.jpeg(width: 4, height: 3, byteCount: 400, using: &random)
      .write(to: URL(fileURLWithPath: photos + "/a.jpg"))
    let text =
      "name,date,rating,notes,File name\nOrval,2020-01-01,5,first,a.jpg\nOrval,2020-01-01,3,second,\n"

    for policy in Self.withoutAdd {
      let tally = try run(text, policy, photos: photos)
      #expect(tally.differing == 1 && tally.photos.isEmpty)
    }
    #expect(try run(text, .add, photos: photos).photos == [.added: 1])
  }

  @Test(arguments: policies) func aPlanSaysWhatHappensToBeersWithoutAnImport(
    _ policy: ImportPolicy.Duplicate
  ) throws {
    try run(Self.header + Self.first + Self.second)
    try diary.write { try $0.execute(sql: "UPDATE beer SET import_batch = NULL") }

    let tally = try run(Self.header + Self.first.replacing("4", with: "5") + Self.second, policy)

    #expect((tally.added, tally.same) == (policy == .add ? 1 : 0, 1))
    #expect(try beers().prefix(2) == ["4.0 first", "3.0 second"])
  }

  @Test func rowsThatCannotBeReadDoNotCount() throws {
    try run(Self.header + Self.first)
    let rejected = Self.first.replacing("first", with: "first,too,many")

    let tally = try run(Self.header + Self.first.replacing("4", with: "5") + rejected, .update)

    #expect((tally.added, tally.updated) == (0, 1))
    #expect(try beers() == ["5.0 first"])
  }

  @Test func equalRowsThatAreWrittenDifferentlyAreAsManyBeers() throws {
    try run(#"[{"name": "Orval", "hops": 1.5}]"#)

    let tally = try run(#"[{"name": "Orval", "hops": 1.5}, {"name": "Orval", "hops": 1.50}]"#)

    #expect((tally.added, tally.same) == (1, 1))
  }

  @Test(arguments: withoutAdd) func rowsThatWereAddedToAnExportAreRecognizedByTheirValues(
    _ policy: ImportPolicy.Duplicate
  ) throws {
    let header = "uuid,name,rating,notes,drunk_at,created_at,updated_at,deleted_at,source_id,extras\n"
    let first = ",Orval,4,first,,,,,,{}\n"
    let second = ",Orval,3,second,,,,,,{}\n"
    try run(header + first + second)

    let removed = try run(header + second, policy)
    let changed = try run(header + second + first.replacing("4", with: "5"), policy)

    #expect(removed.same == 1)
    #expect((changed.same, changed.differing, changed.updated) == (1, 1, 0))
    #expect(try beers() == ["4.0 first", "3.0 second"])
  }

  @Test func rowsOfAnExportWithTheirUUIDDoNotCount() throws {
    let header = "uuid,name,rating,notes,drunk_at,created_at,updated_at,deleted_at,source_id,extras\n"
    try run(header + ",Orval,4,first,,,,,,{}\n")
    let other = "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f,Orval,3,second,,,,,,{}\n"

    let tally = try run(header + other + ",Orval,5,first,,,,,,{}\n", .update)

    #expect((tally.added, tally.updated) == (1, 1))
    #expect(try beers() == ["5.0 first", "3.0 second"])
  }

  @Test func theOnlyRowStillChangesItsBeer() throws {
    try run(Self.header + Self.first)

    #expect(try run(Self.header + Self.first.replacing("4", with: "5"), .update).updated == 1)
    #expect(try beers() == ["5.0 first"])
  }

  @Test(arguments: [ImportPolicy.Duplicate.skip, .update])
  func anEditedBeerIsFoundByWhatWasImported(_ policy: ImportPolicy.Duplicate) throws {
    try run(Self.header + Self.first + Self.second)
    let beer = try #require(try diary.allBeers().first { $0.fields.notes == "first" })
    var fields = beer.fields
    (fields.rating, fields.notes) = (3, "second")
    _ = try diary.edit(beer.id, to: fields)

    let tally = try run(Self.header + Self.second + Self.first, policy)

    #expect((tally.added, tally.updated, tally.same, tally.differing) == (0, 0, 1, 1))
    #expect(try beers() == ["3.0 second", "3.0 second"])
  }

  @Test func aFileWithoutAColumnIsNotNew() throws {
    try run(Self.header + Self.first + Self.second)

    let tally = try run("name,date,rating\nOrval,2020-01-01,3\nOrval,2020-01-01,4\n", .update)

    #expect((tally.added, tally.updated, tally.differing) == (0, 0, 2))
    #expect(try beers() == ["4.0 first", "3.0 second"])
  }

  @Test func beersOfAnUndoneImportComeBackWithTheirOwnValues() throws {
    try run(Self.header + Self.first + Self.second)
    _ = try diary.undoImport()

    #expect(try run(Self.header + Self.second + Self.first).added == 2)

    #expect(try beers() == ["4.0 first", "3.0 second"])
  }

  @Test(arguments: policies) func aChangedRowDoesNotRestoreTheBeerOfAnother(
    _ policy: ImportPolicy.Duplicate
  ) throws {
    try run(Self.header + Self.first + Self.second, policy)
    _ = try diary.undoImport()
    let text = Self.header + Self.second.replacing("3", with: "3.5") + Self.first

    #expect(try run(text, policy).added == 2)
    #expect(try run(text, policy).same == 2)

    #expect(try beers() == ["4.0 first", "3.5 second"])
  }
}
