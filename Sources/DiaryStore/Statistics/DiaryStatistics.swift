/// Counts and averages over the beers of a query.
package struct DiaryStatistics: Hashable, Sendable {
  /// How many beers have a value.
  package struct Share: Hashable, Sendable {
    /// Such as the name of a style, or a date.
    package let value: String
    /// The number of beers with the value, from 1.
    package var count: Int

    /// Creates the count of a value.
    package init(_ value: String, _ count: Int) {
      self.value = value
      self.count = count
    }
  }

  /// How many beers have a number within an interval.
  package struct Bin: Hashable, Sendable {
    /// The lower end of the interval, which belongs to it.
    package let lowerBound: Double
    /// The number of beers, from 1.
    package let count: Int

    /// Creates the count of an interval.
    package init(_ lowerBound: Double, _ count: Int) {
      self.lowerBound = lowerBound
      self.count = count
    }
  }

  /// The current day, such as `2024-06-01`, after which days are in the future; `nil` if it was not given.
  package var horizon: String?
  /// The number of beers.
  package var beerCount = 0
  /// The mean of the ratings, from 0 to 5; `nil` if no beer is rated.
  package var averageRating: Double?
  /// The mean alcohol in percent by volume; `nil` if it is unknown for all beers.
  package var averageABV: Double?
  /// The number of different breweries; upper and lower case of ASCII letters are the same.
  package var breweryCount = 0
  /// The number of different styles, counted like breweries.
  package var styleCount = 0
  /// The number of different venues, counted like breweries.
  package var placeCount = 0
  /// By year, such as `2024`, the oldest first; years without a beer are left out.
  package var years: [Share] = []
  /// By month, such as `2024-05`, the oldest first; months without a beer are left out.
  package var months: [Share] = []
  /// By day, such as `2024-05-31`, for the year that ends with the last beer that is not in the future.
  package var days: [Share] = []
  /// By half a star, the lowest first.
  package var ratings: [Bin] = []
  /// By whole percent, the lowest first.
  package var abvs: [Bin] = []
  /// The most frequent styles first.
  package var styles: [Share] = []
  /// The most frequent breweries first.
  package var breweries: [Share] = []
  /// The most frequent venues first.
  package var places: [Share] = []
  /// The most frequent countries first.
  package var countries: [Share] = []
  /// The custom fields from which the countries are; if a beer has several of them, the first one counts.
  package var countryFields: [String] = []

  /// Creates the statistics of no beers.
  package init() {}
}
