import FixtureStores

/// Schemas that are valid for SQLite and no store of Beer Diary, each made by statements on a good one.
struct HostileSchema {
  let name: String
  let sql: String

  /// For Core Data stores; `ORDERKEY` stands for the column of the photos' order.
  static let legacy = views + triggers + takenNames + columns + relations + keys + values + rewritten

  private static let views = ["ZBEER", "ZPHOTO", "Z_PRIMARYKEY", "Z_METADATA"].map { table in
    HostileSchema(
      "\(table) is a view",
      "ALTER TABLE \(table) RENAME TO ZREAL; CREATE VIEW \(table) AS SELECT * FROM ZREAL")
  }

  private static let triggers = [
    HostileSchema(
      "updating a photo deletes all",
      "CREATE TRIGGER hostile AFTER UPDATE ON ZPHOTO BEGIN DELETE FROM ZPHOTO; DELETE FROM ZBEER; END"),
    HostileSchema(
      "adding a photo deletes all",
      "CREATE TRIGGER hostile AFTER INSERT ON ZPHOTO BEGIN DELETE FROM ZPHOTO; END"),
    HostileSchema(
      "deleting a beer deletes photos",
      "CREATE TRIGGER hostile BEFORE DELETE ON ZBEER BEGIN DELETE FROM ZPHOTO; END"),
    HostileSchema(
      "a trigger of the diary's name",
      "CREATE TRIGGER photo_image_follows_photo AFTER UPDATE ON ZPHOTO BEGIN DELETE FROM ZPHOTO; END"),
    HostileSchema(
      "a trigger on a view",
      """
      CREATE VIEW ZLIST AS SELECT * FROM ZPHOTO;
      CREATE TRIGGER hostile INSTEAD OF DELETE ON ZLIST BEGIN DELETE FROM ZPHOTO; END
      """),
    HostileSchema(
      "a trigger that calls itself",
      "CREATE TRIGGER hostile AFTER UPDATE ON ZPHOTO BEGIN UPDATE ZPHOTO SET Z_OPT = Z_OPT + 1; END"),
  ]

  private static let takenNames =
    [
      "beer", "photo", "ordered_photo", "photo_image", "import_batch", "beer_search", "background_work",
    ].flatMap { name in
      [
        HostileSchema("a table named \(name)", "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, data BLOB)"),
        HostileSchema("a view named \(name)", "CREATE VIEW \(name) AS SELECT * FROM ZBEER"),
        HostileSchema("an index named \(name)", "CREATE INDEX \(name) ON ZPHOTO (ZTIMESTAMP)"),
      ]
    } + [
      HostileSchema("an index named beer_by_date", "CREATE INDEX beer_by_date ON ZBEER (ZNAME)"),
      HostileSchema("a table named ZBEER2 quoted oddly", "CREATE TABLE \"Z\"\"ODD' ]\" (\"a\"\"b\" TEXT)"),
    ]

  private static let columns = [
    HostileSchema(
      "generated columns",
      """
      ALTER TABLE ZBEER ADD COLUMN ZGENERATED TEXT AS (ZNAME || '!');
      ALTER TABLE ZPHOTO ADD COLUMN ZGENERATED INTEGER AS (length(ZIMAGEDATA))
      """),
    HostileSchema(
      "a generated column that depends on the image's name",
      "ALTER TABLE ZPHOTO ADD COLUMN data BLOB AS (ZIMAGEDATA)"),
    HostileSchema("a photo column named id", "ALTER TABLE ZPHOTO ADD COLUMN id INTEGER"),
    HostileSchema("a photo column named data", "ALTER TABLE ZPHOTO ADD COLUMN data BLOB"),
    HostileSchema(
      "columns that need quotes",
      """
      ALTER TABLE ZBEER ADD COLUMN "Z QUOTED ""x"" 'y' [z]" VARCHAR;
      ALTER TABLE ZBEER ADD COLUMN "select" VARCHAR;
      ALTER TABLE ZPHOTO ADD COLUMN "Z ""order"" by" INTEGER
      """),
    HostileSchema(
      "an index on an expression",
      "CREATE INDEX hostile ON ZPHOTO (substr(ZIMAGEDATA, 1, 4)) WHERE ZIMAGEDATA IS NOT NULL"),
    HostileSchema("a unique index on the images", "CREATE UNIQUE INDEX hostile ON ZPHOTO (ZIMAGEDATA)"),
    HostileSchema("a unique index on the beers", "CREATE UNIQUE INDEX hostile ON ZPHOTO (ZBEER, ORDERKEY)"),
    HostileSchema(
      "a column that must not be null", "ALTER TABLE ZPHOTO ADD COLUMN ZFLAG INTEGER NOT NULL DEFAULT 0"),
    HostileSchema(
      "many columns", (0..<300).map { "ALTER TABLE ZBEER ADD COLUMN ZC\($0) VARCHAR" }.joined(separator: ";")),
    HostileSchema(
      "two spellings of a column", "ALTER TABLE ZBEER ADD COLUMN name VARCHAR; UPDATE ZBEER SET name = 'x'"),
  ]

  /// Another table of the name of a column of numbers, which is what an entity that beers refer to looks like.
  private static let relations = [
    (
      "of odd names", "Z_PK INTEGER PRIMARY KEY, ZNAME, \"x\"\"; DROP TABLE ZPHOTO; --\", \"select\", ZBEER",
      ""
    ),
    ("of two keys", "Z_PK INTEGER, ZNAME, ZMORE, PRIMARY KEY (Z_PK, ZNAME)", ""),
    ("without a key", "Z_PK INTEGER, ZNAME", ""),
    ("with a text key", "Z_PK VARCHAR PRIMARY KEY, ZNAME", ""),
    ("without row ids", "Z_PK INTEGER PRIMARY KEY, ZNAME", "WITHOUT ROWID"),
    ("without a name", "Z_PK INTEGER PRIMARY KEY, ZBEER, ZPHOTO", ""),
    (
      "of large values",
      "Z_PK INTEGER PRIMARY KEY, ZNAME DEFAULT (zeroblob(9000)), Z1 DEFAULT (zeroblob(9000))", ""
    ),
    (
      "of broken texts",
      "Z_PK INTEGER PRIMARY KEY, ZNAME DEFAULT (CAST(x'41FF' AS TEXT)), Z1 DEFAULT ('a' || char(0))", ""
    ),
  ].map { what, columns, end in
    HostileSchema(
      "a related table \(what)",
      """
      CREATE TABLE ZFAVORITE (\(columns)) \(end);
      INSERT INTO ZFAVORITE (Z_PK) VALUES (0), (1);
      UPDATE ZBEER SET ZFAVORITE = 77 WHERE Z_PK = 3;
      """)
  }

  /// `ZPHOTO` or `ZBEER` recreated with another declaration of its key.
  private static func keyed(_ name: String, _ table: String, _ declaration: String, _ end: String = "")
    -> HostileSchema
  {
    let columns =
      table == "ZBEER"
      ? """
      Z_ENT, Z_OPT, ZFAVORITE, ZABV, ZIBU, ZLATITUDE, ZLONGITUDE, ZRATING, ZTIMESTAMP, ZBREWERY, ZLOCATION, ZNAME,
      ZNOTES, ZSTYLE, ZTHUMBNAILDATA
      """
      : "Z_ENT, Z_OPT, ZBEER, ORDERKEY, ZTIMESTAMP, ZIMAGEDATA, ZTHUMBNAILDATA"
    return HostileSchema(
      name,
      """
      ALTER TABLE \(table) RENAME TO ZREAL;
      CREATE TABLE \(table) (\(declaration), \(columns)) \(end);
      INSERT INTO \(table) (Z_PK, \(columns)) SELECT Z_PK, \(columns) FROM ZREAL ORDER BY Z_PK DESC;
      DROP TABLE ZREAL
      """)
  }

  private static let keys = [
    keyed("photos whose key is no row id", "ZPHOTO", "Z_PK INTEGER"),
    keyed("photos whose key is text", "ZPHOTO", "Z_PK VARCHAR PRIMARY KEY"),
    keyed("photos in descending order of their key", "ZPHOTO", "Z_PK INTEGER PRIMARY KEY DESC"),
    keyed("photos without row ids", "ZPHOTO", "Z_PK INTEGER PRIMARY KEY", "WITHOUT ROWID"),
    keyed("beers whose key is no row id", "ZBEER", "Z_PK INTEGER"),
    keyed("beers without row ids", "ZBEER", "Z_PK INTEGER PRIMARY KEY", "WITHOUT ROWID"),
    keyed("photos with a row id of their own", "ZPHOTO", "Z_PK INTEGER, rowid INTEGER"),
    keyed("photos with a check", "ZPHOTO", "Z_PK INTEGER PRIMARY KEY CHECK (Z_PK < 100)"),
    keyed(
      "photos that follow their beer", "ZPHOTO",
      "Z_PK INTEGER PRIMARY KEY, ZX INTEGER DEFAULT 1 REFERENCES ZBEER(Z_PK) ON DELETE CASCADE"),
    keyed(
      "beers that are searched", "ZBEER",
      "Z_PK INTEGER PRIMARY KEY, ZX INTEGER REFERENCES ZPHOTO(Z_PK) ON DELETE CASCADE"),
    HostileSchema(
      "two beers of one key",
      """
      ALTER TABLE ZBEER RENAME TO ZREAL; CREATE TABLE ZBEER AS SELECT * FROM ZREAL;
      UPDATE ZBEER SET Z_PK = 1 WHERE Z_PK = 2; DROP TABLE ZREAL
      """),
    HostileSchema(
      "two photos of one key",
      """
      ALTER TABLE ZPHOTO RENAME TO ZREAL; CREATE TABLE ZPHOTO AS SELECT * FROM ZREAL;
      UPDATE ZPHOTO SET Z_PK = 1 WHERE Z_PK = 2; DROP TABLE ZREAL
      """),
    HostileSchema(
      "a photo without a key",
      """
      ALTER TABLE ZPHOTO RENAME TO ZREAL; CREATE TABLE ZPHOTO AS SELECT * FROM ZREAL;
      UPDATE ZPHOTO SET Z_PK = NULL WHERE Z_PK = 2; DROP TABLE ZREAL
      """),
    HostileSchema(
      "the largest keys",
      "UPDATE ZBEER SET Z_PK = 9223372036854775807 WHERE Z_PK = 4; UPDATE ZPHOTO SET ZBEER = 77"),
    HostileSchema(
      "negative keys", "UPDATE ZBEER SET Z_PK = -Z_PK; UPDATE ZPHOTO SET ZBEER = -ZBEER, Z_PK = -Z_PK"),
    HostileSchema(
      "a virtual table of beers",
      """
      ALTER TABLE ZBEER RENAME TO ZREAL;
      CREATE VIRTUAL TABLE ZBEER USING fts5(Z_PK, ZNAME, ZNOTES);
      INSERT INTO ZBEER SELECT Z_PK, ZNAME, ZNOTES FROM ZREAL
      """),
    HostileSchema(
      "a virtual table of photos",
      """
      ALTER TABLE ZPHOTO RENAME TO ZREAL;
      CREATE VIRTUAL TABLE ZPHOTO USING fts5(Z_PK, ZBEER, ORDERKEY, ZTIMESTAMP, ZIMAGEDATA);
      INSERT INTO ZPHOTO SELECT Z_PK, ZBEER, ORDERKEY, ZTIMESTAMP, ZIMAGEDATA FROM ZREAL
      """),
  ]

  private static func value(_ table: String, _ assignment: String) -> HostileSchema {
    HostileSchema("\(table): \(assignment)", "UPDATE \(table) SET \(assignment) WHERE Z_PK = 2")
  }

  private static let values =
    ["ZBEER", "ORDERKEY", "ZTIMESTAMP", "ZIMAGEDATA"].flatMap { column in
      [
        "'text'", "x'00FF'", "1.5", "9e999", "-9223372036854775808", "NULL", "''", "zeroblob(0)",
        "zeroblob(1)",
      ].map {
        value("ZPHOTO", "\(column) = \($0)")
      }
    }
    + ["ZNAME", "ZABV", "ZTIMESTAMP", "ZLATITUDE", "ZNOTES", "ZFAVORITE", "Z_ENT"].flatMap { column in
      [
        "'text'", "x'00FF'", "-9e999", "9e300", "9223372036854775807", "NULL", "'a' || char(0) || 'b'",
        "CAST(x'41FF42' AS TEXT)", "zeroblob(5000)",
      ].map { value("ZBEER", "\(column) = \($0)") }
    }
    + [
      HostileSchema("no metadata", "DELETE FROM Z_METADATA"),
      HostileSchema("metadata of other types", "UPDATE Z_METADATA SET Z_UUID = x'00FF41'"),
      HostileSchema("entities of other types", "UPDATE Z_PRIMARYKEY SET Z_NAME = CAST(Z_NAME AS BLOB)"),
      HostileSchema("no beers", "DELETE FROM ZBEER"),
      HostileSchema("no photos", "DELETE FROM ZPHOTO"),
      HostileSchema(
        "an external name that leaves its folder",
        "UPDATE ZPHOTO SET ZIMAGEDATA = CAST(x'02' || '../../../../../../../../../../etc/pass' || x'00' AS BLOB) WHERE Z_PK = 1"
      ),
      HostileSchema(
        "an external name in a column of text",
        "UPDATE ZPHOTO SET ZIMAGEDATA = char(2) || 'B6D4B2E0-0000-4000-8000-000000000001' || char(0) WHERE Z_PK = 1"
      ),
      HostileSchema(
        "statistics that lie", "ANALYZE; UPDATE sqlite_stat1 SET stat = '-1 0 99999999999999999999 x'"),
      HostileSchema("pages of 512 bytes", "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM"),
      HostileSchema("pages of 65536 bytes", "PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM"),
      HostileSchema("no auto-vacuum", "PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = 0; VACUUM"),
    ]

  /// Rewrites what the schema table says.
  private static func rewrite(_ name: String, _ sql: String) -> HostileSchema {
    HostileSchema(name, "PRAGMA writable_schema = ON; \(sql); PRAGMA writable_schema = RESET")
  }

  private static let rewritten = [
    rewrite(
      "a declaration that is no SQL",
      "UPDATE sqlite_master SET sql = 'CREATE TABLE ZBEER (' WHERE name = 'ZBEER'"),
    rewrite("a table without a declaration", "UPDATE sqlite_master SET sql = NULL WHERE name = 'ZPHOTO'"),
    rewrite("a declaration of another type", "UPDATE sqlite_master SET sql = x'0001' WHERE name = 'ZPHOTO'"),
    rewrite("a table that starts nowhere", "UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'ZPHOTO'"),
    rewrite("a table that starts at 0", "UPDATE sqlite_master SET rootpage = 0 WHERE name = 'ZBEER'"),
    rewrite(
      "a table that starts at the schema", "UPDATE sqlite_master SET rootpage = 1 WHERE name = 'ZBEER'"),
    rewrite(
      "two tables in one place",
      "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'ZPHOTO') WHERE name = 'ZBEER'"
    ),
    rewrite(
      "an index in a table's place",
      "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'ZPHOTO') WHERE type = 'index'"
    ),
    rewrite(
      "a table of an unknown kind",
      "INSERT INTO sqlite_master VALUES ('table', 'ZX', 'ZX', 0, 'CREATE VIRTUAL TABLE ZX USING nosuch(x)')"),
    rewrite(
      "an entry of an unknown kind",
      "INSERT INTO sqlite_master VALUES ('folder', 'ZX', 'ZX', 0, 'CREATE TABLE ZX (x)')"),
    rewrite(
      "a name with a NUL", "UPDATE sqlite_master SET name = name || char(0) || 'x' WHERE name = 'ZPHOTO'"),
    rewrite(
      "a declaration with a NUL", "UPDATE sqlite_master SET sql = sql || char(0) || 'x' WHERE name = 'ZPHOTO'"
    ),
    rewrite(
      "the same table twice", "INSERT INTO sqlite_master SELECT * FROM sqlite_master WHERE name = 'ZBEER'"),
    rewrite(
      "a view that is itself",
      "INSERT INTO sqlite_master VALUES ('view', 'ZX', 'ZX', 0, 'CREATE VIEW ZX AS SELECT * FROM ZX')"),
    rewrite(
      "a trigger on nothing",
      "INSERT INTO sqlite_master VALUES ('trigger', 'zx', 'zx', 0, 'CREATE TRIGGER zx AFTER INSERT ON zx BEGIN SELECT 1; END')"
    ),
    rewrite(
      "a check that is never met",
      "UPDATE sqlite_master SET sql = replace(sql, 'ZIMAGEDATA BLOB', 'ZIMAGEDATA BLOB CHECK (0)') WHERE name = 'ZPHOTO'"
    ),
    rewrite(
      "photos that follow their beers",
      "UPDATE sqlite_master SET sql = replace(sql, 'ZBEER INTEGER', 'ZBEER INTEGER REFERENCES ZBEER(Z_PK) ON DELETE CASCADE') WHERE name = 'ZPHOTO'"
    ),
    rewrite(
      "no row may be without a beer",
      "UPDATE sqlite_master SET sql = replace(sql, 'ZBEER INTEGER', 'ZBEER INTEGER NOT NULL') WHERE name = 'ZPHOTO'"
    ),
    rewrite(
      "columns in another place",
      "UPDATE sqlite_master SET sql = replace(sql, 'Z_ENT INTEGER, Z_OPT INTEGER, ', '') WHERE name = 'ZPHOTO'"
    ),
    rewrite("a strict table", "UPDATE sqlite_master SET sql = sql || ' STRICT' WHERE name = 'ZBEER'"),
    HostileSchema("the header of a diary", "PRAGMA application_id = 1113941362; PRAGMA user_version = 3"),
    HostileSchema("the header of another program", "PRAGMA application_id = 7; PRAGMA user_version = -5"),
  ]

  /// For stores of the diary's own.
  static let own =
    ["beer", "photo", "photo_image"].flatMap { table in
      [
        HostileSchema(
          "\(table) is a view",
          "PRAGMA foreign_keys = OFF; ALTER TABLE \(table) RENAME TO real; CREATE VIEW \(table) AS SELECT * FROM real"
        ),
        HostileSchema(
          "\(table) has no columns of the diary", "DROP TABLE \(table); CREATE TABLE \(table) (x)"),
        HostileSchema("\(table) is empty", "DELETE FROM \(table)"),
        rewrite(
          "\(table) starts nowhere", "UPDATE sqlite_master SET rootpage = 88888 WHERE name = '\(table)'"),
        rewrite("\(table) is no SQL", "UPDATE sqlite_master SET sql = 'x' WHERE name = '\(table)'"),
      ]
    } + [
      HostileSchema(
        "a beer with a wrong date",
        "UPDATE beer SET created_at = 'yesterday', drunk_at = 'today' WHERE id = 2"),
      HostileSchema(
        "a beer with odd text",
        "UPDATE beer SET name = CAST(x'41FF' AS TEXT), notes = 'a' || char(0) WHERE id = 2"),
      HostileSchema(
        "extras that are deep",
        "UPDATE beer SET extras = '{\"a\":' || replace(hex(zeroblob(60)), '00', '[') || replace(hex(zeroblob(60)), '00', ']') || '}' WHERE id = 2"
      ),
      HostileSchema("an image that is text", "UPDATE photo_image SET data = 'text' WHERE id = 1"),
      HostileSchema("an image that is a number", "UPDATE photo_image SET data = 17 WHERE id = 1"),
      HostileSchema(
        "an image that starts behind its end",
        "UPDATE photo SET image_offset = 4611686018427387904 WHERE id = 1"),
      HostileSchema(
        "an image outside",
        "UPDATE photo SET external_name = '../../../../../../../../etc/passwd' WHERE id = 1"),
      HostileSchema("an image that is a folder", "UPDATE photo SET external_name = '..' WHERE id = 1"),
      HostileSchema(
        "an image that never ends",
        "UPDATE photo SET external_name = '../../../../../../../../dev/zero' WHERE id = 1"),
      HostileSchema(
        "photos in odd order", "UPDATE photo SET order_key = 9223372036854775807 WHERE id = 1"),
      HostileSchema("a version between", "PRAGMA user_version = 3"),
      HostileSchema("a version of 0", "PRAGMA user_version = 0"),
      HostileSchema("a negative version", "PRAGMA user_version = -3"),
      HostileSchema("no application", "PRAGMA application_id = 0"),
      HostileSchema("no foreign keys met", "PRAGMA foreign_keys = OFF; DELETE FROM beer WHERE id = 6"),
      HostileSchema("a table of the next version", "CREATE TABLE later (x)"),
    ]

  private init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}
