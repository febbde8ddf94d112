import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

/// Breweries and styles that old stores keep in tables of their own.
@Suite struct LegacyRelationTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  /// Beer 2 is of brewery 10 and style 1, beer 3 refers to a brewery that is missing, the others to none.
  private func write(_ extraSQL: String = "") throws {
    _ = try old.write(
      """
      CREATE TABLE ZBREWERY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEER INTEGER,
        ZFOUNDED TIMESTAMP, ZCOUNTRY VARCHAR, ZNAME VARCHAR, ZLOGO BLOB, "Z ""odd"" name" VARCHAR);
      INSERT INTO ZBREWERY VALUES
        (10, 3, 1, 2, 0, 'Nederland', 'Brouwerij ''t IJ', zeroblob(9000), 'kept'),
        (11, 3, 1, NULL, NULL, 'Belgium', 'Of no beer', x'0102', NULL),
        (12, 3, 1, NULL, NULL, 'France', NULL, x'0102', NULL);
      CREATE TABLE ZBEERSTYLE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, ZCOLOR INTEGER);
      INSERT INTO ZBEERSTYLE VALUES (1, 4, 'Saison', 7);
      ALTER TABLE ZBEER DROP COLUMN ZBREWERY;
      ALTER TABLE ZBEER DROP COLUMN ZSTYLE;
      ALTER TABLE ZBEER ADD COLUMN ZBREWERY INTEGER;
      ALTER TABLE ZBEER ADD COLUMN ZSTYLE INTEGER;
      UPDATE ZBEER SET ZBREWERY = 10, ZSTYLE = 1 WHERE Z_PK = 2;
      UPDATE ZBEER SET ZBREWERY = 99 WHERE Z_PK = 3;
      \(extraSQL)
      """)
  }

  @Test func theNameBecomesTheFieldAndOtherAttributesCustomFields() throws {
    try write()

    let fields = try #require(try old.open().beer(2)).beer.fields

    #expect(fields.brewery == "Brouwerij 't IJ")
    #expect(fields.style == "Saison")
    #expect(fields.extras["brewery.country"] == .text("Nederland"))
    #expect(fields.extras["brewery.founded"] == .text("2001-01-01T00:00:00Z"))
    #expect(fields.extras["brewery. \"odd\" name"] == .text("kept"))
    #expect(
      fields.extras["brewery.logo"]
        == .text("kept in the store: table ZBREWERY, column ZLOGO, row 10, 9000 bytes"))
    #expect(fields.extras["style.color"] == .integer(7))
    #expect(fields.extras["brewery.beer"] == nil && fields.extras["brewery"] == nil)
  }

  @Test func aReferenceToAMissingRowIsKeptAndReported() throws {
    try write()

    let diary = try old.open()

    let fields = try #require(try diary.beer(3)).beer.fields
    #expect(fields.brewery == nil)
    #expect(fields.extras["brewery"] == .integer(99))
    let warning = try #require(diary.migration?.warnings.first)
    #expect(warning.hasSuffix("on 1 beer: “Märzen \"3\" 一番 🍺”."))
    #expect(diary.migration?.warnings.count == 2)
  }

  @Test func rowsWithoutABeerStayInTheFile() throws {
    try write()
    let diary = try old.open()
    try diary.close()

    #expect(
      diary.migration?.warnings.last
        == "Rows of other tables belong to no beer and stay in the file: ZBREWERY (2 rows).")
    let file = try SQLiteFile(old.path)
    #expect(try file.rows("SELECT ZNAME FROM ZBREWERY ORDER BY Z_PK").map { $0[0] }.contains("Of no beer"))
    #expect(try file.rows("SELECT length(ZLOGO) FROM ZBREWERY WHERE Z_PK = 10") == [["9000"]])
    #expect(try file.rows("SELECT count(*) FROM sqlite_master WHERE name = 'ZBEER'") == [["0"]])
  }

  @Test func theKeyOfABreweryWithoutANameIsKept() throws {
    try write("UPDATE ZBEER SET ZBREWERY = 12 WHERE Z_PK = 3")

    let diary = try old.open()

    let fields = try #require(try diary.beer(3)).beer.fields
    #expect(fields.brewery == nil)
    #expect(fields.extras["brewery"] == .integer(12))
    #expect(fields.extras["brewery.country"] == .text("France"))
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test func aBreweryThatIsTextStaysTextEvenIfThereIsATableOfBreweries() throws {
    let expected = try old.write(
      """
      CREATE TABLE ZBREWERY (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
      INSERT INTO ZBREWERY SELECT Z_PK, 'another' FROM ZBEER;
      """)
    #expect(try expectedBeers(from: try old.open()) == expected)
  }

  @Test func otherRelationsBecomeCustomFieldsUnderTheirNames() throws {
    _ = try old.write(
      """
      CREATE TABLE ZSHOP (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR, ZCITY VARCHAR);
      INSERT INTO ZSHOP VALUES (5, 'De Bierkoning', 'Amsterdam');
      ALTER TABLE ZBEER ADD COLUMN ZSHOP INTEGER;
      ALTER TABLE ZBEER ADD COLUMN ZPHOTO INTEGER;
      UPDATE ZBEER SET ZSHOP = 5, ZPHOTO = 1 WHERE Z_PK = 2;
      """)

    let extras = try #require(try old.open().beer(2)).beer.fields.extras

    #expect(extras["shop"] == .text("De Bierkoning"))
    #expect(extras["shop.city"] == .text("Amsterdam"))
    #expect(extras["photo"] == .integer(1))
  }

  @Test func aBeerOfASubentityNamesItsEntity() throws {
    let expected = try old.write(
      """
      INSERT INTO Z_PRIMARYKEY VALUES (7, 'CraftBeer', 1, 0), (8, 'HomeBrew', 7, 0), (9, 'Shop', 0, 0);
      UPDATE ZBEER SET Z_ENT = 7 WHERE Z_PK = 2;
      UPDATE ZBEER SET Z_ENT = 8 WHERE Z_PK = 3;
      """)

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    let entities = try (1...3).map { try diary.beer($0)?.beer.fields.extras["entity"] }
    #expect(entities == [nil, .text("CraftBeer"), .text("HomeBrew")])
  }

  @Test(arguments: [
    ("name", "ZTITLE"), ("name", "ZBEERNAME"), ("brewery", "ZBREWER"), ("brewery", "ZBEERBREWER"),
    ("style", "ZTYPE"), ("style", "ZBEERTYPE"), ("style", "ZCATEGORY"), ("abv", "ZALCOHOL"),
    ("abv", "ZPERCENTAGE"), ("notes", "ZCOMMENT"), ("notes", "ZCOMMENTS"), ("notes", "ZSTORY"),
    ("notes", "ZTASTINGNOTES"), ("notes", "ZDESCRIPTION"), ("notes", "ZBEERDESCRIPTION"), ("place", "ZPLACE"),
    ("place", "ZVENUE"), ("timestamp", "ZDATE"),
  ])
  func aFieldIsFoundByEachOfItsNames(_ field: String, _ column: String) throws {
    let shipped = field == "place" ? "ZLOCATION" : "Z" + field.uppercased()
    let expected = try old.write("ALTER TABLE ZBEER RENAME COLUMN \(shipped) TO \(column)")
    #expect(try expectedBeers(from: try old.open()) == expected)
  }

  @Test func theFirstOfTwoColumnsForAFieldIsUsedAndTheOtherKept() throws {
    let expected = try old.write(
      "ALTER TABLE ZBEER ADD COLUMN ZTITLE VARCHAR; UPDATE ZBEER SET ZTITLE = 'Title ' || Z_PK")

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    #expect(try diary.beer(4)?.beer.fields.extras["title"] == .text("Title 4"))
  }
}
