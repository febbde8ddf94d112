import DiaryStore
import FixtureStores
import Foundation
import Testing

/// Stores of other makes: what they have besides beers and photos is brought, kept or reported, never left silently.
@Suite struct LegacyLeftoverTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  /// Migrates the store; the forecast must say the same before anything is changed.
  private func migrated(_ sql: String, _ change: (inout LegacyStore) -> Void = { _ in }) throws -> Diary {
    _ = try old.write(sql, change)
    let before = try FileState.all(in: old.folder.path)
    let forecast = try Diary.forecastMigration(of: old.path)
    #expect(try FileState.all(in: old.folder.path) == before)
    let diary = try old.open()
    let report = try #require(diary.migration)
    #expect(forecast.warnings == report.warnings)
    #expect(forecast.beerCount == report.beerCount && forecast.photoCount == report.photoCount)
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
        "Rows of other tables are custom fields of their beers now: ZREVIEW (5 rows, as review).",
        "Rows of other tables belong to no beer and stay in the store: ZREVIEW (2 rows).",
      ])
    #expect(try SQLiteFile(old.path).rows("SELECT count(*) FROM ZREVIEW") == [["7"]])
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
        "Rows of other tables are custom fields of their beers now: Z_1TAGS (3 rows, as tags).",
        "Rows of other tables belong to no beer and stay in the store: Z_1TAGS (2 rows) and ZTAG (1 row).",
        "Columns that are not understood stay in the store: ZTAG.ZCOLOR (1 value).",
      ])
  }

  @Test func whatIsNotUnderstoodStaysAndIsCounted() throws {
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
    #expect(warnings[0].hasPrefix("Tables that are not understood stay in the store: ZSHOP (2 rows), "))
    #expect(warnings[0].contains("Z_1SIMILAR (1 row)"))
    #expect(!warnings[0].contains("ZEMPTY") && !warnings[0].contains("ATRANSACTION"))
    #expect(warnings[1] == "Columns that are not understood stay in the store: ZPHOTO.ZLATITUDE (4 values).")
    #expect(warnings[2] == "Views and triggers of the old store were left out: watch and bitter.")
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
        "Marked as deleted and now in the trash: 2 beers: \"Beer 2\" and \"Beer 6\"."
      ])
    #expect(try extras(diary, 1)[String(column.dropFirst()).lowercased()] == nil)
    _ = try diary.restore([6])
    #expect(try diary.beer(6)?.photos.count == 4)
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
    let forecast = try Diary.forecastMigration(of: old.path)

    let diary = try old.open()

    #expect(forecast.warnings == diary.migration?.warnings)
    #expect(forecast.photoCount == diary.migration?.photoCount)
    #expect(forecast.neededBytes > 4 * 70_000)
    let warning = try #require(diary.migration?.warnings.first)
    #expect(
      warning.hasPrefix("Pictures on the beers themselves are photos now, behind the others: 4 photos on 2"))
    while try diary.workInBackground() != nil {}
    for beer in [5, 6] {
      let hashes = try #require(try diary.beer(Int64(beer))).photos.map(\.sha256)
      #expect(hashes == beers[beer - 1].photos.map(\.sha256) + [label.sha256, cap.sha256])
    }
    #expect(try extras(diary, 3)["cap"] == .text("AQIDBAU="))
    #expect(try diary.examine(isDeep: true) == [])
    #expect(
      try SQLiteFile(old.path).rows("SELECT count(*) FROM sqlite_master WHERE name = 'ZBEER'") == [["0"]])
  }

  @Test func aPictureOfABeerMayBeAFileOfItsOwn() throws {
    let beers = try old.write { $0.externalCount = 1 }
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      ALTER TABLE ZBEER ADD COLUMN ZLABEL BLOB;
      UPDATE ZBEER SET ZLABEL = (SELECT ZIMAGEDATA FROM ZPHOTO WHERE length(ZIMAGEDATA) = 38) WHERE Z_PK = 5;
      """)
    file.close()

    let diary = try old.open()
    while try diary.workInBackground() != nil {}

    #expect(try diary.beer(5)?.photos.map(\.sha256) == beers[0].photos.map(\.sha256))
    #expect(try diary.examine() == [])
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
        "Photos have no image but a thumbnail, which is their image now: 5 photos on 2 beers") == true)
    while try diary.workInBackground() != nil {}
    let photos = try #require(try diary.beer(2)).photos + #require(try diary.beer(6)).photos
    #expect(photos.map(\.sha256) == Array(repeating: thumbnail.sha256, count: 5))
    #expect(photos.allSatisfy { !$0.facts.isMissing && $0.facts.height == 160 })
    #expect(try diary.examine() == [])
  }
}
