/// The SQL of version 3, the first version that this program created; never edited.
///
/// A migrated Core Data store gets the same tables, except that its photo table becomes `photo_image`.
package enum SchemaV3 {
  /// The names of its tables, in lower case.
  package static let tables: Set = ["import_batch", "beer", "photo", "photo_image"]

  /// The tables of beers and of imports.
  package static let beer = """
    CREATE TABLE import_batch (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      started_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE beer (
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      name TEXT,
      brewery TEXT,
      style TEXT,
      abv REAL CHECK (abv BETWEEN 0 AND 100),
      ibu REAL CHECK (ibu >= 0),
      rating REAL CHECK (rating BETWEEN 0 AND 5),
      notes TEXT,
      place TEXT,
      latitude REAL CHECK (latitude BETWEEN -90 AND 90),
      longitude REAL CHECK (longitude BETWEEN -180 AND 180),
      serving TEXT,
      price TEXT,
      drunk_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      deleted_at TEXT,
      source TEXT,
      source_id TEXT,
      import_batch INTEGER REFERENCES import_batch(id) ON DELETE SET NULL,
      extras TEXT NOT NULL DEFAULT '{}' CHECK (json_type(extras) = 'object'),
      CHECK ((source IS NULL) = (source_id IS NULL))
    ) STRICT;
    """

  /// The narrow table of photos, without their images.
  package static let photo = """
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      beer_id INTEGER NOT NULL REFERENCES beer(id) ON DELETE CASCADE,
      user_order INTEGER NOT NULL CHECK (user_order >= 0),
      taken_at TEXT,
      caption TEXT,
      format TEXT,
      width INTEGER CHECK (width > 0),
      height INTEGER CHECK (height > 0),
      camera TEXT,
      byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
      sha256 TEXT CHECK (length(sha256) = 64),
      described INTEGER NOT NULL DEFAULT 0 CHECK (described IN (0, 1)),
      image_offset INTEGER NOT NULL DEFAULT 0 CHECK (image_offset >= 0),
      external_name TEXT,
      is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
      UNIQUE (beer_id, user_order)
    ) STRICT;
    """

  /// The table of images of a new store.
  package static let photoImage = """
    CREATE TABLE photo_image (
      id INTEGER PRIMARY KEY,
      data BLOB
    );
    """

  /// Indexes and a trigger; in a migrated store they are created after the rows, which is faster.
  package static let indexes = """
    CREATE INDEX beer_by_date ON beer (deleted_at, drunk_at);
    CREATE UNIQUE INDEX beer_by_origin ON beer (source, source_id) WHERE source_id IS NOT NULL;
    CREATE INDEX photo_undescribed ON photo (id) WHERE described = 0 AND is_missing = 0;
    CREATE TRIGGER photo_image_follows_photo AFTER DELETE ON photo BEGIN
      DELETE FROM photo_image WHERE id = old.id;
    END;
    """
}
