-- A diary of version 17.
-- Frozen: a shipped version never changes.
PRAGMA application_id = 1113941362;
PRAGMA user_version = 17;
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
CREATE TABLE photo_image (
  id INTEGER PRIMARY KEY,
  data BLOB
);
CREATE INDEX beer_by_date ON beer (deleted_at, drunk_at);
CREATE UNIQUE INDEX beer_by_origin ON beer (source, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX photo_undescribed ON photo (id) WHERE described = 0 AND is_missing = 0;
CREATE TRIGGER photo_image_follows_photo AFTER DELETE ON photo BEGIN
  DELETE FROM photo_image WHERE id = old.id;
END;
CREATE TABLE background_work (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO background_work (name, position) VALUES ('search', 0);
CREATE INDEX photo_external ON photo (id) WHERE external_name IS NOT NULL AND is_missing = 0;
CREATE INDEX photo_unhashed ON photo (id) WHERE sha256 IS NULL AND is_missing = 0;
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
CREATE VIRTUAL TABLE beer_search USING fts5 (
  name, brewery, style, notes, place, extras,
  content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
CREATE TRIGGER beer_search_insert AFTER INSERT ON beer
WHEN new.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
  INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
  VALUES (new.id, new.name, new.brewery, new.style, new.notes, new.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(new.extras), new.extras, '{}'))));
END;
CREATE TRIGGER beer_search_delete AFTER DELETE ON beer
WHEN old.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
  INSERT INTO beer_search (beer_search, rowid, name, brewery, style, notes, place, extras)
  VALUES ('delete', old.id, old.name, old.brewery, old.style, old.notes, old.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(old.extras), old.extras, '{}'))));
END;
CREATE TRIGGER beer_search_update AFTER UPDATE OF name, brewery, style, notes, place, extras ON beer
WHEN old.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
  INSERT INTO beer_search (beer_search, rowid, name, brewery, style, notes, place, extras)
  VALUES ('delete', old.id, old.name, old.brewery, old.style, old.notes, old.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(old.extras), old.extras, '{}'))));
  INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
  VALUES (new.id, new.name, new.brewery, new.style, new.notes, new.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(new.extras), new.extras, '{}'))));
END;
ALTER TABLE photo RENAME TO kept_photo;
ALTER TABLE kept_photo RENAME COLUMN user_order TO order_key;
CREATE VIEW photo AS
SELECT id, uuid, beer_id,
  (SELECT count(*) FROM kept_photo o WHERE o.beer_id = p.beer_id AND o.order_key < p.order_key) AS user_order,
  taken_at, caption, format, width, height, camera, byte_count, sha256, described, image_offset, external_name,
  is_missing
FROM kept_photo p;
CREATE TABLE highest_deleted_id (
  kind TEXT PRIMARY KEY,
  id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO highest_deleted_id VALUES ('beer', 7), ('import_batch', 3), ('photo', 20);
CREATE TRIGGER beer_id_is_used AFTER DELETE ON beer WHEN old.id < 9223372036854775807 BEGIN
  UPDATE highest_deleted_id SET id = old.id WHERE kind = 'beer' AND id < old.id;
END;
CREATE TRIGGER photo_id_is_used AFTER DELETE ON kept_photo WHEN old.id < 9223372036854775807 BEGIN
  UPDATE highest_deleted_id SET id = old.id WHERE kind = 'photo' AND id < old.id;
END;
CREATE TRIGGER removed_photo_id_is_used AFTER DELETE ON removed_photo WHEN old.id < 9223372036854775807 BEGIN
  UPDATE highest_deleted_id SET id = old.id WHERE kind = 'photo' AND id < old.id;
END;
CREATE TRIGGER import_batch_id_is_used AFTER DELETE ON import_batch WHEN old.id < 9223372036854775807 BEGIN
  UPDATE highest_deleted_id SET id = old.id WHERE kind = 'import_batch' AND id < old.id;
END;
ALTER TABLE import_run ADD COLUMN undone_at TEXT;
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
DROP VIEW photo;
ALTER TABLE kept_photo RENAME TO photo;
CREATE VIEW ordered_photo AS
SELECT id, uuid, beer_id,
  (SELECT count(*) FROM photo o WHERE o.beer_id = p.beer_id AND o.order_key < p.order_key) AS user_order,
  taken_at, caption, format, width, height, camera, byte_count, sha256, described, image_offset, external_name,
  is_missing
FROM photo p;
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
CREATE TABLE change_log (
  id INTEGER PRIMARY KEY,
  changed_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  format INTEGER NOT NULL,
  beer_count INTEGER NOT NULL,
  total_bytes INTEGER NOT NULL,
  undo_order INTEGER,
  payload TEXT
) STRICT;
CREATE INDEX redoable_change ON change_log (undo_order) WHERE undo_order > 0;
CREATE TABLE sync_setting (
  name TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_dirty (
  entity TEXT NOT NULL,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  field TEXT NOT NULL,
  PRIMARY KEY (entity, uuid, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_segment (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  context BLOB,
  content BLOB,
  UNIQUE (device, sequence, hash)
) STRICT;
CREATE TABLE sync_repeated (
  device INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  PRIMARY KEY (device, sequence, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_version (
  entity TEXT NOT NULL,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  field TEXT NOT NULL,
  segment INTEGER NOT NULL,
  stamp INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (entity, uuid, field, segment)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_purge (
  entity TEXT NOT NULL,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  segment INTEGER NOT NULL,
  PRIMARY KEY (entity, uuid, segment)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_object (
  name TEXT PRIMARY KEY,
  size INTEGER,
  segments BLOB
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_record (
  entity TEXT NOT NULL,
  uuid BLOB NOT NULL CHECK (length(uuid) = 16),
  versions BLOB NOT NULL,
  size INTEGER NOT NULL,
  dictionary INTEGER,
  PRIMARY KEY (entity, uuid)
) STRICT;
CREATE TABLE sync_dictionary (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

DROP TRIGGER beer_search_insert;
DROP TRIGGER beer_search_delete;
DROP TRIGGER beer_search_update;
INSERT INTO beer_search (beer_search) VALUES ('delete-all');
INSERT OR REPLACE INTO background_work (name, position) VALUES ('search', -9223372036854775808);
CREATE TRIGGER beer_search_insert AFTER INSERT ON beer
WHEN new.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
  INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
  VALUES (new.id, new.name, new.brewery, new.style, new.notes, new.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(new.extras), new.extras, '{}'))
      WHERE value NOT LIKE 'http://_%' AND value NOT LIKE 'https://_%'
        OR value GLOB '*[' || char(9, 45, 13, 32) || ']*'));
END;
CREATE TRIGGER beer_search_delete AFTER DELETE ON beer
WHEN old.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
  INSERT INTO beer_search (beer_search, rowid, name, brewery, style, notes, place, extras)
  VALUES ('delete', old.id, old.name, old.brewery, old.style, old.notes, old.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(old.extras), old.extras, '{}'))
      WHERE value NOT LIKE 'http://_%' AND value NOT LIKE 'https://_%'
        OR value GLOB '*[' || char(9, 45, 13, 32) || ']*'));
END;
CREATE TRIGGER beer_search_update AFTER UPDATE OF name, brewery, style, notes, place, extras ON beer
WHEN old.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
  INSERT INTO beer_search (beer_search, rowid, name, brewery, style, notes, place, extras)
  VALUES ('delete', old.id, old.name, old.brewery, old.style, old.notes, old.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(old.extras), old.extras, '{}'))
      WHERE value NOT LIKE 'http://_%' AND value NOT LIKE 'https://_%'
        OR value GLOB '*[' || char(9, 45, 13, 32) || ']*'));
  INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
  VALUES (new.id, new.name, new.brewery, new.style, new.notes, new.place,
    (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(new.extras), new.extras, '{}'))
      WHERE value NOT LIKE 'http://_%' AND value NOT LIKE 'https://_%'
        OR value GLOB '*[' || char(9, 45, 13, 32) || ']*'));
END;
ALTER TABLE beer_before_import ADD COLUMN photos TEXT;
CREATE INDEX beer_before_import_with_photos ON beer_before_import (batch) WHERE photos IS NOT NULL;
INSERT INTO import_batch VALUES (1, 'untappd', '2024-05-01T10:00:00Z'), (2, 'csv', '2020-02-02T12:00:00Z');
INSERT INTO label VALUES (1, x'3C04F9E93F93504A9CCC9637A9726DCC', NULL), (2, x'F0DE61F53E2F5437A348C50A4C7A1802', NULL), (3, x'01890000000070008000000000000010', NULL);
INSERT INTO label_key VALUES
  ('n:marzen 1 一番 🍺|brouwerij t ij', x'3C04F9E93F93504A9CCC9637A9726DCC'),
  ('n:maerzen|brouwerij t ij', x'3C04F9E93F93504A9CCC9637A9726DCC'),
  ('label:e321f6b2-b1aa-573c-acde-fa98a6e041fc', x'3C04F9E93F93504A9CCC9637A9726DCC'),
  ('beer:01890000-0000-7000-8000-000000000002', x'F0DE61F53E2F5437A348C50A4C7A1802'),
  ('n:in the trash|', x'AD23BD002F46591D991D714AA225BA63');
INSERT INTO label_fields VALUES (x'3C04F9E93F93504A9CCC9637A9726DCC', 'Märzen', NULL, NULL, 5.5);
INSERT INTO distinct_labels VALUES (x'01890000000070008000000000000010', x'3C04F9E93F93504A9CCC9637A9726DCC');
INSERT INTO beer VALUES
  (1, x'01890000000070008000000000000001', 'Märzen "1" 一番 🍺', 'Brouwerij ''t IJ', 'Märzen', 5.6, 24.0, 4.25,
   'Malty.' || char(10) || 'Second line.', 'Café ''t Eind', 52.09, 5.12, 'bottle, 33 cl', '€4.50',
   '2019-06-01T18:04:00Z', '2019-06-01T18:04:00Z', '2024-05-01T10:00:00Z', NULL, 'untappd', '4711', 1,
   '{"favorite":1,"hops":["Citra","Saaz"],"bought":"2019-05-30T00:00:00Z"}', 1),
  (2, x'01890000000070008000000000000002', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
   '2019-06-01T18:04:00Z', '2019-06-01T18:04:00Z', '2019-06-01T18:04:00Z', NULL, NULL, NULL, NULL, '{}', 2),
  (3, x'01890000000070008000000000000003', 'In the trash', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
   '2020-02-02', '2020-02-02T12:00:00Z', '2020-02-03T12:00:00Z', '2020-02-03T12:00:00Z', NULL, NULL, 2, '{}', 3);
INSERT INTO chosen_label VALUES (3);
INSERT INTO photo_image VALUES
  (10, x'FFD8FFE000104A46494600010101'),
  (11, x'FFD8FFE1457869660000'),
  (12, x'89504E470D0A1A0A0000000D49484452'),
  (13, x'FFD8FFDB'),
  (14, x'FFD8FFEE'),
  (15, x'FFD8FFED');
INSERT INTO photo VALUES
  (10, x'0189000000007000800000000000000A', 1, 1049088, '2019-06-01T18:04:02Z', 'Foam', 'JPEG', 1512, 2016, 'iPhone 7', 14, NULL, 1, 0, NULL, 0),
  (11, x'0189000000007000800000000000000B', 1, 1048832, '2019-06-01T18:04:01Z', NULL, NULL, NULL, NULL, NULL, 10, NULL, 0, 0, NULL, 0),
  (12, x'0189000000007000800000000000000C', 1, 1047552, '2019-06-01T18:04:00Z', NULL, 'PNG', NULL, NULL, NULL, 16,
   '02a3e298f1533f62558c58e4c70edcab9af5a50d62d925fd5390942020fb0fb8', 1, 0, NULL, 0),
  (13, x'0189000000007000800000000000000D', 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, 4, NULL, 0, 0, NULL, 0),
  (14, x'0189000000007000800000000000000E', 3, 1048576, NULL, NULL, NULL, NULL, NULL, NULL, 4, NULL, 0, 0, NULL, 0);
INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
SELECT id, name, brewery, style, notes, place, (SELECT group_concat(value, char(10)) FROM json_each(iif(json_valid(extras), extras, '{}')))
FROM beer WHERE id <= 2;
UPDATE background_work SET position = 2 WHERE name = 'search';
INSERT INTO removed_photo VALUES
  (15, x'0189000000007000800000000000000F', 1, 3, NULL, 'Taken away', NULL, NULL, NULL, NULL, 4, NULL, 0, 0, NULL, 0,
   '2024-05-02T10:00:00Z');
INSERT INTO import_run VALUES
  (1, 'untappd.csv', '2024-05-01T10:00:00Z', NULL),
  (2, 'undone.csv', '2020-02-02T12:00:00Z', '2020-02-03T12:00:00Z');
INSERT INTO beer_before_import VALUES
  (1, 2, '2019-06-01T18:04:00Z', 'As it was', NULL, NULL, 5.0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
   '2019-06-01T18:04:00Z', '2019-06-01T18:04:00Z', NULL, '{"hop":"Saaz"}', '[[13,"Beer mat"]]');
INSERT INTO imported_beer (beer_id, batch, name, rating, extras) VALUES (1, 1, 'Maerzen', 4.0, '{"favorite":0}');
INSERT INTO imported_photo (photo_id, batch) VALUES (10, 1);
INSERT INTO change_log VALUES
  (7, '2024-05-02T10:00:00Z', 'photo_removed', 1, 1, 200, NULL,
   '[{"kind":"photo_removed","photo":{"beer":1,"order":3,"photo":15,"uuid":"01890000-0000-7000-8000-00000000000f"},"updated_at":"2024-05-01T10:00:00Z"}]'),
  (8, '2024-05-03T10:00:00Z', 'field_set', 1, 900000, 200, 0, NULL);
