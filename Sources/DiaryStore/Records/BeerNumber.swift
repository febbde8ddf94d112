import GRDB

/// Numbers of new beers.
enum BeerNumber {
  /// SQL of a number that nothing names; NULL, for which SQLite looks for one, where the largest is taken.
  ///
  /// SQLite would give the number of the last beer again once that is gone, and with it the photos that were taken off
  /// it and are still in the trash.
  static let unused = """
    SELECT 1 + nullif(max(coalesce(number, 0)), \(Int64.max)) FROM (SELECT max(id) AS number FROM beer
      UNION ALL SELECT max(beer_id) FROM kept_photo UNION ALL SELECT max(beer_id) FROM removed_photo)
    """
}
