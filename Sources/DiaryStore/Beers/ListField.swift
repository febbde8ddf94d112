import GRDB

/// A field that a list shows next to the name, and that not every beer has.
package enum ListField: String, Hashable, Sendable, CaseIterable {
  /// Column `drunk_at`.
  case date
  /// Column `brewery`.
  case brewery
  /// Column `style`.
  case style
  /// Column `abv`, in percent.
  case abv
  /// Column `rating`, in stars.
  case rating
  /// Column `place`.
  case place

  /// SQL for whether a row of `beer` has a value in the field.
  private var condition: String {
    switch self {
    case .date: "drunk_at IS NOT NULL"
    case .brewery, .style, .place: "trim(\(rawValue)) <> ''"
    case .abv, .rating: "\(rawValue) IS NOT NULL"
    }
  }

  /// How many beers are read, which takes a few milliseconds.
  private static let maxBeers = 5000

  /// Returns the fields that at least one of the beers added last has.
  static func populated(_ db: Database) throws -> [ListField] {
    let conditions = allCases.map { "max(\($0.condition))" }.joined(separator: ", ")
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT \(conditions) FROM
          (SELECT drunk_at, brewery, style, abv, rating, place FROM beer ORDER BY id DESC LIMIT \(maxBeers))
        """)
    guard let row else { return [] }
    return zip(allCases, 0...).filter { row[$0.1] as Bool? == true }.map(\.0)
  }
}
