import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import Testing

@Suite struct DoctorTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  /// Changes the store without the diary, with everything that a schema checks left unchecked.
  private func damage(_ sql: String) throws {
    let file = try SQLiteFile(diary.path)
    try file.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; " + sql)
    file.close()
  }

  private func findings(isDeep: Bool = false) throws -> [FindingKind] {
    try diary.examine(isDeep: isDeep).map(\.kind)
  }

  @Test(arguments: [0, 3], [false, true])
  func aMigratedDiaryIsHealthyBeforeAndAfterTheBackgroundWork(_ externals: Int, _ hasPrefix: Bool) throws {
    let old = try OldDiary()
    _ = try old.write {
      $0.externalCount = externals
      $0.hasPrefix = hasPrefix
    }
    let diary = try old.open()

    #expect(try diary.examine(isDeep: true) == [])
    try diary.finishBackgroundWork()
    #expect(try diary.examine(isDeep: true) == [])
  }

  @Test func removedPhotosAndBeersInTheTrashAreHealthy() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    _ = try diary.removePhoto(beer.photos[1].id)
    _ = try diary.moveToTrash([beer.beer.id])

    #expect(try diary.examine(isDeep: true) == [])
  }

  @Test func theNextBeerGetsNothingOfAnUndoneOne() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let photo = try diary.addPhoto(to: beer.id, image: FixtureBytes("a"))
    _ = try diary.revert(photo.change)
    _ = try diary.revert(.added(beer))

    let new = try diary.add(NewBeer(fields: BeerFields(name: "Gose")))

    #expect(try diary.examine(isDeep: true) == [])
    #expect(try diary.removedPhotos(ofBeer: new.id) == [])
  }

  @Test(arguments: ["[1]", "{'hop", ""], [false, true])
  func customFieldsThatCannotBeReadStayAsText(_ text: String, isIndexed: Bool) throws {
    let beer = try fresh.addBeer("Orval")
    if isIndexed { try diary.finishBackgroundWork() }
    try damage(
      """
      UPDATE beer SET drunk_at = 'never', extras = '\(text.replacing("'", with: "''"))'
      WHERE id = \(beer.beer.id);
      """)
    #expect(try findings() == [.customFields, .beerDate])
    #expect(try diary.examine(isDeep: true).map(\.kind) == [.customFields, .beerDate])
    #expect(try diary.summary(BeerQuery(search: "orval")).beerCount == 1)

    _ = try diary.repair()

    #expect(try diary.examine(isDeep: true).isEmpty)
    let fields = try #require(try diary.beer(beer.beer.id)).beer.fields.extras
    #expect(fields == ["Custom fields as recorded": .text(text), "Date as recorded": .text("never")])
  }

  @Test func beersWhoseLabelIsMissingGetTheOneOfTheirName() throws {
    let beers = try ["Orval", "Orval", "Gose"].map { try fresh.addBeer($0).beer.id }
    let label = try diary.label(ofBeer: beers[0])
    try damage("UPDATE beer SET label_id = 5000000000 WHERE id = \(beers[1])")
    // Reads all labels.
    #expect(try diary.summary(BeerQuery(isDistinct: true)).beerCount == 3)
    #expect(try findings() == [.beerWithoutLabel])

    #expect(try diary.repair().map(\.count) == [1])

    #expect(try findings(isDeep: true) == [])
    #expect(try diary.label(ofBeer: beers[1]) == label && label != nil)
    #expect(try diary.summary(BeerQuery(isDistinct: true)).beerCount == 2)
  }

  @Test func orphanedPhotosAndImagesGetABeer() throws {
    _ = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    try damage("DELETE FROM beer; INSERT INTO photo_image (data) VALUES (CAST('d' AS BLOB));")
    #expect(try findings() == [.photoWithoutBeer, .imageWithoutPhoto])

    #expect(try diary.repair().map(\.count) == [3, 1])

    #expect(try findings(isDeep: true) == [])
    let items = try diary.listItems(in: 0..<9)
    #expect(items.map(\.name) == ["Photos without a beer"])
    let photos = try #require(try diary.beer(items[0].id)).photos
    #expect(
      try diary.addingMetadata(to: photos).map(\.sha256) == ["a", "b", "c", "d"].map { Data($0.utf8).sha256 })
    #expect(photos.map(\.order) == [0, 1, 2, 3])
  }

  @Test func theBeerForOrphanedPhotosIsReusedAndRestoredFromTheTrash() throws {
    for text in ["a", "b"] {
      try damage("INSERT INTO photo_image (data) VALUES (CAST('\(text)' AS BLOB))")
      _ = try diary.repair()
      let items = try diary.listItems(in: 0..<9)
      #expect(items.map(\.name) == ["Photos without a beer"])
      _ = try diary.moveToTrash([items[0].id])
    }
    try damage("INSERT INTO photo_image (data) VALUES (CAST('c' AS BLOB))")
    _ = try diary.repair()

    #expect(try diary.listItems(in: 0..<9).map(\.photoCount) == [3])
  }

  @Test func photosWithTheSamePositionAreSeparated() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    try damage(DuplicatePositions.sql(ofBeer: beer.beer.id))
    let ids = try #require(try diary.beer(beer.beer.id)).photos.map(\.id)
    #expect(try findings() == [.damagedIndex, .duplicatePhotoPositions])

    _ = try diary.repair()

    let photos = try #require(try diary.beer(beer.beer.id)).photos
    #expect(photos.map(\.order) == [0, 1, 2] && photos.map(\.id) == ids)
    #expect(try findings() == [])
  }

  @Test func damagedPagesAreReportedLineByLineAndNotRepaired() throws {
    _ = try fresh.addBeer("Orval")
    let file = try SQLiteFile(diary.path)
    let index = "FROM sqlite_master WHERE name = 'beer_by_rating'"
    let root = try #require(try file.rows("SELECT rootpage \(index)").first.flatMap { Int($0[0]) })
    file.close()
    try diary.close()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: diary.path))
    try handle.seek(toOffset: UInt64(root - 1) * 4096)
    try handle.write(contentsOf: Data(count: 4096))
    try handle.close()

    let damaged = try Diary.open(at: diary.path)
    let findings = try damaged.examine()

    #expect(findings.map(\.kind) == [.damagedFile])
    #expect(findings[0].examples.allSatisfy { !$0.contains("***") && !$0.contains("\n") })
    #expect(try damaged.repair() == [])
  }

  @Test func manyWrongValuesHideNoDamageOfAnIndex() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    for number in 0..<150 { _ = try fresh.addBeer("Beer \(number)") }
    try damage("UPDATE beer SET rating = 99; " + DuplicatePositions.sql(ofBeer: beer.beer.id))
    #expect(try findings().contains(.damagedIndex))

    #expect(try diary.repair().map(\.kind).contains(.damagedIndex))

    #expect(try findings() == [])
  }

  @Test func anImageThatIsGoneIsMarked() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b"])
    try damage("DELETE FROM photo_image WHERE id = \(beer.photos[1].id)")
    let found = try diary.examine()
    #expect(found.map(\.kind) == [.imageGone] && found[0].examples == ["\(beer.photos[1].id)"])

    _ = try diary.repair()

    #expect(try diary.beer(beer.beer.id)?.photos.map(\.metadata.isMissing) == [false, true])
    // It is known now, and there still is no image.
    #expect(try findings() == [.imageMissing])
    #expect(try diary.repair() == [])
  }

  @Test func aMissingImageFileIsReportedAndNotRepaired() throws {
    let old = try OldDiary()
    _ = try old.write { $0.externalCount = 2 }
    let diary = try old.open()
    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: old.path))

    #expect(try diary.examine().map(\.kind) == [.externalFileMissing])
    #expect(try diary.repair() == [])
    try diary.finishBackgroundWork()
    #expect(try diary.examine().map(\.kind) == [.externalFileMissing])
  }

  @Test func anImageThatHasChangedIsFoundByItsSizeOrByReadingAll() throws {
    let beer = try fresh.addBeer("Orval", photos: ["abc", "def"])
    let second = beer.photos[1].id
    try damage("UPDATE photo_image SET data = CAST('deg' AS BLOB) WHERE id = \(second)")
    #expect(try findings() == [])
    var reported: [Int] = []

    let found = try diary.examine(isDeep: true) { done, total in reported += [done, total] }

    #expect(found.map(\.kind) == [.imageChanged] && found[0].examples == ["\(second)"])
    #expect(reported == [0, 2, 1, 2])
    try damage("UPDATE photo_image SET data = CAST('de' AS BLOB) WHERE id = \(second)")
    #expect(try findings() == [.imageOfOtherSize])
    #expect(throws: StoreError.cancelled) { try diary.examine(isDeep: true, isCancelled: { true }) }
  }

  /// A page of an image that has lost the next one: nothing but reading it all tells.
  @Test func aDamagedImageIsFoundWithoutADeepCheck() throws {
    let beer = try fresh.addBeer("Orval")
    let image = FixtureBytes(String(repeating: "e", count: 100_000))
    _ = try diary.addPhoto(to: beer.beer.id, image: image)
    try diary.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: diary.path))
    let pages = stride(from: 0, to: bytes.count, by: 4096)
    let page = try #require(pages.first { bytes[$0 + 4..<$0 + 4096].allSatisfy { $0 == UInt8(ascii: "e") } })
    bytes.replaceSubrange(page..<page + 4, with: [0, 0, 0, 0])
    try bytes.write(to: URL(fileURLWithPath: diary.path))

    #expect(try Diary.open(at: diary.path).examine().map(\.kind) == [.damagedFile])
  }

  @Test func theSearchIndexIsRebuilt() throws {
    _ = try fresh.addBeer("Orval")
    try diary.finishBackgroundWork()
    try damage("INSERT INTO beer_search (beer_search) VALUES ('delete-all')")
    #expect(try findings() == [.searchIndex])

    #expect(try diary.repair().map(\.kind) == [.searchIndex])

    #expect(try findings() == [])
    #expect(
      try SQLiteFile(diary.path).rows("SELECT rowid FROM beer_search WHERE beer_search MATCH 'orv*'") == [
        ["1"]
      ])
  }

  @Test func aMissingPositionOfTheSearchIndexIsRepaired() throws {
    _ = try fresh.addBeer("Orval")
    try diary.finishBackgroundWork()
    try damage("DELETE FROM background_work WHERE name = 'search'")
    #expect(try findings() == [.searchIndex])
    _ = try fresh.addBeer("Gueuze")

    #expect(try diary.repair().map(\.kind) == [.searchIndex])

    #expect(try diary.examine(isDeep: true) == [])
    #expect(try diary.summary(BeerQuery(search: "gueuze")).beerCount == 1)
    _ = try fresh.addBeer("Westmalle")
    #expect(try diary.examine(isDeep: true) == [])
  }

  @Test func wordsMissingFromTheSearchIndexAreFoundByADeepCheck() throws {
    _ = try fresh.addBeer("Orval")
    try diary.finishBackgroundWork()
    // As a trigger sees it, the beer is not in the index yet.
    try damage(
      """
      UPDATE background_work SET position = 0 WHERE name = 'search';
      UPDATE beer SET name = 'Gueuze';
      UPDATE background_work SET position = 9223372036854775807 WHERE name = 'search';
      """)
    #expect(try findings() == [])
    #expect(try diary.examine(isDeep: true).map(\.kind) == [.searchIndex])

    #expect(try diary.repair(isDeep: true).map(\.kind) == [.searchIndex])

    #expect(try diary.examine(isDeep: true).isEmpty)
    #expect(try diary.summary(BeerQuery(search: "gueuze")).beerCount == 1)
    #expect(try diary.summary(BeerQuery(search: "orval")).beerCount == 0)
  }

  @Test func invalidValuesBecomeCustomFields() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a"]).beer.id
    try damage(
      """
      UPDATE beer SET drunk_at = 'last summer', created_at = 'soon', abv = 620, rating = -1,
        extras = '{"ABV as recorded":"mine"}';
      UPDATE photo SET taken_at = 'noon';
      """)
    #expect(try findings() == [.beerDate, .photoDate, .range])

    #expect(try diary.repair().map(\.count) == [2, 1, 2])

    let detail = try #require(try diary.beer(beer))
    #expect(detail.beer.fields.drunkAt == nil && detail.beer.fields.abv == nil)
    #expect(
      detail.beer.fields.extras == [
        "Date as recorded": .text("last summer"), "Created as recorded": .text("soon"),
        "ABV as recorded": .text("mine"), "ABV as recorded (2)": .text("620.0"),
        "Rating as recorded": .text("-1.0"),
      ])
    #expect(detail.photos.map(\.caption) == ["a (taken: noon)"])
    #expect(try findings() == [])
  }

  @Test func aDamagedIndexIsRebuilt() throws {
    _ = try fresh.addBeer("Orval")
    // What the schema says is not what the index holds.
    try damage(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = 'CREATE INDEX beer_by_abv ON beer (deleted_at, name)'
        WHERE name = 'beer_by_abv';
      """)
    let other = try Diary.open(at: diary.path)
    #expect(try other.examine().map(\.kind) == [.missingSchema, .damagedIndex])

    _ = try other.repair()

    #expect(try other.examine(isDeep: true) == [])
  }
}
