/// Version 10: the imported values of beers that have changed since, and the photos that imports added to other beers.
///
/// Shipped; the SQL must never be edited. `imported_beer` has the values that the import `batch` gave to a beer. A beer
/// without a row has not been edited since it was imported, so its own values are the imported ones. For beers that
/// were edited in earlier versions, the imported values are unknown, and their rows have no values. `imported_photo`
/// has the photos that an import added to beers that were in the diary before it.
enum SchemaV10 {
  static let sql = """
    CREATE TABLE imported_beer (
      beer_id INTEGER NOT NULL REFERENCES beer(id) ON DELETE CASCADE,
      batch INTEGER NOT NULL REFERENCES import_batch(id) ON DELETE CASCADE,
      name TEXT,
      brewery TEXT,
      style TEXT,
      abv REAL,
      ibu REAL,
      rating REAL,
      notes TEXT,
      place TEXT,
      latitude REAL,
      longitude REAL,
      serving TEXT,
      price TEXT,
      drunk_at TEXT,
      extras TEXT NOT NULL DEFAULT '{}',
      PRIMARY KEY (beer_id, batch)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE imported_photo (
      photo_id INTEGER PRIMARY KEY,
      batch INTEGER NOT NULL REFERENCES import_batch(id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX imported_photo_by_batch ON imported_photo(batch);
    INSERT INTO imported_beer (beer_id, batch)
    SELECT b.id, b.import_batch FROM beer b JOIN import_run r ON r.batch = b.import_batch
    WHERE rtrim(b.updated_at, 'Z') > rtrim(r.written_at, 'Z')
      AND NOT EXISTS (SELECT 1 FROM beer_before_import o WHERE o.beer_id = b.id AND o.stamp = b.updated_at);
    """
}
