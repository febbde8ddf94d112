/// Version 16: the search index no longer has custom fields that are only a web address.
///
/// The SQL must never be edited once it is shipped. The words of an address, such as that of a check-in on Untappd, say
/// nothing about the beer, and a search for `untappd` found every imported one. The index is filled again in the
/// background.
enum SchemaV16 {
  /// See ``MigrationChain/Step/fingerprint``.
  static let fingerprint = "92a484dce5d9069ec291b88a81da433a86b19344e684a058209003ebcc135c52"

  static let sql = """
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
    """
}
