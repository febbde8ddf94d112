/// The diary in numbers.
package struct DiaryStatistics: Hashable, Sendable {
  /// How many beers have a value.
  package struct Share: Hashable, Sendable {
    package let value: String
    package var count: Int

    package init(_ value: String, _ count: Int) {
      self.value = value
      self.count = count
    }
  }

  /// How many beers lie in a part of a scale.
  package struct Bin: Hashable, Sendable {
    /// Where the part begins.
    package let lowerBound: Double
    package let count: Int

    package init(_ lowerBound: Double, _ count: Int) {
      self.lowerBound = lowerBound
      self.count = count
    }
  }

  /// The last day, `2024-06-01`, that is not in the future; `nil` if that is not known.
  package var horizon: String?
  package var beerCount = 0
  package var averageRating: Double?
  package var averageABV: Double?
  /// How many different ones there are.
  package var breweryCount = 0
  package var styleCount = 0
  package var placeCount = 0
  /// By year, `2024`, and by month, `2024-05`, the oldest first; those without a beer are left out.
  package var years: [Share] = []
  package var months: [Share] = []
  /// By day, `2024-05-31`, of the year that ends with the last beer that is not in the future.
  package var days: [Share] = []
  /// By half a star.
  package var ratings: [Bin] = []
  /// By whole percent.
  package var abvs: [Bin] = []
  /// The most frequent first.
  package var styles: [Share] = []
  package var breweries: [Share] = []
  package var places: [Share] = []
  package var countries: [Share] = []
  /// The custom fields that the countries are from; of a beer that has several the first counts.
  package var countryFields: [String] = []

  package init() {}
}
