/// Version 17: the photos of beers that an import has changed, as they were before it.
///
/// The SQL must never be edited once it is shipped. `photos` is a JSON array with the ids and captions of the beer's
/// photos in their order, such as `[[12,"The label"],[7,null]]`. It is `NULL` if the import has not changed captions or
/// the order.
enum SchemaV17 {
  static let sql = """
    ALTER TABLE beer_before_import ADD COLUMN photos TEXT;
    CREATE INDEX beer_before_import_with_photos ON beer_before_import (batch) WHERE photos IS NOT NULL;
    """
}
