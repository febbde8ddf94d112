/// Version 6: the records that are needed to undo an import.
///
/// Shipped; the SQL must never be edited. A beer that an import added is unchanged as long as its `updated_at` is not
/// later than `written_at`, when the import last wrote. A beer that an import changed is unchanged since then as long
/// as its `updated_at` equals `stamp`.
enum SchemaV6 {
  static let sql = """
    CREATE TABLE import_run (
      batch INTEGER PRIMARY KEY REFERENCES import_batch(id) ON DELETE CASCADE,
      file TEXT,
      written_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE beer_before_import (
      batch INTEGER NOT NULL REFERENCES import_batch(id) ON DELETE CASCADE,
      beer_id INTEGER NOT NULL REFERENCES beer(id) ON DELETE CASCADE,
      stamp TEXT NOT NULL,
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
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      deleted_at TEXT,
      extras TEXT NOT NULL,
      PRIMARY KEY (batch, beer_id)
    ) STRICT;
    CREATE INDEX beer_before_import_by_beer ON beer_before_import (beer_id);
    """
}
