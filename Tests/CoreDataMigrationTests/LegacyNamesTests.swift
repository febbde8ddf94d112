import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

/// Names of columns, tables and other objects that could be read as SQL, and are not.
@Suite struct LegacyNamesTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  static let names = [
    "zone \"A\"", "x\"; DROP TABLE ZPHOTO; --", "name\" FROM ZBEER; DELETE FROM beer; --", "[hop]",
    "'quoted'",
    "`tick`", "select", "two words", "semi;colon", "🍺", "\"\u{301}accent", "", "-- comment", "/* open", "?1",
    "$a",
    "count(*)", "null",
  ]

  @Test(arguments: names) func anAppendedColumnBecomesACustomField(_ name: String) throws {
    let expected = try old.write(
      """
      ALTER TABLE ZBEER ADD COLUMN \(quoted(name)) VARCHAR;
      ALTER TABLE ZPHOTO ADD COLUMN \(quoted(name)) VARCHAR;
      UPDATE ZBEER SET \(quoted(name)) = 'kept ' || Z_PK;
      UPDATE ZPHOTO SET \(quoted(name)) = 'photo ' || Z_PK;
      """)

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    #expect(try diary.beer(2)?.beer.fields.extras[name.lowercased()] == .text("kept 2"))
    let inTable = try SQLiteFile(old.path).rows("SELECT \(quoted(name)) FROM photo_image WHERE id = 1")
    #expect(inTable == [["photo 1"]])
  }

  @Test(arguments: names.filter { !$0.isEmpty }) func otherObjectsMayHaveAnyName(_ name: String) throws {
    let expected = try old.write(
      """
      CREATE TABLE \(quoted(name)) (\(quoted(name)) TEXT);
      INSERT INTO \(quoted(name)) VALUES ('kept');
      CREATE INDEX \(quoted("i" + name)) ON ZPHOTO (ZTIMESTAMP);
      CREATE VIEW \(quoted("v" + name)) AS SELECT * FROM ZPHOTO;
      CREATE TRIGGER \(quoted("t" + name)) AFTER UPDATE ON ZBEER BEGIN DELETE FROM ZPHOTO; END;
      """)

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    let file = try SQLiteFile(old.path)
    #expect(try file.rows("SELECT * FROM \(quoted(name))") == [["kept"]])
    #expect(try file.rows("SELECT name FROM sqlite_master WHERE type = 'view'") == [["ordered_photo"]])
  }

  @Test(arguments: ["id", "DATA"]) func aPhotoColumnThatHasANewNameKeepsItsValues(_ name: String) throws {
    let expected = try old.write(
      "ALTER TABLE ZPHOTO ADD COLUMN \(name) VARCHAR; UPDATE ZPHOTO SET \(name) = 'photo ' || Z_PK")

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    #expect(
      try SQLiteFile(old.path).rows("SELECT old_\(name) FROM photo_image WHERE id = 3") == [["photo 3"]])
  }

  private func quoted(_ name: String) -> String {
    "\"" + name.replacingOccurrences(of: "\"", with: "\"\"", options: .literal) + "\""
  }
}
