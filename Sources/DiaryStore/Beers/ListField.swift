import GRDB

/// What a line of the list tells besides the name, and not every beer has.
package enum ListField: String, Hashable, Sendable, CaseIterable {
  case date, brewery, style, abv, rating, place

  /// Whether a row of `beer` has it, in SQL.
  private var condition: String {
    switch self {
    case .date: "drunk_at IS NOT NULL"
    case .brewery, .style, .place: "trim(\(rawValue)) <> ''"
    case .abv, .rating: "\(rawValue) IS NOT NULL"
    }
  }

  /// As many beers as are looked at in a few milliseconds.
  private static let newest = 5000

  /// Those that the beers have that were added last.
  static func populated(_ db: Database) throws -> [ListField] {
    let conditions = allCases.map { "max(\($0.condition))" }.joined(separator: ", ")
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT \(conditions) FROM
          (SELECT drunk_at, brewery, style, abv, rating, place FROM beer ORDER BY id DESC LIMIT \(newest))
        """)
    guard let row else { return [] }
    return zip(allCases, 0...).filter { row[$0.1] as Bool? == true }.map(\.0)
  }
}
