/// Version 4: the search index, and the state of the background work.
///
/// Shipped; the SQL must never be edited. The index reads its text from `beer` and stores none itself. It is filled in
/// the background: it has the beers up to `background_work.position`, which triggers keep up to date.
///
/// Rows of `background_work` by name: `search` is the id up to which beers are indexed; `claim:UUID` is the end of a
/// lease in milliseconds since 1970; `untappd_times_…` are the records of ``ImportedTimes``.
enum SchemaV4 {
  static let sql = """
    CREATE TABLE background_work (
      name TEXT PRIMARY KEY,
      position INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO background_work (name, position) VALUES ('search', 0);
    CREATE VIRTUAL TABLE beer_search USING fts5 (
      name, brewery, style, notes, place, extras,
      content = 'beer', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );
    CREATE TRIGGER beer_search_insert AFTER INSERT ON beer
    WHEN new.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
      INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
      VALUES (new.id, new.name, new.brewery, new.style, new.notes, new.place, new.extras);
    END;
    CREATE TRIGGER beer_search_delete AFTER DELETE ON beer
    WHEN old.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
      INSERT INTO beer_search (beer_search, rowid, name, brewery, style, notes, place, extras)
      VALUES ('delete', old.id, old.name, old.brewery, old.style, old.notes, old.place, old.extras);
    END;
    CREATE TRIGGER beer_search_update AFTER UPDATE OF name, brewery, style, notes, place, extras ON beer
    WHEN old.id <= (SELECT position FROM background_work WHERE name = 'search') BEGIN
      INSERT INTO beer_search (beer_search, rowid, name, brewery, style, notes, place, extras)
      VALUES ('delete', old.id, old.name, old.brewery, old.style, old.notes, old.place, old.extras);
      INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
      VALUES (new.id, new.name, new.brewery, new.style, new.notes, new.place, new.extras);
    END;
    CREATE INDEX photo_external ON photo (id) WHERE external_name IS NOT NULL AND is_missing = 0;
    CREATE INDEX photo_unhashed ON photo (id) WHERE sha256 IS NULL AND is_missing = 0;
    """
}
