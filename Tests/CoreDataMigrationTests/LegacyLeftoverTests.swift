import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport
import Testing

/// Old stores with unusual tables and columns: their data is imported, or stays in the store and is reported.
@Suite struct LegacyLeftoverTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  /// Migrates the store, and checks that a preview has the same warnings and counts and changes nothing.
  private func migrated(_ sql: String, _ change: (inout LegacyStore) -> Void = { _ in }) throws -> Diary {
    _ = try old.write(sql, change)
    let before = try FileState.all(in: old.folder.path)
    let preview = try Diary.previewMigration(of: old.path)
    #expect(try FileState.all(in: old.folder.path) == before)
    let diary = try old.open()
    let report = try #require(diary.migration)
    #expect(preview.warnings == report.warnings)
    #expect(preview.beerCount == report.beerCount && preview.photoCount == report.photoCount)
    return diary
  }

  private func extras(_ diary: Diary, _ beer: Int64) throws -> Extras {
    try #require(try diary.beer(beer)).beer.fields.extras
  }

  private static let reviews = """
    CREATE TABLE ZREVIEW (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEER INTEGER, ZRATING FLOAT,
      ZWRITTEN TIMESTAMP, ZTEXT VARCHAR, ZSOUND BLOB);
    INSERT INTO ZREVIEW VALUES
      (1, 5, 1, 2, 4.5, 0, 'Great; "dry" ''t', NULL), (2, 5, 1, 2, NULL, NULL, 'Again', NULL),
      (3, 5, 1, 12, 3, NULL, NULL, zeroblob(9000)), (4, 5, 1, 99, 1, NULL, 'Of no beer', NULL),
      (5, 5, 1, NULL, 1, NULL, 'Of nothing', NULL), (7, 5, 1, 7, 2, NULL, NULL, NULL), (6, 5, 1, 3, NULL, NULL, CAST(x'4CE9' AS TEXT), NULL);
    """

  @Test func reviewsBecomeCustomFieldsOfTheirBeers() throws {
    let diary = try migrated(Self.reviews)

    let second = try extras(diary, 2)
    #expect(
      second["review"]
        == .text("rating: 4.5; written: 2001-01-01T00:00:00Z; text: Great; \"dry\" 't"))
    #expect(second["review_2"] == .text("Again"))
    #expect(try extras(diary, 12)["review"] == .text("rating: 3; sound: 9000 bytes, kept in the store"))
    #expect(try extras(diary, 7)["review"] == .text("rating: 2"))
    #expect(try extras(diary, 3)["review"] == .text("L\u{FFFD}"))
    #expect(try extras(diary, 3)["review_base64"] == .text("TOk="))
    #expect(try diary.summary(BeerQuery(search: "again")).beerCount == 1)
    #expect(
      diary.migration?.warnings.suffix(2) == [
        "Rows of other tables were imported as custom fields: ZREVIEW (5 rows, as review).",
        "Rows of other tables belong to no beer and stay in the file: ZREVIEW (2 rows).",
      ])
    #expect(try SQLiteFile(old.path).rows("SELECT count(*) FROM ZREVIEW") == [["7"]])
  }

  @Test func reviewsAreInTheOrderOfTheirRelationship() throws {
    let diary = try migrated(
      Self.reviews
        + """
        ALTER TABLE ZREVIEW ADD COLUMN Z_FOK_BEER INTEGER;
        UPDATE ZREVIEW SET Z_FOK_BEER = 4096 - 1024 * Z_PK WHERE ZBEER = 2;
        INSERT INTO ZREVIEW (Z_PK, ZBEER, ZTEXT) VALUES (0, 2, 'Without a position');
        """)

    let second = try extras(diary, 2)
    #expect(second["review"] == .text("Again"))
    #expect(second["review_2"]?.display.contains("Great") == true)
    #expect(second["review_3"] == .text("Without a position"))
  }

  /// The beer that is made for photos without one gets the id after the last beer.
  @Test func rowsWithTheIDAfterTheLastBeerBelongToNoBeer() throws {
    let diary = try migrated(
      Self.reviews
        + """
        UPDATE ZREVIEW SET ZBEER = 13 WHERE Z_PK = 4; UPDATE ZPHOTO SET ZBEER = 13 WHERE ZBEER = 1;
        \(Self.tags)
        UPDATE Z_1TAGS SET Z_1BEERS = 13 WHERE Z_1BEERS = 99;
        """)

    #expect(try diary.beer(13)?.beer.fields.name == "Photos without a beer")
    #expect(try extras(diary, 13).isEmpty)
    #expect(
      diary.migration?.warnings.contains {
        $0.hasPrefix("Rows of other tables belong to no beer") && $0.contains("ZREVIEW (2 rows)")
      } == true)
  }

  /// A beer with a reference to one of its reviews gets all its reviews, each once.
  @Test(arguments: ["VARCHAR", "INTEGER"])
  func reviewsAreImportedIfBeersHaveAColumnOfTheSameName(_ type: String) throws {
    let diary = try migrated(
      Self.reviews
        + "ALTER TABLE ZBEER ADD COLUMN ZREVIEW \(type); UPDATE ZBEER SET ZREVIEW = 2 WHERE Z_PK = 2")

    let all = try extras(diary, 2)
    let texts = all.filter { $0.key.hasPrefix("review") }.map(\.value.display)
    #expect(texts.filter { $0.contains("Great") }.count == 1)
    #expect(texts.filter { $0.contains("Again") }.count == 1)
    #expect(try extras(diary, 7)["review"] == .text("rating: 2"))
    let count = type == "VARCHAR" ? 5 : 4
    #expect(
      diary.migration?.warnings.suffix(2) == [
        "Rows of other tables were imported as custom fields: ZREVIEW (\(count) rows, as review).",
        "Rows of other tables belong to no beer and stay in the file: ZREVIEW (2 rows).",
      ])
  }

  private static let tags = """
    INSERT INTO Z_PRIMARYKEY VALUES (3, 'Tag', 0, 3);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOLOR INTEGER, ZNAME VARCHAR);
    INSERT INTO ZTAG VALUES (1, 3, 1, 7, 'Sour'), (2, 3, 1, NULL, 'Belgian'), (3, 3, 1, NULL, 'Unused');
    CREATE TABLE Z_1TAGS (Z_1BEERS INTEGER, Z_3TAGS INTEGER, Z_FOK_3TAGS INTEGER,
      PRIMARY KEY (Z_1BEERS, Z_3TAGS));
    INSERT INTO Z_1TAGS VALUES (2, 1, 2048), (2, 2, 1024), (7, 1, 1024), (99, 1, 1024), (8, 77, 1024);
    """

  @Test func tagsBecomeOneCustomFieldInTheirOrder() throws {
    let diary = try migrated(Self.tags)

    #expect(try extras(diary, 2)["tags"] == .text("Belgian, Sour"))
    #expect(try extras(diary, 7)["tags"] == .text("Sour"))
    #expect(try extras(diary, 8)["tags"] == nil)
    #expect(
      diary.migration?.warnings == [
        "Rows of other tables were imported as custom fields: Z_1TAGS (3 rows, as tags).",
        "Rows of other tables belong to no beer and stay in the file: Z_1TAGS (2 rows) and ZTAG (1 row).",
        "Unknown columns stay in the file: ZTAG.ZCOLOR (1 value).",
      ])
  }

  @Test func unknownDataStaysAndIsCounted() throws {
    let diary = try migrated(
      """
      CREATE TABLE ZSHOP (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR NOT NULL CHECK (length(ZNAME) > 2));
      INSERT INTO ZSHOP VALUES (1, 'De Bierkoning'), (2, 'Cave');
      CREATE TABLE ZEMPTY (Z_PK INTEGER PRIMARY KEY);
      CREATE TABLE Z_1SIMILAR (Z_1BEERS INTEGER, Z_1SIMILAR INTEGER);
      INSERT INTO Z_1SIMILAR VALUES (1, 2);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY);
      INSERT INTO ATRANSACTION VALUES (1);
      CREATE VIRTUAL TABLE notes USING fts5 (text);
      ALTER TABLE ZPHOTO ADD COLUMN ZLATITUDE FLOAT;
      UPDATE ZPHOTO SET ZLATITUDE = 52 WHERE ZBEER = 6;
      CREATE VIEW bitter AS SELECT * FROM ZBEER;
      CREATE TRIGGER watch AFTER UPDATE ON ZBEER BEGIN DELETE FROM ZPHOTO; END;
      """)

    let warnings = try #require(diary.migration).warnings
    #expect(warnings.count == 3)
    #expect(warnings[0].hasPrefix("Unknown tables stay in the file: ZSHOP (2 rows), "))
    #expect(warnings[0].contains("Z_1SIMILAR (1 row)"))
    #expect(!warnings[0].contains("ZEMPTY") && !warnings[0].contains("ATRANSACTION"))
    #expect(warnings[1] == "Unknown columns stay in the file: ZPHOTO.ZLATITUDE (4 values).")
    #expect(warnings[2] == "Views and triggers of the old diary were not kept: watch and bitter.")
    let file = try SQLiteFile(old.path)
    #expect(try file.rows("SELECT count(*) FROM ZSHOP") == [["2"]])
    #expect(try file.rows("SELECT count(ZLATITUDE) FROM photo_image") == [["4"]])
  }

  @Test func manyUnknownTablesAreOneSentence() throws {
    let sql = (1...60).map { "CREATE TABLE ZT\($0) (x); INSERT INTO ZT\($0) VALUES (1);" }.joined()
    let warnings = try #require(try migrated(sql).migration).warnings
    #expect(warnings.count == 1)
    #expect(warnings[0].hasSuffix(" and 40 more."))
  }

  @Test(arguments: ["ZDELETED", "ZISDELETED", "ZTRASHED"]) func aFlagPutsABeerIntoTheTrash(_ column: String)
    throws
  {
    let diary = try migrated(
      """
      ALTER TABLE ZBEER ADD COLUMN \(column) INTEGER;
      UPDATE ZBEER SET \(column) = Z_PK IN (2, 6), ZNAME = 'Beer ' || Z_PK;
      """)

    #expect(try diary.beersInTrash() == [2, 6])
    #expect(diary.migration?.beerCount == 10)
    #expect(
      diary.migration?.warnings == [
        "Beers marked as deleted are now in the trash: 2 beers: “Beer 2” and “Beer 6”."
      ])
    #expect(try extras(diary, 1)[String(column.dropFirst()).lowercased()] == nil)
    _ = try diary.restore([6])
    #expect(try diary.beer(6)?.photos.count == 4)
  }

  @Test(arguments: [
    ("ZISDELETED INTEGER", "1"), ("ZDELETED INTEGER", "1"), ("ZDELETEDAT TIMESTAMP", "600000000"),
    ("ZTRASHED TIMESTAMP", "600000000"),
  ])
  func aPhotoThatIsMarkedAsDeletedIsAmongTheRemovedOnes(_ column: String, _ value: String) throws {
    let name = column.split(separator: " ")[0]
    let diary = try migrated(
      """
      ALTER TABLE ZPHOTO ADD COLUMN \(column);
      UPDATE ZPHOTO SET \(name) = 0 WHERE ZBEER = 2;
      UPDATE ZPHOTO SET \(name) = \(value)
        WHERE ZBEER = 6 AND (SELECT count(*) FROM ZPHOTO o WHERE o.ZBEER = 6 AND o.Z_FOK_BEER < ZPHOTO.Z_FOK_BEER) IN (0, 2);
      UPDATE ZBEER SET ZNAME = 'Beer ' || Z_PK;
      """)

    #expect(
      diary.migration?.warnings == [
        "Photos marked as deleted were moved to the removed photos (restore them with `beerdiary photo restore`): 2 photos on 1 beer: “Beer 6”."
      ])
    #expect(try diary.beer(6)?.photos.map(\.order) == [0, 1])
    let kept = try #require(try diary.beer(6)).photos.map(\.id)
    _ = try diary.restorePhotos(diary.removedPhotos(ofBeer: 6))
    let all = try #require(try diary.beer(6)).photos.map(\.id)
    #expect([all[1], all[3]] == kept && Set(all).count == 4)
    #expect(try diary.beer(2)?.photos.isEmpty == false)
  }

  /// The review of no beer stays in the store; the others become custom fields.
  @Test func onlyValuesThatAreNotImportedAreCounted() throws {
    let diary = try migrated(
      """
      INSERT INTO Z_PRIMARYKEY VALUES (3, 'Review', 0, 4);
      CREATE TABLE ZREVIEW (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, ZTITLE VARCHAR, ZRATING INTEGER);
      INSERT INTO ZREVIEW VALUES (1, 2, 'a', 3), (2, 3, 'b', 4), (3, 4, 'c', 5), (4, 99, 'd', 1);
      CREATE TABLE Z_1REVIEWS (Z_1BEERS INTEGER, Z_3REVIEWS INTEGER);
      INSERT INTO Z_1REVIEWS VALUES (2, 1);
      """)

    let warnings = try #require(diary.migration).warnings
    #expect(try extras(diary, 3)["review"] == .text("title: b; rating: 4"))
    #expect(warnings.contains("Unknown columns stay in the file: ZREVIEW.ZRATING (1 value)."), "\(warnings)")
  }

  @Test(arguments: ["ZDELETEDAT", "ZDELETED"]) func aDatePutsABeerIntoTheTrashAtThatTime(_ column: String)
    throws
  {
    let diary = try migrated(
      """
      ALTER TABLE ZBEER ADD COLUMN \(column) TIMESTAMP;
      UPDATE ZBEER SET \(column) = 0 WHERE Z_PK = 2;
      UPDATE ZBEER SET \(column) = 600000000 WHERE Z_PK = 3;
      UPDATE ZBEER SET \(column) = 'soon' WHERE Z_PK = 4;
      """)

    #expect(try diary.beersInTrash() == [3])
    #expect(try diary.beer(3)?.beer.deletedAt?.text == "2020-01-06T10:40:00Z")
    #expect(try extras(diary, 4)["deleted_at"] == .text("soon"))
  }

  @Test func aBeerThatWasRestoredStaysInTheDiary() throws {
    let diary = try migrated(
      """
      ALTER TABLE ZBEER ADD COLUMN ZISDELETED INTEGER;
      ALTER TABLE ZBEER ADD COLUMN ZDELETEDAT TIMESTAMP;
      UPDATE ZBEER SET ZISDELETED = 0, ZDELETEDAT = 600000000 WHERE Z_PK = 3;
      UPDATE ZBEER SET ZISDELETED = 'maybe' WHERE Z_PK = 4;
      """)

    #expect(try diary.beersInTrash() == [])
    #expect(try extras(diary, 3)["deleted_at"] == .text("2020-01-06T10:40:00Z"))
    #expect(try extras(diary, 4)["isdeleted"] == .text("maybe"))
  }

  @Test(arguments: [LegacyStore.Model.orderedRelationship, .userOrder])
  func picturesOnABeerBecomeItsLastPhotos(_ model: LegacyStore.Model) throws {
    var random = SeededGenerator(seed: 3)
    let label = FixtureImage.jpeg(width: 300, height: 400, byteCount: 70_000, using: &random)
    let cap = FixtureImage.jpeg(width: 30, height: 40, byteCount: 900, using: &random)
    let beers = try old.write { $0.model = model }
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      ALTER TABLE ZBEER ADD COLUMN ZLABEL BLOB; ALTER TABLE ZBEER ADD COLUMN ZCAP BLOB;
      UPDATE ZBEER SET ZCAP = x'0102030405' WHERE Z_PK = 3; UPDATE ZBEER SET ZCAP = x'' WHERE Z_PK = 4;
      """)
    let set = "UPDATE ZBEER SET ZLABEL = ?, ZCAP = ? WHERE Z_PK IN (5, 6)"
    try file.execute(set, [.blob(Data([1]) + label), .blob(cap)])
    file.close()
    let preview = try Diary.previewMigration(of: old.path)

    let diary = try old.open()

    #expect(preview.warnings == diary.migration?.warnings)
    #expect(preview.photoCount == diary.migration?.photoCount)
    #expect(preview.neededBytes > 4 * 70_000)
    let warning = try #require(diary.migration?.warnings.first)
    #expect(
      warning.hasPrefix("Pictures stored in beers were added after their photos: 4 photos on 2"))
    try diary.finishBackgroundWork()
    for beer in [5, 6] {
      let hashes = try #require(try diary.beer(Int64(beer))).photos.map(\.sha256)
      #expect(hashes == beers[beer - 1].photos.map(\.sha256) + [label.sha256, cap.sha256])
    }
    #expect(try extras(diary, 3)["cap"] == .text("AQIDBAU="))
    #expect(try diary.examine(isDeep: true) == [])
    #expect(
      try SQLiteFile(old.path).rows("SELECT count(*) FROM sqlite_master WHERE name = 'ZBEER'") == [["0"]])
  }

  @Test(arguments: ["NULL", "iif(Z_PK % 2, (1 << 60) + (1 << 40), NULL)", "9223372036854775807"])
  func picturesOfABeerFollowPhotosWithAnyOrder(_ order: String) throws {
    var random = SeededGenerator(seed: 3)
    let label = FixtureImage.jpeg(width: 300, height: 400, byteCount: 7000, using: &random)
    _ = try old.write { $0.model = .userOrder }
    let file = try SQLiteFile(old.path)
    try file.execute("ALTER TABLE ZBEER ADD COLUMN ZLABEL BLOB; UPDATE ZPHOTO SET ZUSERORDER = \(order)")
    try file.execute("UPDATE ZBEER SET ZLABEL = ? WHERE Z_PK = 6", [.blob(label)])
    file.close()

    let diary = try old.open()
    try diary.finishBackgroundWork()

    let photos = try #require(try diary.beer(6)).photos
    #expect(photos.count == 5 && photos.last?.sha256 == label.sha256)
  }

  /// Columns that begin with `Z_` are ignored only if Core Data uses their names.
  @Test func aColumnWithAnUnderscoreIsKept() throws {
    let diary = try migrated(
      """
      ALTER TABLE ZBEER ADD COLUMN Z_NOTES VARCHAR; UPDATE ZBEER SET Z_NOTES = 'secret' WHERE Z_PK = 3;
      ALTER TABLE ZPHOTO ADD COLUMN Z_FILTER VARCHAR; UPDATE ZPHOTO SET Z_FILTER = 'sepia' WHERE ZBEER = 3;
      """)

    #expect(try extras(diary, 3)["_notes"] == .text("secret"))
    #expect(
      diary.migration?.warnings
        == ["Unknown columns stay in the file: ZPHOTO.Z_FILTER (1 value)."])
  }

  @Test func aPictureOfABeerMayBeInASeparateFile() throws {
    let beers = try old.write { $0.externalCount = 1 }
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      ALTER TABLE ZBEER ADD COLUMN ZLABEL BLOB;
      UPDATE ZBEER SET ZLABEL = (SELECT ZIMAGEDATA FROM ZPHOTO WHERE length(ZIMAGEDATA) = 38) WHERE Z_PK = 5;
      """)
    file.close()

    let diary = try old.open()
    try diary.finishBackgroundWork()

    #expect(try diary.beer(5)?.photos.map(\.sha256) == beers[0].photos.map(\.sha256))
    #expect(try diary.examine() == [])
  }

  /// A file that is not a picture of a beer is not imported, but reported.
  @Test(arguments: [true, false]) func filesThatAreNotPicturesStayNextToTheStore(_ isThere: Bool) throws {
    let name = "0D0F6B26-9F5B-4C4E-8F0B-3B7B0C3C5A11"
    let pointer = "x'02' || CAST('\(name)' AS BLOB) || x'00'"
    let images = LegacyStore.externalFolder(ofStore: old.path)
    if isThere {
      try FileManager.default.createDirectory(atPath: images, withIntermediateDirectories: true)
      try Data("no picture".utf8).write(to: URL(fileURLWithPath: "\(images)/\(name)"))
    }
    let diary = try migrated(
      """
      CREATE TABLE ZREVIEW (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, ZTEXT VARCHAR, ZPIC BLOB);
      INSERT INTO ZREVIEW VALUES (1, 2, 'Great', CAST(\(pointer) AS BLOB)), (2, 3, 'Good', zeroblob(38));
      ALTER TABLE ZBEER ADD COLUMN ZPLIST BLOB;
      UPDATE ZBEER SET ZPLIST = CAST(\(pointer) AS BLOB) WHERE Z_PK = 2;
      """)

    let text = "kept next to the store: file \(name), \(isThere ? "10 bytes" : "which is not there")"
    #expect(try extras(diary, 2)["plist"] == .text(text))
    #expect(try extras(diary, 2)["review"] == .text("text: Great; pic: \(text)"))
    #expect(try extras(diary, 3)["review"] == .text("text: Good; pic: 38 bytes, kept in the store"))
    #expect(try diary.beer(2)?.photos.count == 1)
    #expect(
      diary.migration?.warnings.first == """
        Values in separate files stay in the folder next to the diary: 2 files of 1 beer: \
        “Märzen "2" 一番 🍺”.
        """)
  }

  @Test(arguments: ["NULL", "x''", "x'01'"]) func aThumbnailIsTheImageOfAPhotoWithoutAnother(_ image: String)
    throws
  {
    let diary = try migrated("UPDATE ZPHOTO SET ZIMAGEDATA = \(image) WHERE ZBEER IN (2, 6)")

    let expected = try SQLiteFile(old.path).values("SELECT ZTHUMBNAILDATA FROM photo_image WHERE ZBEER = 2")
    guard case .blob(let thumbnail) = expected[0][0] else {
      Issue.record("no thumbnail")
      return
    }
    #expect(
      diary.migration?.warnings.first?.hasPrefix(
        "Thumbnails were kept as photos because there was no larger image: 5 photos on 2 beers") == true)
    try diary.finishBackgroundWork()
    let photos = try #require(try diary.beer(2)).photos + #require(try diary.beer(6)).photos
    #expect(photos.map(\.sha256) == Array(repeating: thumbnail.sha256, count: 5))
    #expect(photos.allSatisfy { !$0.metadata.isMissing && $0.metadata.height == 160 })
    #expect(try diary.examine() == [])
  }

  /// The photo keeps its position for the missing file; its thumbnail becomes a removed photo, which can be restored.
  @Test(arguments: [true, false]) func aThumbnailReplacesAMissingFile(_ isOfPhoto: Bool) throws {
    // Beers 1 to 4 have a photo each, and beer 6 has four.
    let clear = "UPDATE ZPHOTO SET ZTHUMBNAILDATA = NULL"
    _ = try old.write(isOfPhoto ? "" : clear) { $0.externalCount = 7 }
    let images = LegacyStore.externalFolder(ofStore: old.path)
    try FileManager.default.moveItem(atPath: images, toPath: images + "-away")
    let preview = try Diary.previewMigration(of: old.path)

    let diary = try old.open()

    let counts = try [1, 2, 6].map { try diary.removedPhotos(ofBeer: $0).count }
    #expect(counts == [1, 1, isOfPhoto ? 3 : 0])
    #expect(preview.warnings == diary.migration?.warnings)
    #expect(preview.photoCount == diary.migration?.photoCount)
    #expect(diary.migration?.warnings.contains { $0.contains("Photos without a position") } == false)
    let beer = try #require(try diary.beer(1))
    #expect(beer.photos.map(\.metadata.isMissing) == [true])
    _ = try diary.restorePhotos(try diary.removedPhotos(ofBeer: 1))
    try diary.finishBackgroundWork()
    let photos = try #require(try diary.beer(1)).photos
    #expect(photos.map(\.metadata.isMissing) == [true, false] && photos.last?.metadata.height == 160)
  }

  @Test func aThumbnailOfABeerWithoutAPhotoIsARemovedPhoto() throws {
    let diary = try migrated(
      """
      DELETE FROM ZPHOTO WHERE ZBEER IN (2, 6);
      UPDATE ZPHOTO SET ZIMAGEDATA = NULL WHERE ZBEER = 3;
      UPDATE ZBEER SET ZTHUMBNAILDATA = x'01' WHERE Z_PK = 6;
      """)

    #expect(
      diary.migration?.warnings.last?.hasSuffix(
        "(restore them with `beerdiary photo restore`): 1 thumbnail on 1 beer: “Märzen \"2\" 一番 🍺”.")
        == true)
    let removed = try diary.removedPhotos(ofBeer: 2)
    #expect(removed.count == 1)
    #expect(try diary.beer(2)?.photos == [])
    #expect(try diary.removedPhotos(ofBeer: 6) == [] && diary.removedPhotos(ofBeer: 3) == [])

    _ = try diary.restorePhotos(removed)
    try diary.finishBackgroundWork()
    let photo = try #require(try diary.beer(2)?.photos.first)
    #expect(photo.metadata.height == 160 && !photo.metadata.isMissing)
    #expect(try diary.examine() == [])
  }
}
