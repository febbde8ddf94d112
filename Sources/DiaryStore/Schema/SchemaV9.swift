/// Version 9: ids are never reused, and undoing an import moves its beers to the trash.
///
/// Shipped; the SQL must never be edited. `highest_deleted_id` starts with the highest id of a deleted row that is
/// still referred to. The largest possible id is not recorded, because no id follows it. `import_run.undone_at` is the
/// `deleted_at` of the beers that undoing the import moved to the trash.
enum SchemaV9 {
  static let sql = """
    CREATE TABLE highest_deleted_id (
      kind TEXT PRIMARY KEY,
      id INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO highest_deleted_id (kind, id) VALUES
      ('beer', min(9223372036854775806, max(0, coalesce((SELECT max(beer_id) FROM kept_photo), 0),
        coalesce((SELECT max(beer_id) FROM removed_photo), 0)))),
      ('photo', min(9223372036854775806, max(0, coalesce((SELECT max(id) FROM photo_image), 0)))),
      ('import_batch', min(9223372036854775806, max(0, coalesce((SELECT max(import_batch) FROM beer), 0))));
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
    """
}
