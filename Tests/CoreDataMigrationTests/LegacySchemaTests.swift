import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import Testing

/// What else an old store's file may hold: other tables, views and triggers.
@Suite struct LegacySchemaTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test(arguments: [
    "CREATE TABLE shop (id INTEGER REFERENCES gone (id)); INSERT INTO shop VALUES (1)",
    "CREATE VIEW broken AS SELECT * FROM gone",
    "CREATE VIEW pictures AS SELECT p.ZIMAGEDATA FROM ZPHOTO p JOIN ZBEER b ON b.Z_PK = p.ZBEER",
    "CREATE TRIGGER watch AFTER UPDATE ON ZBEER BEGIN DELETE FROM ZPHOTO WHERE ZBEER = old.Z_PK; END",
    """
    CREATE TABLE log (what TEXT);
    CREATE TRIGGER watch AFTER INSERT ON log BEGIN UPDATE ZBEER SET Z_OPT = 1; END
    """,
    """
    CREATE TRIGGER watch AFTER INSERT ON ZPHOTO BEGIN UPDATE ZBEER SET Z_OPT = 9 WHERE Z_PK = new.ZBEER; END;
    CREATE TRIGGER unwatch AFTER DELETE ON ZPHOTO BEGIN UPDATE ZBEER SET Z_OPT = 9 WHERE Z_PK = old.ZBEER; END
    """,
  ])
  func otherObjectsDoNotPreventTheMigration(_ sql: String) throws {
    let expected = try old.write(sql)

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    let photo = try diary.addPhoto(to: 1, image: MemoryBytes(Data("new".utf8))).photo
    try SQLiteFile(old.path).execute(
      """
      DELETE FROM photo WHERE id = \(photo.id);
      BEGIN; ALTER TABLE photo RENAME TO picture; ALTER TABLE beer RENAME COLUMN abv TO alcohol; ROLLBACK;
      """)
  }

  @Test(arguments: ["Photo", "beer", "kept_photo", "ordered_photo", "background_work", "beer_search_data"])
  func aTableOfTheSameNameAsTheDiarysOwnIsRefused(_ name: String) throws {
    _ = try old.write("CREATE TABLE \(name) (x)")
    try old.expectRefusal(
      .notADiary(path: old.path, what: "a Core Data store with an unexpected table \"\(name)\""))
  }

  @Test func columnsAfterTheImageAreRead() throws {
    let expected = try old.write(
      """
      ALTER TABLE ZPHOTO RENAME COLUMN Z_FOK_BEER TO ZOLD;
      ALTER TABLE ZPHOTO ADD COLUMN ZUSERORDER INTEGER;
      UPDATE ZPHOTO SET ZUSERORDER = ZOLD;
      """
    ) { $0.photoByteCount = 50_000 }
    #expect(try expectedBeers(from: try old.open()) == expected)
  }
}
