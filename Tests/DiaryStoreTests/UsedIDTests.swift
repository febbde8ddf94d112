import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport
import Testing

/// An id that a script kept never reaches another row.
@Suite struct UsedIDTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private func importBeer(_ name: String) throws -> StartedImport {
    let startedImport = try diary.startImport(source: "csv")
    let newBeer = NewBeer(fields: BeerFields(name: name), origin: Origin(source: "csv", id: name))
    #expect(try diary.importBeers([newBeer], in: startedImport) == 1)
    return startedImport
  }

  @Test func theIDOfADeletedBeerIsNotReused() throws {
    let ids = try ["A", "B", "C"].map { try fresh.addBeer($0).beer.id }
    _ = try diary.moveToTrash([ids[1], ids[2]])
    #expect(try diary.emptyTrash().beers.count == 2)

    #expect(try fresh.addBeer("D").beer.id == 4)
  }

  @Test func theIDOfABeerWhoseAdditionWasUndoneIsNotReused() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "A")))
    let back = try diary.revert(.added(beer))
    #expect(try fresh.addBeer("B").beer.id == 2)

    _ = try diary.revert(back)
    #expect(try diary.beer(1)?.beer == beer)
  }

  @Test func theIDOfAnUndoneImportIsNotReused() throws {
    #expect(try importBeer("A").id == 1)
    _ = try diary.undoImport()
    _ = try diary.emptyTrash()

    let second = try importBeer("B")
    #expect(second.id == 2)
    #expect(try diary.listItems(in: 0..<9).map(\.id) == [2])
    // One that adds nothing is forgotten, and its id is not given again either.
    let empty = try diary.startImport(source: "csv")
    _ = try diary.undoImport(empty.id)
    #expect(try importBeer("C").id == 4)
  }

  @Test func idsOfADiaryThatABackupReplacedAreNotReused() throws {
    _ = try fresh.addBeer("A", photos: ["one"])
    let backup = diary.path + "-backup"
    _ = try diary.backUp(to: backup)
    _ = try fresh.addBeer("B", photos: ["two"])
    _ = try diary.addPhoto(to: fresh.addBeer("C").beer.id, image: FixtureBytes("three"))
    let startedImport = try importBeer("D")
    _ = try diary.moveToTrash([try diary.listItems(in: 0..<9).map(\.id).max() ?? 0])
    _ = try diary.emptyTrash()
    try diary.close()

    _ = try Diary.restore(backup, over: diary.path)

    let restored = try Diary.open(at: diary.path)
    let added = try restored.add(NewBeer(fields: BeerFields(name: "E")))
    #expect(added.id == 5)
    #expect(try restored.addPhoto(to: added.id, image: FixtureBytes("four")).photo.id == 4)
    #expect(try restored.startImport(source: "csv").id == startedImport.id + 1)
  }

  @Test func theIDOfADeletedPhotoIsNotReused() throws {
    let beer = try fresh.addBeer("A", photos: ["one", "two"])
    _ = try diary.removePhoto(beer.photos[1].id)
    #expect(try diary.emptyTrash().photos == [2])
    let added = try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("three")).photo
    #expect(added.id == 3)

    _ = try diary.moveToTrash([beer.beer.id])
    _ = try diary.emptyTrash()
    #expect(try fresh.addBeer("B", photos: ["four"]).photos.map(\.id) == [4])
  }

  @Test(arguments: [9, 10], [false, true])
  func idsOfAnOlderDiaryThatABackupReplacesAreNotReused(_ version: Int, _ isAdopted: Bool) throws {
    let replaced = fresh.folder.file("replaced.sqlite")
    try ShippedVersionTests.Shipped(version: version, isAdopted: isAdopted).write(to: replaced)
    let file = try SQLiteFile(replaced)
    let highest = try #require(Int64(try file.rows("SELECT max(id) FROM beer")[0][0]))
    file.close()
    let backup = fresh.folder.file("backup.sqlite")
    _ = try diary.backUp(to: backup)

    _ = try Diary.restore(backup, over: replaced)

    let restored = try Diary.open(at: replaced)
    #expect(try restored.add(NewBeer(fields: BeerFields(name: "New"))).id > highest)
  }

  @Test func idsOfRowsThatAnotherProgramDeletedAreNotReused() throws {
    let beer = try fresh.addBeer("A", photos: ["one"]).beer.id
    let startedImport = try importBeer("B")
    let file = try SQLiteFile(diary.path)
    try file.execute(
      "PRAGMA foreign_keys = ON; DELETE FROM beer WHERE id >= \(beer); DELETE FROM import_batch;")
    file.close()

    let next = try fresh.addBeer("C", photos: ["two"])
    #expect(next.beer.id == 3 && next.photos.map(\.id) == [2])
    #expect(try diary.startImport(source: "csv").id == startedImport.id + 1)
  }

  @Test func mergedBeersGetNewIDs() throws {
    _ = try fresh.addBeer("A", photos: ["one"])
    _ = try diary.moveToTrash([1])
    _ = try diary.emptyTrash()
    let other = fresh.folder.file("other.sqlite")
    let source = try Diary.open(at: other)
    let beer = try source.add(NewBeer(fields: BeerFields(name: "B")))
    _ = try source.addPhoto(to: beer.id, image: FixtureBytes("two"))
    try source.close()

    _ = try Diary.merge(other, into: diary.path)

    #expect(try diary.beer(1) == nil)
    #expect(try diary.beer(2)?.photos.map(\.id) == [2])
  }

  /// SQLite has no id after the largest one; any that is free will do.
  @Test func beersAndPhotosCanBeAddedAfterTheLargestID() throws {
    let beer = try fresh.addBeer("A", photos: ["one"])
    let file = try SQLiteFile(diary.path)
    try file.execute(
      """
      UPDATE photo SET id = \(Int64.max); UPDATE photo_image SET id = \(Int64.max);
      INSERT INTO beer (id, uuid, created_at, updated_at) VALUES (\(Int64.max), randomblob(16), '2020', '2020');
      """)
    file.close()

    _ = try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("two"))
    let others = try ["B", "C"].map { try fresh.addBeer($0).beer.id }
    #expect(Set(others).count == 2 && others.allSatisfy { (2..<Int64.max).contains($0) })
    #expect(try diary.beer(beer.beer.id)?.photos.count == 2)

    _ = try diary.moveToTrash([.max])
    _ = try diary.emptyTrash()
    #expect(try fresh.addBeer("D").beer.id == others.max().map { $0 + 1 })
  }
}
