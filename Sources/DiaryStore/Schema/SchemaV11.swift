/// Version 11: the photos' table is called `photo` again, and the view that counts their places `ordered_photo`.
///
/// As shipped and never to be edited.
enum SchemaV11 {
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
