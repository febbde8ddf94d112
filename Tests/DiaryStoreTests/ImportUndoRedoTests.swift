import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport
import Testing

@testable import DiaryStore

/// Undoes and redoes imports.
@Suite struct ImportUndoRedoTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private func imported(_ names: String...) throws -> DiaryChange {
    let startedImport = try diary.startImport(source: "csv")
    let newBeers = names.map {
      NewBeer(fields: BeerFields(name: $0), origin: Origin(source: "csv", id: $0))
    }
    _ = try diary.importBeers(newBeers, in: startedImport)
    return try #require(try diary.change(ofImport: startedImport.id))
  }

  @Test func addedBeersAreMovedToTheTrashAndRestoredUnchanged() throws {
    _ = try fresh.addBeer("Own")
    let before = try diary.allBeers()
    let change = try imported("Orval", "Rochefort")
    let after = try diary.allBeers()
    let imports = try diary.imports()

    let back = try diary.revert(change)
    #expect(try diary.allBeers() == before)
    #expect(try diary.beersInTrash().sorted() == after.dropFirst().map(\.id))
    #expect(try diary.imports().isEmpty)

    let again = try diary.revert(back)
    #expect(again == change)
    #expect(try diary.allBeers() == after)
    #expect(try diary.imports() == imports)
    #expect(try diary.summary(BeerQuery(search: "roch")).beerCount == 1)
    // As often as wanted, also by the command line's way.
    _ = try diary.revert(diary.revert(again))
    #expect(try diary.undoImport().removed == 2)
  }

  @Test func changesOfTheBeersOfAnImportAreRedoneAsWell() throws {
    let change = try imported("Orval", "Rochefort")
    let beer = try #require(try diary.allBeers().first)
    let edit = try #require(try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 5)))
    let after = try diary.allBeers()

    let editBack = try diary.revert(edit)
    let importBack = try diary.revert(change)
    _ = try diary.revert(importBack)
    _ = try diary.revert(editBack)
    #expect(try diary.allBeers() == after)
  }

  @Test func severalImportsAreRedoneInTurn() throws {
    let first = try imported("Orval")
    let second = try imported("Rochefort", "Chimay")
    let after = try diary.allBeers()

    let backSecond = try diary.revert(second)
    let backFirst = try diary.revert(first)
    #expect(try diary.summary().beerCount == 0)
    _ = try diary.revert(backFirst)
    _ = try diary.revert(backSecond)
    #expect(try diary.allBeers() == after)
  }

  @Test func beersImportedAgainSinceAreNotReplaced() throws {
    let back = try diary.revert(try imported("Orval", "Rochefort"))
    _ = try imported("Orval")
    let own = try diary.allBeers()

    #expect(throws: UndoError.changedSince(what: "The import")) { try diary.revert(back) }
    #expect(try diary.allBeers() == own)
  }

  @Test func anImportIsRedoneAfterClosingAsWell() throws {
    let change = try imported("Orval")
    let after = try diary.allBeers()
    let back = try diary.revert(change)
    try diary.close()
    let reopened = try Diary.open(at: fresh.folder.file("diary.sqlite"))

    #expect(try reopened.revert(back) == change)
    #expect(try reopened.beer(after[0].id)?.beer == after[0])
  }

  @Test func anImportCannotBeRedoneAfterTheTrashIsEmptied() throws {
    let back = try diary.revert(try imported("Orval", "Rochefort"))
    let emptied = try diary.emptyTrash()

    #expect(emptied.beers.count == 2 && back.cannotBeUndone(after: emptied))
    #expect(throws: UndoError.changedSince(what: "The import")) { try diary.revert(back) }
    #expect(try diary.imports().isEmpty)
  }

  @Test func beersThatWereInTheTrashBeforeStayThere() throws {
    let change = try imported("Orval", "Rochefort", "Chimay")
    let all = try diary.allBeers()
    _ = try diary.moveToTrash([all[1].id])
    // What went to the trash in the same millisecond could not be distinguished.
    let trashed = try #require(try diary.beer(all[1].id)?.beer.deletedAt)
    while DiaryDate(instant: Date()) == trashed {}

    let back = try diary.revert(change)
    #expect(try diary.beersInTrash().count == 3)
    _ = try diary.revert(back)
    #expect(try diary.beersInTrash() == [all[1].id])
  }

  @Test func beersRestoredFromTheTrashCanBeUndoneAgain() throws {
    _ = try imported("Orval", "Rochefort")
    let importID = try diary.undoImport().importID
    #expect(throws: UndoError.noSuchImport(importID)) { try diary.undoImport(importID) }

    _ = try diary.restore(diary.beersInTrash())

    #expect(try diary.imports().map(\.addedCount) == [2])
    #expect(try diary.undoImport(importID).removed == 2)
    #expect(try diary.summary().beerCount == 0)
  }

  @Test func photosStayWithTheirBeers() throws {
    let startedImport = try diary.startImport(source: "csv")
    _ = try diary.importBeers([NewBeer(fields: BeerFields(name: "Orval"))], in: startedImport)
    let beer = try #require(try diary.allBeers().first)
    let uuid = UUID()
    let photo = ImportedPhoto(beer: beer.uuid, uuid: uuid, caption: "Foam")
    #expect(
      try ImportedPhotoStore(database: diary.database).importPhotos([(beer.id, photo)], startedImport) == [
        .added: 1
      ])

    #expect(try diary.undoImport(startedImport.id).removed == 1)
    _ = try diary.restore([beer.id])

    #expect(try diary.beer(beer.id)?.photos.map(\.uuid) == [uuid])
  }

  /// So many that the indexes are rebuilt.
  @Test func manyBeersAreUndoneAndRedone() throws {
    let own = try fresh.addBeer("Own Porter").beer
    try diary.finishBackgroundWork()
    let startedImport = try diary.startImport(source: "csv")
    let newBeers = (0..<6000).map {
      NewBeer(
        fields: BeerFields(name: "Porter \($0)", rating: Double($0 % 6)),
        origin: Origin(source: "csv", id: "\($0)"))
    }
    _ = try diary.importBeers(newBeers, in: startedImport)
    let change = try #require(try diary.change(ofImport: startedImport.id))
    func check(_ count: Int) throws {
      #expect(try diary.summary(BeerQuery(search: "porter")).beerCount == count)
      try diary.finishBackgroundWork()
      #expect(try diary.summary(BeerQuery(search: "porter")).beerCount == count)
      #expect(try diary.listItems(BeerQuery(search: "porter 5999"), in: 0..<5).count == (count > 1 ? 1 : 0))
      #expect(try diary.examine(isDeep: true).isEmpty)
    }

    let back = try diary.revert(change)
    #expect(try diary.beer(own.id)?.beer == own)
    try check(1)
    #expect(try diary.revert(back) == change)
    try check(6001)
    #expect(try diary.undoImport(startedImport.id).removed == 6000)
    try check(1)
  }

  @Test func anUndoneImportCanBeImportedAgain() throws {
    _ = try fresh.addBeer("Own")
    let change = try imported("Orval", "Rochefort")
    let before = try diary.allBeers()
    _ = try diary.revert(change)
    #expect(try diary.summary().beerCount == 1)
    _ = try imported("Orval", "Rochefort")
    #expect(try diary.summary().beerCount == 3)
    #expect(try diary.allBeers().map(\.id) == before.map(\.id))
    #expect(try diary.undoImport().removed == 2)
  }

  @Test func aChangeInTheSecondOfTheImportCounts() throws {
    let startedImport = try diary.startImport(source: "csv")
    _ = try diary.importBeers([NewBeer(fields: BeerFields(name: "Orval"))], in: startedImport)
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET updated_at = '2026-01-01T12:00:00Z'")
    let change = try #require(try diary.change(ofImport: startedImport.id))
    try file.execute("UPDATE beer SET updated_at = '2026-01-01T12:00:00.5Z'")

    #expect(throws: UndoError.changedSince(what: "“Orval”")) { try diary.revert(change) }
  }

  @Test func addedBeersThatHaveChangedStay() throws {
    let change = try imported("Orval", "Rochefort")
    let item = try #require(try diary.listItems(in: 0..<1).first)
    _ = try diary.addPhoto(to: item.id, image: FixtureBytes("photo"), caption: nil, allowsDuplicate: true)

    let refused = UndoError.changedSince(what: "“\(item.name ?? "")”")
    #expect(throws: refused) { try diary.revert(change) }
    #expect(try diary.summary().beerCount == 2)
  }

  @Test func restoredBeersHaveTheSpellingOfALaterIndex() throws {
    for rating in [3.0, 4.0] {
      let startedImport = try diary.startImport(source: "csv")
      let fields = BeerFields(name: "Orval", rating: rating, extras: ["Hop": .text("Citra")])
      let beer = ImportedBeer(NewBeer(fields: fields, origin: Origin(source: "csv", id: "1")))
      _ = try diary.importTransaction(startedImport, ImportPolicy(onDuplicate: .update), adding: [beer])
      _ = try diary.finishImport(startedImport)
    }
    try fresh.addBeers(["hop": .text("Saaz")])
    _ = try diary.indexCustomField("hop")

    #expect(try diary.undoImport().restored == 1)

    #expect(try fresh.listedIDs("hop:citra") == [1])
    #expect(try diary.customFields().map(\.name) == ["hop"])
  }

  @Test func anImportThatAddedNothingIsNotAChange() throws {
    #expect(try diary.change(ofImport: diary.startImport(source: "csv").id) == nil)
  }
}
