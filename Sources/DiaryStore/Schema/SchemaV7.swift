/// Version 7: the search index has the values of custom fields, but not their names.
///
/// Shipped; the SQL must never be edited. The index of version 4 had the JSON of the custom fields, so a search for a
/// field's name found every beer with that field. The new index is filled in the background.
enum SchemaV7 {
  static let sql = """
    DROP TRIGGER beer_search_insert;
    DROP TRIGGER beer_search_delete;
    DROP TRIGGER beer_search_update;
    DROP TABLE beer_search;
    UPDATE background_work SET position = 0 WHERE name = 'search';
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
    """
}
