import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

/// The warnings of a migration, which name up to five of the beers.
@Suite struct MigrationWarningTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  private func warnings(_ sql: String, beers: Int = 12) throws -> [String] {
    let names = "UPDATE ZBEER SET ZNAME = 'Beer ' || Z_PK WHERE Z_PK <> 4"
    // Thumbnails of beers without a photo have a sentence of their own.
    let thumbnails = "UPDATE ZBEER SET ZTHUMBNAILDATA = NULL"
    _ = try old.write("\(names); \(thumbnails); \(sql)") { $0.beerCount = beers }
    return try #require(try old.open().migration).warnings
  }

  @Test func theBeersWhoseImagesAreMissingAreNamed() throws {
    #expect(
      try warnings(
        "UPDATE ZPHOTO SET ZIMAGEDATA = NULL, ZTHUMBNAILDATA = NULL WHERE ZBEER IN (1, 4, 6)") == [
          """
          Photos have no image in the file or in the hidden folder next to it, whose name ends with _SUPPORT and which \
          has to be copied along with it: 6 photos on 3 beers: \
          “Beer 1”, beer 4 and “Beer 6”.
          """
        ])
  }

  @Test func fiveOfManyBeersAreNamed() throws {
    let sentence = try #require(
      try warnings("UPDATE ZPHOTO SET ZIMAGEDATA = NULL, ZTHUMBNAILDATA = NULL", beers: 3000).first)
    #expect(sentence.contains("on 2500 beers: “Beer 1”, "))
    #expect(sentence.hasSuffix("and 2495 more."))
  }

  @Test func theBeersWhosePhotosHaveNoOrderAreNamed() throws {
    #expect(
      try warnings(
        "UPDATE ZPHOTO SET Z_FOK_BEER = NULL WHERE ZBEER = 1; UPDATE ZPHOTO SET Z_FOK_BEER = 7 WHERE ZBEER = 6"
      )
        == [
          "Photos without a position were sorted by time and placed after the others, on 2 beers: “Beer 1” and “Beer 6”."
        ])
  }

  @Test func photosWithoutABeerAreNamed() throws {
    let rows = "SELECT Z_PK FROM ZPHOTO WHERE ZBEER = 1"
    #expect(
      try warnings("UPDATE ZPHOTO SET ZBEER = 99, Z_PK = 900 WHERE Z_PK = (\(rows))") == [
        "1 photo had no beer and is now on the beer “Photos without a beer”."
      ])
  }

  @Test func aLongNameIsCut() throws {
    let name = String(repeating: "Doppelbock ", count: 9)
    #expect(
      try warnings("UPDATE ZBEER SET ZRATING = 77, ZNAME = '\(name)' WHERE Z_PK = 2") == [
        """
        Values that are out of range or of another type are kept as custom fields, on 1 beer: \
        “Doppelbock Doppelbock Doppelb…”.
        """
      ])
  }

  @Test func theBeerOfPhotosWithoutABeerIsCounted() throws {
    _ = try old.write("UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 1")

    let diary = try old.open()

    #expect(diary.migration?.beerCount == 13)
    #expect(try diary.summary().beerCount == 13)
  }
}
