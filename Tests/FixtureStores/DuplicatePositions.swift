/// Damage that the schema rules out: two photos of a beer with the same position.
package enum DuplicatePositions {
  /// Returns statements that give a photo the key of the one before it.
  ///
  /// During the statements, the index of the order is not unique. Photos with the same key are in the order in which they
  /// were added, so the order stays the same.
  package static func sql(ofBeer beer: Int64) -> String {
    let unique = ("UNIQUE (beer_id, order_key)", "CHECK (1)")
    return """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '\(unique.0)', '\(unique.1)') WHERE name = 'photo';
      UPDATE sqlite_schema SET name = 'loose', sql = 'CREATE INDEX loose ON photo (beer_id, order_key)'
      WHERE name = 'sqlite_autoindex_photo_2';
      PRAGMA writable_schema = RESET;
      WITH neighbour AS (
        SELECT id, order_key, lag(id) OVER positions AS earlier, lag(order_key) OVER positions AS key_before
        FROM photo WHERE beer_id = \(beer) WINDOW positions AS (ORDER BY order_key))
      UPDATE photo SET order_key = key_before
      FROM (SELECT id AS photo, key_before FROM neighbour WHERE id > earlier LIMIT 1) WHERE id = photo;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '\(unique.1)', '\(unique.0)') WHERE name = 'photo';
      UPDATE sqlite_schema SET name = 'sqlite_autoindex_photo_2', sql = NULL WHERE name = 'loose';
      PRAGMA writable_schema = RESET;
      """
  }
}
