import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Testing

/// Stores that Core Data and SwiftData made for other programs: refused by name, byte for byte as they were.
@Suite struct OtherCoreDataStoreTests {
  struct Store: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let entities: [String]
    let sql: String

    init(_ name: String, _ entities: [String], _ sql: String) {
      testDescription = name
      self.entities = entities
      self.sql = sql
    }
  }

  private static let swiftData = """
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER);
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR);
    CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR);
    """

  private static let image = "x'FFD8FFE000104A464946'"

  private static let stores = [
    Store(
      "notes", ["Note"],
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, ZTITLE VARCHAR); INSERT INTO ZNOTE VALUES (1, 'Beer')"),
    Store(
      "an album", ["Album", "Photo"],
      "CREATE TABLE ZALBUM (Z_PK INTEGER PRIMARY KEY); CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZIMAGEDATA BLOB)"
    ),
    Store(
      "SwiftData, items", ["Item"],
      swiftData + "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, ZTIMESTAMP TIMESTAMP)"),
    Store(
      "SwiftData, beers and photos without an order", ["Beer", "Photo"],
      swiftData + """
        CREATE TABLE ZBEER (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
        CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, ZIMAGEDATA BLOB);
        INSERT INTO ZPHOTO VALUES (1, 1, \(image));
        """),
    Store(
      "inheritance, beers among other drinks", ["Drink", "Beer", "Photo"],
      """
      CREATE TABLE ZDRINK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR);
      CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, Z_FOK_BEER INTEGER, ZIMAGEDATA BLOB);
      INSERT INTO ZPHOTO VALUES (1, 1, 2048, \(image));
      """),
    Store(
      "tables of beers that belong to no such entity", ["Shop"],
      """
      CREATE TABLE ZBEER (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
      CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, ZUSERORDER INTEGER, ZIMAGEDATA BLOB);
      """),
    Store(
      "photos of nothing", ["Beer", "Photo"],
      """
      CREATE TABLE ZBEER (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
      CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZUSERORDER INTEGER, ZIMAGEDATA BLOB);
      """),
    Store(
      "quoted names", ["Beer\"; DROP TABLE ZBEER; --", "Photo"],
      "CREATE TABLE \"ZBEER\"\"\" (Z_PK INTEGER PRIMARY KEY); CREATE TABLE \"ZPHOTO;--\" (Z_PK INTEGER PRIMARY KEY)"
    ),
  ]

  @Test(arguments: stores, ["DELETE", "WAL"]) func aStoreOfAnotherAppIsRefusedUnmodified(
    _ store: Store, journal: String
  ) throws {
    let old = try OldDiary()
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      PRAGMA journal_mode = \(journal);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      \(store.sql)
      """)
    for entity in store.entities {
      try file.execute("INSERT INTO Z_PRIMARYKEY (Z_NAME) VALUES (?)", [.text(entity)])
    }
    file.close()

    try old.expectRefusal(
      .notADiary(path: old.path, what: "a Core Data store, but not one of Beer Diary"))
  }

  /// The photo table stays in use, so a diary with such a rule could not be opened again.
  @Test(arguments: ["UNIQUE ON CONFLICT REPLACE", "UNIQUE ON CONFLICT ROLLBACK"])
  func aPhotoTableWithRulesOfItsOwnIsRefusedUnmodified(_ rule: String) throws {
    let old = try OldDiary()
    _ = try old.write()
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      PRAGMA journal_mode = DELETE;
      ALTER TABLE ZPHOTO RENAME TO Old;
      CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, Z_FOK_BEER INTEGER, ZIMAGEDATA BLOB,
        ZFLAG INTEGER \(rule));
      INSERT INTO ZPHOTO SELECT Z_PK, ZBEER, Z_FOK_BEER, ZIMAGEDATA, NULL FROM Old;
      DROP TABLE Old;
      """)
    file.close()
    let what = "a Core Data store whose table \"ZPHOTO\" has unexpected constraints"

    #expect(throws: OpeningError.notADiary(path: old.path, what: what)) {
      try Diary.previewMigration(of: old.path)
    }
    try old.expectRefusal(.notADiary(path: old.path, what: what))
  }
}
