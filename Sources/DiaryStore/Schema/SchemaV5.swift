/// Version 5: removed photos, which keep their images until the trash is emptied, and indexes for sorting.
///
/// Shipped; the SQL must never be edited.
enum SchemaV5 {
  static let sql = """
    CREATE TABLE removed_photo (
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      beer_id INTEGER NOT NULL,
      user_order INTEGER NOT NULL CHECK (user_order >= 0),
      taken_at TEXT,
      caption TEXT,
      format TEXT,
      width INTEGER,
      height INTEGER,
      camera TEXT,
      byte_count INTEGER NOT NULL,
      sha256 TEXT,
      described INTEGER NOT NULL,
      image_offset INTEGER NOT NULL,
      external_name TEXT,
      is_missing INTEGER NOT NULL,
      removed_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX removed_photo_by_beer ON removed_photo (beer_id);
    DROP TRIGGER photo_image_follows_photo;
    CREATE TRIGGER photo_image_follows_photo AFTER DELETE ON photo
    WHEN NOT EXISTS (SELECT 1 FROM removed_photo WHERE id = old.id) BEGIN
      DELETE FROM photo_image WHERE id = old.id;
    END;
    CREATE TRIGGER photo_image_follows_removed_photo AFTER DELETE ON removed_photo
    WHEN NOT EXISTS (SELECT 1 FROM photo WHERE id = old.id) BEGIN
      DELETE FROM photo_image WHERE id = old.id;
    END;
    CREATE INDEX beer_by_name ON beer (deleted_at, name COLLATE NOCASE);
    CREATE INDEX beer_by_brewery ON beer (deleted_at, brewery COLLATE NOCASE);
    CREATE INDEX beer_by_style ON beer (deleted_at, style COLLATE NOCASE);
    CREATE INDEX beer_by_rating ON beer (deleted_at, rating);
    CREATE INDEX beer_by_abv ON beer (deleted_at, abv);
    CREATE INDEX beer_by_batch ON beer (import_batch) WHERE import_batch IS NOT NULL;
    """
}
