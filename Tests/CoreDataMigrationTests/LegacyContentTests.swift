import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

/// Values, texts and orders that an old store should not have but some do.
@Suite struct LegacyContentTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test(arguments: ["NULL", "0", "CASE WHEN ZBEER % 2 = 0 THEN ZUSERORDER END"])
  func photosAreInTheOlderOrderIfTheNewerIsMissing(_ userOrder: String) throws {
    let expected = try old.write(
      """
      ALTER TABLE ZPHOTO ADD COLUMN Z_FOK_BEER INTEGER;
      UPDATE ZPHOTO SET Z_FOK_BEER = 2048 + 1024 * ZUSERORDER;
      UPDATE ZPHOTO SET ZUSERORDER = \(userOrder);
      """
    ) { $0.model = .userOrder }

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    #expect(diary.migration?.warnings == [])
  }

  @Test func photosAreInTheNewerOrderIfBothExist() throws {
    let expected = try old.write(
      "ALTER TABLE ZPHOTO ADD COLUMN Z_FOK_BEER INTEGER; UPDATE ZPHOTO SET Z_FOK_BEER = 9000 - ZUSERORDER"
    ) { $0.model = .userOrder }
    #expect(try expectedBeers(from: try old.open()) == expected)
  }

  @Test func textIsNeverCutAndItsBytesAreKept() throws {
    _ = try old.write(
      """
      UPDATE ZBEER SET ZNOTES = CAST(x'616200534543524554' AS TEXT) WHERE Z_PK = 2;
      UPDATE ZBEER SET ZSTYLE = CAST(x'4CE9' AS TEXT) WHERE Z_PK = 3;
      ALTER TABLE ZBEER ADD COLUMN ZHOP VARCHAR;
      UPDATE ZBEER SET ZHOP = CAST(x'4100' AS TEXT) WHERE Z_PK = 2;
      """)

    let diary = try old.open()

    let beer = try #require(try diary.beer(2)).beer.fields
    #expect(beer.notes == "ab\u{FFFD}SECRET")
    #expect(beer.extras["notes_base64"] == .text(Data("ab\0SECRET".utf8).base64EncodedString()))
    #expect(beer.extras["hop"] == .text("A\u{FFFD}"))
    #expect(beer.extras["hop_base64"] == .text("QQA="))
    let other = try #require(try diary.beer(3)).beer.fields
    #expect(other.style == "L\u{FFFD}")
    #expect(other.extras["style_base64"] == .text("TOk="))
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test(arguments: ["x'4D61727A656E'", "CAST(x'4100' AS TEXT)", "CAST(x'C328' AS TEXT)"])
  func anUnusualNameDoesNotPreventTheMigration(_ name: String) throws {
    let expected = try old.write("UPDATE ZBEER SET ZNAME = \(name) WHERE Z_PK = 2")

    let diary = try old.open()

    let odd = try #require(try diary.beer(2)).beer.fields
    #expect(odd.extras["name"] != nil || odd.extras["name_base64"] != nil)
    #expect(try diary.summary().beerCount == expected.count)
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test func aCustomFieldNeverReplacesAnother() throws {
    _ = try old.write(
      """
      ALTER TABLE ZBEER ADD COLUMN ZDRUNK_AT VARCHAR;
      ALTER TABLE ZBEER ADD COLUMN ZHOP VARCHAR;
      ALTER TABLE ZBEER ADD COLUMN HOP VARCHAR;
      UPDATE ZBEER SET ZTIMESTAMP = 'soon' WHERE Z_PK IN (2, 3);
      UPDATE ZBEER SET ZDRUNK_AT = 'later', ZHOP = 'Citra', HOP = 'Saaz' WHERE Z_PK = 2;
      """)

    let diary = try old.open()

    let extras = try #require(try diary.beer(2)).beer.fields.extras
    #expect(extras["drunk_at"] == .text("soon"))
    #expect(extras["drunk_at_2"] == .text("later"))
    #expect(extras["hop"] == .text("Citra"))
    #expect(extras["hop_2"] == .text("Saaz"))
    #expect(try diary.beer(3)?.beer.fields.extras["drunk_at"] == .text("soon"))
  }

  @Test(arguments: ["'soon'", "9e99"]) func anInvalidPhotoDateIsReported(_ date: String) throws {
    _ = try old.write("UPDATE ZPHOTO SET ZTIMESTAMP = \(date) WHERE Z_PK = 1")

    let diary = try old.open()

    #expect(diary.migration?.warnings.count == 1)
    #expect(try SQLiteFile(old.path).rows("SELECT count(*) FROM photo WHERE taken_at IS NULL") == [["1"]])
  }

  @Test func aDamagedCaptionIsReported() throws {
    _ = try old.write(
      """
      ALTER TABLE ZPHOTO ADD COLUMN ZCAPTION VARCHAR;
      UPDATE ZPHOTO SET ZCAPTION = 'Foam';
      UPDATE ZPHOTO SET ZCAPTION = CAST(x'4100' AS TEXT) WHERE ZBEER = 2;
      """)

    let diary = try old.open()

    #expect(try diary.beer(1)?.photos.first?.caption == "Foam")
    #expect(try diary.beer(2)?.photos.first?.caption == "A\u{FFFD}")
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test func anExternalImageThatCannotBeReadIsMarkedMissing() throws {
    _ = try old.write { $0.externalCount = 1 }
    let folder = LegacyStore.externalFolder(ofStore: old.path)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/\(name)", withIntermediateDirectories: false)

    let diary = try old.open()

    #expect(try diary.beer(1)?.photos.first?.metadata.isMissing == true)
    #expect(diary.migration?.warnings.count == 2)
  }
}
