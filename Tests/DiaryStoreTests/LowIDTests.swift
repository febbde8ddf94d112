import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Testing

/// Beers with ids below 1, which Core Data never makes and other programs may.
@Suite struct LowIDTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  private static let ids =
    "UPDATE ZPHOTO SET ZBEER = -ZBEER WHERE ZBEER < 4; UPDATE ZBEER SET Z_PK = -Z_PK WHERE Z_PK < 4;"

  @Test(arguments: [false, true]) func beersWithLowIDsAreFoundBySearch(isIndexed: Bool) throws {
    _ = try old.write(Self.ids + "UPDATE ZBEER SET Z_PK = 0, ZNOTES = 'Citra' WHERE Z_PK = 5")
    let diary = try old.open()

    if isIndexed { try diary.finishBackgroundWork() }

    #expect(try diary.count(of: "marzen") == 11)
    #expect(try diary.count(of: "citra") == 1)
    #expect(try diary.count(of: "notes beer") == 11)
    #expect(try diary.examine() == [])
  }

  @Test(arguments: [false, true]) func beersWithLowIDsAreFoundAfterTheyChanged(isIndexed: Bool) throws {
    _ = try old.write(Self.ids)
    let diary = try old.open()
    if isIndexed { try diary.finishBackgroundWork() }

    var fields = try #require(try diary.beer(-2)).beer.fields
    fields.notes = "Citra"
    _ = try diary.edit(-2, to: fields)
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Mosaic")))
    try diary.finishBackgroundWork()

    #expect(try diary.count(of: "citra") == 1)
    #expect(try diary.count(of: "mosaic") == 1)
    #expect(try diary.count(of: "marzen") == 11)
    try SQLiteFile(old.path).execute(
      "INSERT INTO beer_search (beer_search, rank) VALUES ('integrity-check', 1)")
    #expect(try diary.examine() == [])
  }

  /// A diary whose search index an earlier version of this program filled without them.
  @Test func beersWithLowIDsAreIndexedByTheNextMigration() throws {
    let shipped = ShippedVersionTests.Shipped(version: 7, isAdopted: false)
    try shipped.write(to: old.path)
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      UPDATE background_work SET position = 9223372036854775807 WHERE name = 'search';
      INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
      SELECT id, name, brewery, style, notes, place, NULL FROM beer
      WHERE id NOT IN (SELECT id FROM beer_search_docsize);
      DROP TRIGGER beer_search_insert;
      INSERT INTO beer (id, uuid, name, created_at, updated_at)
      VALUES (-7, randomblob(16), 'Mosaic', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z');
      """)
    file.close()

    let diary = try old.open()

    #expect(try diary.count(of: "mosaic") == 1)
    try diary.finishBackgroundWork()
    #expect(try diary.count(of: "mosaic") == 1)
  }

  @Test func beersWithLowIDsAreFoundAfterARepair() throws {
    _ = try old.write(Self.ids)
    let diary = try old.open()
    try diary.finishBackgroundWork()
    try SQLiteFile(old.path).execute("INSERT INTO beer_search (beer_search) VALUES ('delete-all')")

    #expect(try diary.repair().map(\.kind) == [.searchIndex])

    #expect(try diary.count(of: "notes beer") == 12)
  }
}
