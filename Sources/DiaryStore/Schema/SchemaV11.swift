/// Version 11: the table of photos is called `photo` again, and the view that counts positions `ordered_photo`.
///
/// Shipped; the SQL must never be edited.
enum SchemaV11 {
  /// See ``MigrationChain/Step/fingerprint``.
  static let fingerprint = "b6e2146c04385fd69c3c31766c4f2d769598ea29d9cbdac539209c0c3a4aa286"

  static let sql = """
    DROP VIEW photo;
    ALTER TABLE kept_photo RENAME TO photo;
    CREATE VIEW ordered_photo AS
    SELECT id, uuid, beer_id,
      (SELECT count(*) FROM photo o WHERE o.beer_id = p.beer_id AND o.order_key < p.order_key) AS user_order,
      taken_at, caption, format, width, height, camera, byte_count, sha256, described, image_offset, external_name,
      is_missing
    FROM photo p;
    """
}
