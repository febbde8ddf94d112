/// Version 12: labels, which are what beers of several days have in common.
///
/// Shipped; the SQL must never be edited. Beers find their labels after the migration; until then `label_id` is `NULL`.
/// A name or a product id stays in `label_key`, and what the user set stays in `label_fields`, when the last beer of the
/// label is gone, so that a beer that comes back finds the same label. `left_label` has the labels that beers have left
/// in the current transaction; those without beers are deleted at its end.
enum SchemaV12 {
  /// See ``MigrationChain/Step/fingerprint``.
  static let fingerprint = "61988d9d6fa25b34a24fac349969f16f3c0a20d75c9b7996f6003ca8b6eebc78"

  static let sql = """
    CREATE TABLE label (
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      product TEXT
    ) STRICT;
    CREATE TABLE label_key (
      key TEXT PRIMARY KEY,
      label_uuid BLOB NOT NULL CHECK (length(label_uuid) = 16)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE label_fields (
      label_uuid BLOB PRIMARY KEY CHECK (length(label_uuid) = 16),
      name TEXT,
      brewery TEXT,
      style TEXT,
      abv REAL CHECK (abv BETWEEN 0 AND 100)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE distinct_labels (
      first_uuid BLOB NOT NULL CHECK (length(first_uuid) = 16),
      second_uuid BLOB NOT NULL CHECK (length(second_uuid) = 16),
      PRIMARY KEY (first_uuid, second_uuid),
      CHECK (first_uuid < second_uuid)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chosen_label (
      beer_id INTEGER PRIMARY KEY REFERENCES beer(id) ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE left_label (
      id INTEGER PRIMARY KEY
    ) STRICT;
    ALTER TABLE beer ADD COLUMN label_id INTEGER REFERENCES label(id);
    CREATE INDEX beer_by_label ON beer (label_id, deleted_at);
    CREATE TRIGGER beer_label_update AFTER UPDATE OF name, brewery, source, extras ON beer
    WHEN new.label_id IS NOT NULL AND new.label_id IS old.label_id
      AND (new.name IS NOT old.name OR new.brewery IS NOT old.brewery OR new.source IS NOT old.source
        OR iif(json_valid(new.extras), json_extract(new.extras, '$.bid'), NULL)
          IS NOT iif(json_valid(old.extras), json_extract(old.extras, '$.bid'), NULL))
      AND NOT EXISTS (SELECT 1 FROM chosen_label WHERE beer_id = new.id) BEGIN
      UPDATE beer SET label_id = NULL WHERE id = new.id;
    END;
    CREATE TRIGGER beer_label_leave AFTER UPDATE OF label_id ON beer
    WHEN old.label_id IS NOT NULL AND new.label_id IS NOT old.label_id BEGIN
      INSERT OR IGNORE INTO left_label (id) VALUES (old.label_id);
    END;
    CREATE TRIGGER beer_label_delete AFTER DELETE ON beer WHEN old.label_id IS NOT NULL BEGIN
      INSERT OR IGNORE INTO left_label (id) VALUES (old.label_id);
    END;
    """
}
