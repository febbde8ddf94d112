/// Version 6: what is needed to take an import back.
///
/// As shipped and never to be edited. A beer that an import added is as it left it while its `updated_at` is not behind
/// the import's last writing, `written_at`; one that it changed while its `updated_at` is `stamp`.
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
