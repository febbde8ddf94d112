import DiaryStore
import FixtureStores
import Foundation
import TestSupport

/// The same work with other programs.
enum ImportBaselines {
  /// The shell's `.import` into a table of texts, and from there into a diary's tables with all indexes.
  ///
  /// - Parameters:
  ///   - file: The path of the CSV file.
  ///   - withLabels: Whether the beers get labels, as in an import by the program.
  ///   - folder: The folder for the diary.
  static func shellImport(
    _ file: String, withLabels: Bool, folder: TemporaryFolder
  ) throws -> MeasuredChild.Measurement {
    let empty = folder.file("empty.sqlite")
    try Diary.open(at: empty).close()
    let store = folder.file("shell.sqlite")
    try FileManager.default.copyItem(atPath: empty, toPath: store)
    let script = """
      PRAGMA journal_mode = DELETE;
      .mode csv
      .import \(file) raw
      INSERT INTO import_batch VALUES (1, 'untappd', '2026-01-01T00:00:00Z');
      \(withLabels ? labels : "")
      INSERT INTO beer (uuid, name, brewery, style, abv, ibu, rating, notes, place, latitude, longitude, serving,
        drunk_at, created_at, updated_at, source, source_id, import_batch, label_id, extras)
      SELECT randomblob(16), nullif(beer_name, ''), nullif(brewery_name, ''), nullif(beer_type, ''),
        CAST(nullif(beer_abv, '') AS REAL), CAST(nullif(beer_ibu, '') AS REAL),
        CAST(nullif(rating_score, '') AS REAL), nullif(comment, ''),
        venue_name || ', ' || venue_city || ', ' || venue_country, CAST(nullif(venue_lat, '') AS REAL),
        CAST(nullif(venue_lng, '') AS REAL), nullif(serving_type, ''), replace(created_at, ' ', 'T') || 'Z',
        replace(created_at, ' ', 'T') || 'Z', '2026-01-01T00:00:00Z', 'untappd', checkin_id, 1,
        \(withLabels ? "product.label_id" : "NULL"),
        json_object('bid', bid, 'brewery_city', brewery_city, 'brewery_country', brewery_country,
          'brewery_id', brewery_id, 'checkin_id', checkin_id, 'checkin_url', checkin_url,
          'flavor_profiles', flavor_profiles, 'global_rating_score', global_rating_score,
          'global_weighted_rating_score', global_weighted_rating_score, 'total_comments', total_comments,
          'total_toasts', total_toasts, 'venue_state', venue_state)
      FROM raw \(withLabels ? "JOIN product USING (bid)" : "");
      """
    defer { unlink(store) }
    return try SQLiteShell.run(script, on: store)
  }

  /// SQL that creates a label for each product, with the keys by which later beers find it.
  private static let labels = """
    INSERT INTO label (uuid, product) SELECT randomblob(16), 'untappd:' || bid FROM raw GROUP BY bid;
    CREATE TEMP TABLE product (bid TEXT PRIMARY KEY, label_id INTEGER, uuid BLOB) WITHOUT ROWID;
    INSERT INTO product SELECT substr(product, length('untappd:') + 1), id, uuid FROM label;
    INSERT INTO label_key SELECT 'p:untappd:' || bid, uuid FROM product;
    INSERT OR IGNORE INTO label_key
      SELECT 'n:' || lower(beer_name) || '|' || lower(brewery_name), uuid FROM raw JOIN product USING (bid);
    """

  /// The shell's CSV output of all columns.
  static func shellExport(_ store: String) throws -> MeasuredChild.Measurement {
    let columns = """
      name, brewery, style, abv, ibu, rating, notes, place, latitude, longitude, serving, price, drunk_at, extras,
      created_at, updated_at, deleted_at, source, source_id, hex(uuid)
      """
    return try MeasuredChild.program(
      SQLiteShell.path,
      ["-init", "/dev/null", "-csv", "-header", store, "SELECT \(columns) FROM beer ORDER BY id"])
  }

  /// Imports the file with sqlite-utils; `nil` if it is not installed.
  static func sqliteUtils(_ file: String, folder: TemporaryFolder) throws -> MeasuredChild.Measurement? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let program = folders.map { "\($0)/sqlite-utils" }.first(where: FileManager.default.isExecutableFile)
    guard let program else { return nil }
    let store = folder.file("utils.sqlite")
    defer { unlink(store) }
    return try MeasuredChild.program(program, ["insert", store, "beers", file, "--csv"])
  }
}
