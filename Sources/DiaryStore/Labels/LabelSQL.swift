import DiaryModel
import GRDB

/// SQL for conditions on what the beers of a label have in common.
///
/// Only beers of the diary count, not those in the trash. A beer without a label yet is the only one of its label. The
/// plus sign keeps SQLite from using the index of dates, which would read the beers in random order.
enum LabelSQL {
  /// Returns a condition on `beer` for a filter about its label.
  ///
  /// - Parameter isForFew: Whether few beers are read, whose labels are looked up one by one. Otherwise the beers of all
  ///   labels are read, a second or two for a million.
  static func condition(_ condition: BeerFilter.LabelCondition, isForFew: Bool) -> LocalTimeSQL.Condition {
    switch condition {
    case .times(let comparison, let times):
      if isForFew {
        return ("iif(beer.label_id IS NULL, 1, \(ofLabel("count(*)"))) \(comparison.rawValue) ?", [times])
      }
      let isTrueOnce = comparison.holds(1, times) ? "beer.label_id IS NULL" : "FALSE"
      // A label whose beers are all in the trash has 0 beers, and is not in any group.
      let (isIn, isSelected) =
        comparison.holds(0, times)
        ? ("beer.label_id IS NOT NULL AND beer.label_id NOT IN", "NOT") : ("beer.label_id IN", "")
      return (
        """
        (\(isTrueOnce) OR \(isIn) (SELECT label_id FROM beer WHERE label_id > 0 AND +deleted_at IS NULL
          GROUP BY label_id HAVING \(isSelected) (count(*) \(comparison.rawValue) ?)))
        """, [times]
      )
    case .first(let comparison, let date): return extreme("min", comparison, date, isForFew: isForFew)
    case .last(let comparison, let date): return extreme("max", comparison, date, isForFew: isForFew)
    case .again:
      let first = isForFew ? "(\(firstBeer))" : "(SELECT id FROM (\(numberedBeers)) WHERE number = 1)"
      return ("beer.label_id IS NOT NULL AND beer.id NOT IN \(first)", [])
    case .meanRating(let comparison, let number):
      let condition = "\(comparison.rawValue) ?"
      return rating("rating \(condition)", "avg(rating) \(condition)", [number], isForFew: isForFew)
    }
  }

  /// Returns the condition that a beer of the beer's label has a rating.
  static func hasRating(isForFew: Bool) -> LocalTimeSQL.Condition {
    rating("rating IS NOT NULL", "count(rating) > 0", [], isForFew: isForFew)
  }

  /// Returns a condition on the ratings of the beer's label.
  ///
  /// - Parameters:
  ///   - own: The condition on a beer without a label yet.
  ///   - ofAll: The same condition on the beers of a label.
  private static func rating(
    _ own: String, _ ofAll: String, _ arguments: StatementArguments, isForFew: Bool
  ) -> LocalTimeSQL.Condition {
    let ofLabel =
      isForFew
      ? self.ofLabel(ofAll)
      : """
      beer.label_id IN (SELECT label_id FROM beer NOT INDEXED
        WHERE label_id > 0 AND deleted_at IS NULL GROUP BY label_id HAVING \(ofAll))
      """
    return (
      "(beer.label_id IS NOT NULL AND \(ofLabel) OR beer.label_id IS NULL AND \(own))", arguments + arguments
    )
  }

  /// Returns a condition on the earliest or the latest local time of the beer's label.
  private static func extreme(
    _ function: String, _ comparison: BeerFilter.Comparison, _ date: DiaryDate, isForFew: Bool
  ) -> LocalTimeSQL.Condition {
    let extreme = "\(function)(\(LocalTimeSQL.drunkAt))"
    let own = LocalTimeSQL.comparison(LocalTimeSQL.drunkAt, comparison, date)
    let ofLabel: LocalTimeSQL.Condition
    if isForFew {
      ofLabel = LocalTimeSQL.comparison("(\(self.ofLabel(extreme)))", comparison, date)
    } else {
      let time = LocalTimeSQL.comparison(extreme, comparison, date)
      ofLabel = (
        """
        beer.label_id IN (SELECT label_id FROM beer NOT INDEXED WHERE deleted_at IS NULL
          GROUP BY label_id HAVING \(time.sql))
        """, time.arguments
      )
    }
    return (
      "(beer.label_id IS NOT NULL AND \(ofLabel.sql) OR beer.label_id IS NULL AND \(own.sql))",
      ofLabel.arguments + own.arguments
    )
  }

  /// Returns SQL for a value computed from the beers that have the beer's label.
  private static func ofLabel(_ value: String) -> String {
    "(SELECT \(value) FROM beer AS other WHERE other.label_id = beer.label_id AND +other.deleted_at IS NULL)"
  }

  /// The first beer of the beer's label; of beers without a date, the one that was added first.
  private static let firstBeer = """
    SELECT id FROM beer AS other WHERE other.label_id = beer.label_id AND +other.deleted_at IS NULL
    ORDER BY drunk_at IS NULL, \(LocalTimeSQL.drunkAt), id LIMIT 1
    """

  /// All beers, numbered within their labels in the same order.
  private static let numberedBeers = """
    SELECT id, row_number() OVER (PARTITION BY label_id ORDER BY drunk_at IS NULL, \(LocalTimeSQL.drunkAt), id) AS number
    FROM beer NOT INDEXED WHERE deleted_at IS NULL AND label_id IS NOT NULL
    """
}
