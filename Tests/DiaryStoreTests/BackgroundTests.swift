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

@Suite struct BackgroundTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("old.sqlite")
  }

  private func migrated(_ change: (inout LegacyStore) -> Void = { _ in }) throws -> (Diary, [ExpectedBeer]) {
    var store = LegacyStore()
    store.hasPrefix = true
    change(&store)
    let expected = try store.write(to: path)
    return (try Diary.open(at: path), expected)
  }

  @Test func eachKindOfWorkIsReportedAndCompleted() throws {
    let (diary, _) = try migrated { $0.externalCount = 2 }
    var reported: [BackgroundProgress] = []

    while let progress = try diary.doBackgroundWork() { reported.append(progress) }

    let kinds = reported.map(\.work).reduce(into: [BackgroundWork]()) { if $0.last != $1 { $0.append($1) } }
    #expect(
      kinds == [.readingPhotoMetadata, .indexingSearch, .copyingImages, .hashingPhotos, .discardingRows])
    for kind in kinds { #expect(reported.last { $0.work == kind }?.remaining == 0) }
    #expect(try diary.doBackgroundWork() == nil)
  }

  @Test func photosAreDescribedAsTheirHeadersSay() throws {
    let (diary, _) = try migrated()
    #expect(try diary.listItems(in: 0..<99).allSatisfy { $0.thumbnail?.format == nil })
    var before: [BeerListItem] = []
    try diary.forEachListItem { before.append($0) }

    try diary.finishBackgroundWork()

    let after = try diary.listItems(in: 0..<99)
    #expect(after == before)
    #expect(after.compactMap(\.thumbnail).allSatisfy { $0.format == "JPEG" && $0.height == 2016 })
  }

  @Test func hashesAreThoseOfTheImages() throws {
    let (diary, expected) = try migrated()

    try diary.finishBackgroundWork()

    let stored = try SQLiteFile(path).rows("SELECT sha256 FROM ordered_photo ORDER BY beer_id, user_order")
      .map {
        $0[0]
      }
    #expect(stored == expected.flatMap { $0.photos.map(\.sha256) })
  }

  @Test func externalImagesAreMovedIntoTheStore() throws {
    let (diary, expected) = try migrated { $0.externalCount = 3 }

    try diary.finishBackgroundWork()

    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: path))
    #expect(try expectedBeers(from: diary) == expected)
    #expect(
      try SQLiteFile(path).rows("SELECT count(*) FROM photo WHERE external_name IS NOT NULL") == [["0"]])
  }

  @Test func externalImagesOfRemovedPhotosAreMovedIntoTheStore() throws {
    let (diary, expected) = try migrated { $0.externalCount = 3 }
    for photo in try (1...12).compactMap({ try diary.beer($0) }).flatMap(\.photos) {
      _ = try diary.removePhoto(photo.id)
    }
    let folder = LegacyStore.externalFolder(ofStore: path)
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    try diary.finishBackgroundWork()
    let missing = try SQLiteFile(path).rows("SELECT count(*) FROM removed_photo WHERE is_missing = 1")
    #expect(missing == [["3"]])
    try diary.close()
    try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)

    let again = try Diary.open(at: path)
    try again.finishBackgroundWork()

    try FileManager.default.removeItem(atPath: folder)
    for beer in Int64(1)...12 { _ = try again.restorePhotos(again.removedPhotos(ofBeer: beer)) }
    #expect(try expectedBeers(from: again).map(\.images) == expected.map(\.images))
  }

  @Test func anExternalImageThatDisappearedIsMarkedMissing() throws {
    let (diary, _) = try migrated { $0.externalCount = 1 }
    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: path))

    try diary.finishBackgroundWork()

    #expect(try diary.beer(1)?.photos.map(\.metadata.isMissing) == [true])
  }

  @Test func anExternalImageThatReturnedIsStoredAfterTheNextOpening() throws {
    let (diary, expected) = try migrated { $0.externalCount = 2 }
    let folder = LegacyStore.externalFolder(ofStore: path)
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    try diary.finishBackgroundWork()
    #expect(try diary.examine().map(\.kind) == [.externalFileMissing])
    try diary.close()
    try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)

    let again = try Diary.open(at: path)
    try again.finishBackgroundWork()

    try FileManager.default.removeItem(atPath: folder)
    #expect(try expectedBeers(from: again) == expected)
    #expect(try again.examine() == [])
  }

  @Test func anExternalImageThatReturnedIsNotMissingBeforeItIsStored() throws {
    let (diary, expected) = try migrated { $0.externalCount = 1 }
    let folder = LegacyStore.externalFolder(ofStore: path)
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    try diary.finishBackgroundWork()
    let photos = try #require(try diary.beer(1)).photos
    #expect(try diary.addingMetadata(to: photos).map(\.metadata.isMissing) == [true])

    try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)
    let returned = try diary.addingMetadata(to: photos)

    #expect(returned.map(\.metadata.isMissing) == [false])
    #expect(returned.first?.sha256 == expected.first?.photos.first?.sha256)
    #expect(try diary.examine() == [])
    // Another image under its name is not its image.
    var known = photos
    known[0].sha256 = String(repeating: "0", count: 64)
    #expect(try diary.addingMetadata(to: known) == known)
  }

  @Test func theImageOfARemovedPhotoThatReturnedIsNotMissing() throws {
    let (diary, expected) = try migrated { $0.externalCount = 1 }
    let folder = LegacyStore.externalFolder(ofStore: path)
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    try diary.finishBackgroundWork()
    _ = try diary.removePhoto(try #require(try diary.beer(1)?.photos.first).id)
    let removed = try diary.removedPhotos(ofBeer: 1).map(\.photo)
    #expect(try diary.addingMetadata(to: removed) == removed && removed.map(\.metadata.isMissing) == [true])

    try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)
    let returned = try diary.addingMetadata(to: removed)

    #expect(returned.map(\.metadata.isMissing) == [false])
    #expect(returned.first?.sha256 == expected.first?.photos.first?.sha256)
  }

  @Test func theIndexHasEveryCurrentBeerWhereverTheWorkWasStopped() throws {
    let fresh = try FreshDiary()
    let diary = fresh.diary
    let startedImport = try diary.startImport(source: "test")
    let newBeers = (1...450).map {
      NewBeer(fields: BeerFields(name: "Märzen \($0)", extras: ["hop": .text("Citra")]))
    }
    _ = try diary.importBeers(newBeers, in: startedImport)
    for _ in 0..<2 { _ = try diary.doBackgroundWork() }
    let file = try SQLiteFile(diary.path)
    // When beers on both sides of what is indexed change, go and come.
    try file.execute(
      "UPDATE beer SET name = 'Gose' WHERE id IN (1, 440); DELETE FROM beer WHERE id IN (2, 441)")
    _ = try fresh.addBeer("Stout")
    try diary.finishBackgroundWork()
    _ = try fresh.addBeer("Porter")

    #expect(try matches("marzen", file) == "446")
    #expect(try matches("citra", file) == "448")
    #expect(try matches("gos*", file) == "2")
    #expect(try matches("stout OR porter", file) == "2")
    try file.execute("INSERT INTO beer_search (beer_search, rank) VALUES ('integrity-check', 1)")
  }

  @Test func anIndexWithADeletedBeerIsReportedAsDamage() throws {
    let fresh = try FreshDiary()
    for name in ["Orval", "Saison"] { _ = try fresh.addBeer(name) }
    try fresh.diary.close()
    let file = try SQLiteFile(fresh.diary.path)
    let index = try file.rows(
      "SELECT tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'beer_by_label'")[0]
    // The index does not hear of the deletion while the schema does not have it.
    try file.execute(
      """
      UPDATE beer SET label_id = NULL WHERE id = 2;
      PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'beer_by_label';
      PRAGMA writable_schema = RESET; DELETE FROM beer WHERE id = 2; PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('index', 'beer_by_label', '\(index[0])', \(index[1]), '\(index[2])');
      PRAGMA writable_schema = RESET
      """)
    file.close()
    let damaged = try Diary.open(at: fresh.diary.path)

    let error = #expect(throws: StoreError.self) { try damaged.finishBackgroundWork() }

    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func freeSpaceIsReturnedToTheDisk() throws {
    let fresh = try FreshDiary()
    let beer = try fresh.addBeer("Orval")
    var random = SeededGenerator(seed: 4)
    let image = FixtureImage.jpeg(width: 3, height: 3, byteCount: 6_000_000, using: &random)
    let photo = try fresh.diary.addPhoto(to: beer.beer.id, image: MemoryBytes(image)).photo
    try SQLiteFile(fresh.diary.path).execute(
      "PRAGMA foreign_keys = ON; DELETE FROM photo WHERE id = \(photo.id)")

    try fresh.diary.finishBackgroundWork()
    try fresh.diary.close()

    #expect(try #require(fileSize(fresh.diary.path)) < 2_000_000)
  }

  private func matches(_ query: String, _ file: SQLiteFile) throws -> String {
    try file.rows("SELECT count(*) FROM beer_search WHERE beer_search MATCH '\(query)'")[0][0]
  }
}
