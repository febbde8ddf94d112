import DiaryStore
import FixtureStores
import TestSupport

/// The SQL for the `sqlite3` shell, for comparison.
enum PlainSQL {
  /// The simplest migration: copies all rows, including images, to new tables.
  static let copyOfAllRows = """
    BEGIN;
    CREATE TABLE beer_copy AS SELECT * FROM ZBEER WHERE 0;
    CREATE TABLE photo_copy AS SELECT * FROM ZPHOTO WHERE 0;
    INSERT INTO beer_copy SELECT * FROM ZBEER;
    INSERT INTO photo_copy SELECT * FROM ZPHOTO;
    COMMIT;
    """

  /// Only the steps of the migration: the same tables, rows, indexes and checks, in one transaction.
  ///
  /// Tables and indexes are those of a new diary, so that both sides write the same. No image is read.
  static func sameSteps(inFolder folder: TemporaryFolder) throws -> String {
    let schema = try NewSchema(inFolder: folder)
    return [
      "PRAGMA secure_delete = OFF; PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", schema.tables, rename, beers,
      photos, schema.indices, checks, ending,
    ].joined(separator: ";\n")
  }

  private static let rename = """
    ALTER TABLE ZPHOTO RENAME TO photo_image;
    ALTER TABLE photo_image RENAME COLUMN Z_PK TO id;
    ALTER TABLE photo_image RENAME COLUMN ZIMAGEDATA TO data
    """

  private static let time = "strftime('%Y-%m-%dT%H:%M:%fZ', ZTIMESTAMP + 978307200, 'unixepoch')"

  private static let beers = """
    INSERT INTO beer (id, uuid, name, brewery, style, abv, ibu, rating, notes, place, latitude, longitude, drunk_at,
      created_at, updated_at, source, source_id, extras)
    SELECT Z_PK, randomblob(16), ZNAME, ZBREWERY, ZSTYLE, ZABV, ZIBU, ZRATING, ZNOTES, ZLOCATION, ZLATITUDE, ZLONGITUDE,
      \(time), \(time), \(time), 'beer-diary-ios', (SELECT Z_UUID FROM Z_METADATA) || '/' || Z_PK,
      json_object('favorite', ZFAVORITE)
    FROM ZBEER ORDER BY Z_PK
    """

  private static let photos = """
    INSERT INTO photo (id, uuid, beer_id, order_key, taken_at, byte_count, image_offset)
    SELECT id, randomblob(16), ZBEER,
      row_number() OVER (PARTITION BY ZBEER ORDER BY Z_FOK_BEER, ZTIMESTAMP, id) - 1, \(time), length(data), 0
    FROM photo_image
    """

  private static let checks = """
    SELECT count(*) FROM ZBEER z WHERE NOT EXISTS (SELECT 1 FROM beer WHERE id = z.Z_PK);
    SELECT count(*) FROM beer b WHERE source IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = b.id);
    SELECT count(*) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK WHERE b.name IS NOT z.ZNAME;
    SELECT count(*) FROM photo_image i WHERE NOT EXISTS (SELECT 1 FROM photo WHERE id = i.id);
    SELECT count(*) FROM photo p WHERE NOT EXISTS (SELECT 1 FROM photo_image WHERE id = p.id);
    SELECT count(*) FROM photo p JOIN photo_image i ON i.id = p.id
      WHERE p.beer_id <> i.ZBEER AND EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = i.ZBEER);
    SELECT count(*) FROM (SELECT 1 FROM photo GROUP BY beer_id
      HAVING min(order_key) <> 0 OR max(order_key) <> count(*) - 1);
    SELECT count(*) FROM photo p JOIN photo n ON n.beer_id = p.beer_id AND n.order_key = p.order_key + 1
      JOIN photo_image i ON i.id = p.id JOIN photo_image j ON j.id = n.id
      WHERE i.ZBEER = j.ZBEER
        AND (i.Z_FOK_BEER > j.Z_FOK_BEER OR i.Z_FOK_BEER IS NULL AND j.Z_FOK_BEER IS NOT NULL);
    PRAGMA foreign_key_check
    """

  private static let ending = """
    DROP TABLE Z_METADATA; DROP TABLE Z_PRIMARYKEY; DROP TABLE Z_MODELCACHE;
    ALTER TABLE ZBEER RENAME TO discarded_beer;
    DROP INDEX ZPHOTO_ZBEER_INDEX;
    PRAGMA application_id = 1;
    PRAGMA user_version = 3;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE);
    """
}

/// The statements that create the narrow tables of a new diary.
private struct NewSchema {
  let tables: String
  let indices: String

  init(inFolder folder: TemporaryFolder) throws {
    let path = folder.file("new.sqlite")
    try Diary.open(at: path).close()
    let file = try SQLiteFile(path)
    defer { file.close() }
    tables = try Self.statements("name IN ('import_batch', 'beer', 'photo') AND type = 'table'", file)
    indices = try Self.statements("tbl_name IN ('beer', 'photo') AND type = 'index'", file)
  }

  private static func statements(_ condition: String, _ file: SQLiteFile) throws -> String {
    try file.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND \(condition) ORDER BY rowid")
      .map { $0[0] }.joined(separator: ";\n")
  }
}
