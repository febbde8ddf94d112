import DiaryStore
import FixtureStores
import Foundation

/// A diary with very many generated beers, half of them with a photo, written with SQL, with a complete search index
/// and all labels.
struct ManyBeers {
  let count: Int
  /// The custom fields of each beer, in SQL with its number `n`, its scrambled number `m`, and the words `a` and `b`.
  var extras = "CASE m % 5 WHEN 0 THEN '{\"hop\":\"Citra\"}' ELSE '{}' END"
  /// The image of every photo; `nil` for photos without images.
  var image: Data?

  /// Creates the diary, labels its beers, flushes it to the disk and opens it.
  func diary(at path: String) throws -> Diary {
    try Diary.open(at: path).close()
    let file = try SQLiteFile(path)
    try file.execute(sql)
    file.close()
    let diary = try Diary.open(at: path)
    // Photos that are not hashed, or have no image to hash, do not matter to a list.
    while let progress = try diary.doBackgroundWork(), progress.work != .hashingPhotos {}
    // Otherwise the disk would still be busy with the file during the measurements.
    sync()
    return diary
  }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The SQL that writes the beers.
  ///
  /// It marks the search index as complete first, so that the triggers index the beers.
  private var sql: String {
    """
    PRAGMA synchronous = OFF;
    BEGIN;
    UPDATE background_work SET position = 9223372036854775807 WHERE name = 'search';
    CREATE TEMP TABLE word AS SELECT key AS id, value AS text FROM json_each(
      '["Dark","Old","Imperial","Golden","Red","Wild","Smoky","Sour","Hazy","Royal","Stout","Saison","Märzen",
        "Lager","Porter","Gose","Tripel","Bock","Pilsner","Dubbel"]');
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count)),
    -- Multiplicative hashing, so that no value is in the order of the ids.
    mixed AS (SELECT n, (n * 2654435761) % 4294967296 / 16 AS m FROM number)
    INSERT INTO beer (id, uuid, name, brewery, style, abv, rating, notes, place, drunk_at, extras, created_at,
      updated_at)
    SELECT n, CAST(printf('%016d', n) AS BLOB), a.text || ' ' || b.text || ' ' || n, 'Brewery ' || (m % 8000), b.text,
      m % 121 / 10.0, CASE WHEN m % 10 THEN m % 11 / 2.0 END,
      CASE WHEN m % 2 THEN 'tastes of ' || (m % 5000) || ' and ' || a.text || ' fruit' END,
      CASE WHEN m % 3 THEN 'Place ' || (m % 500) END,
      printf('%d-%02d-%02d', 2005 + m % 20, 1 + m % 12, 1 + m % 28),
      \(extras), '2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'
    FROM mixed JOIN word a ON a.id = m % 10 JOIN word b ON b.id = 10 + m / 10 % 10;
    INSERT INTO photo (id, uuid, beer_id, order_key, byte_count, described)
    SELECT id, uuid, id, 0, 1000, 1 FROM beer WHERE id % 2;
    \(image.map { "INSERT INTO photo_image (id, data) SELECT id, x'\(Self.hexadecimal($0))' FROM photo;" } ?? "")
    COMMIT;
    """
  }
}
