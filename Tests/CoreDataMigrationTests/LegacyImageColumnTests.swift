import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

/// Finding the column of the images if its name does not tell.
@Suite struct LegacyImageColumnTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test(arguments: [false, true], [0, 3, 100])
  func theWidestColumnWithImagesIsFound(hasPrefix: Bool, externalCount: Int) throws {
    let expected = try old.write(
      """
      ALTER TABLE ZPHOTO RENAME COLUMN ZIMAGEDATA TO ZPORTRAIT;
      ALTER TABLE ZPHOTO ADD COLUMN ZSOUND BLOB;
      UPDATE ZPHOTO SET ZSOUND = zeroblob(20000);
      """
    ) {
      $0.hasPrefix = hasPrefix
      $0.externalCount = externalCount
    }
    #expect(try expectedBeers(from: try old.open()) == expected)
  }

  @Test func theColumnWithAKnownNameHasTheImages() throws {
    let expected = try old.write(
      """
      ALTER TABLE ZPHOTO RENAME COLUMN ZIMAGEDATA TO ZPICTURE;
      ALTER TABLE ZPHOTO ADD COLUMN ZOTHER BLOB;
      UPDATE ZPHOTO SET ZOTHER = ZPICTURE || zeroblob(9000);
      """)
    #expect(try expectedBeers(from: try old.open()) == expected)
  }

  @Test(arguments: ["x'0102030405'", "NULL", "zeroblob(9000)"])
  func aPhotoTableWithoutImagesIsRefused(_ content: String) throws {
    _ = try old.write(
      """
      ALTER TABLE ZPHOTO RENAME COLUMN ZIMAGEDATA TO ZPORTRAIT;
      UPDATE ZPHOTO SET ZPORTRAIT = \(content), ZTHUMBNAILDATA = NULL;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
    try old.expectRefusal(
      .notADiary(path: old.path, what: "a Core Data store, but not one of Beer Diary"))
  }
}
