package import DiaryModel
package import Foundation

/// The beers of a query that have the same value of a property, in numbers.
package struct BeerGroup: Hashable, Sendable {
  /// The label that the beers of a group have in common.
  package struct SharedLabel: Hashable, Sendable {
    /// The UUID; `nil` for a beer that has no label yet.
    package let uuid: UUID?
    /// What the label shows.
    package let facts: LabelFacts
  }

  /// The value, which is text or a number; of texts that differ only in the case of ASCII letters, one of them.
  package let value: JSONValue
  /// The label, if beers are grouped by it; otherwise `nil`.
  package let label: SharedLabel?
  /// The number of beers, from 1.
  package let beerCount: Int
  /// The number of different beers, from 1.
  package let labelCount: Int
  /// The mean of the numbers; `nil` if none was asked for, or if no beer has one.
  package let mean: Double?
  /// The sum of the numbers of all beers; `nil` if none was asked for, or if no beer has one.
  package let sum: Double?
  /// How many of the beers have no number.
  package let missingCount: Int
}

/// How beers are grouped, and in which order the groups are.
package struct BeerGrouping: Hashable, Sendable {
  /// The figure of each group.
  package enum Measure: Hashable, Sendable {
    /// The number of beers.
    case beers
    /// The number of different beers.
    case labels
    /// The mean of a property that is a number, or text that can be read as one.
    case mean(BeerProperty)
    /// The sum of such a property of all beers.
    case sum(BeerProperty)

    /// The property of which the figure is; `nil` if beers are only counted.
    package var property: BeerProperty? {
      switch self {
      case .beers, .labels: nil
      case .mean(let property), .sum(let property): property
      }
    }
  }

  /// The property that the beers of a group have in common; beers without it are in no group.
  package var property: BeerProperty
  /// The figure by which the groups are sorted, the highest first, unless the property is a time.
  package var measure: Measure
  /// What means are of.
  package var counting: DiaryStatistics.Counting
  /// Whether the lowest figure or the latest time comes first; groups without a mean or a sum come last in both
  /// orders.
  package var isReversed: Bool

  /// Creates a grouping.
  package init(
    by property: BeerProperty, measure: Measure = .beers, counting: DiaryStatistics.Counting = .labels,
    isReversed: Bool = false
  ) {
    self.property = property
    self.measure = measure
    self.counting = counting
    self.isReversed = isReversed
  }
}
