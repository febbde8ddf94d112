package import DiaryModel

/// Counts and averages over the beers of a query.
package struct DiaryStatistics: Hashable, Sendable {
  /// What figures count.
  package enum Counting: String, Hashable, Sendable, CaseIterable {
    /// Every beer. An average is the mean of all beers.
    case beers
    /// Different beers: one for each label. An average is the mean of the labels' own means.
    case labels
  }

  /// The beers that have a value.
  package struct Share: Hashable, Sendable {
    /// Such as the name of a style, or a date.
    package let value: String
    /// The number of beers with the value, from 1.
    package var count: Int
    /// The number of different beers with the value, from 1.
    package var labelCount: Int
    /// The mean of their ratings, from 0 to 5; `nil` if none is rated.
    package var averageRating: Double?
    /// The number of beers, or of different beers, whose ratings are averaged.
    package var ratedCount: Int

    /// Creates the counts of a value.
    ///
    /// - Parameters:
    ///   - labels: The number of different beers; `nil` if no beer is repeated.
    ///   - ratedCount: The number of beers, or of different beers, that are rated; `nil` for as many as there are if they
    ///     have an average rating.
    package init(
      _ value: String, _ count: Int, labels: Int? = nil, averageRating: Double? = nil, ratedCount: Int? = nil
    ) {
      self.value = value
      self.count = count
      labelCount = labels ?? count
      self.averageRating = averageRating
      self.ratedCount = ratedCount ?? (averageRating == nil ? 0 : count)
    }

    /// Returns the number of beers or of different beers.
    package func count(of counting: Counting) -> Int { counting == .beers ? count : labelCount }
  }

  /// How many beers have a number within an interval.
  package struct Bin: Hashable, Sendable {
    /// The lower end of the interval, which belongs to it.
    package let lowerBound: Double
    /// The number of beers.
    package let count: Int
    /// The number of different beers; one that was given several numbers is in several intervals.
    package let labelCount: Int

    /// Creates the counts of an interval.
    ///
    /// - Parameter labels: The number of different beers; `nil` if no beer is repeated.
    package init(_ lowerBound: Double, _ count: Int, labels: Int? = nil) {
      self.lowerBound = lowerBound
      self.count = count
      labelCount = labels ?? count
    }

    /// Returns the number of beers or of different beers.
    package func count(of counting: Counting) -> Int { counting == .beers ? count : labelCount }
  }

  /// The beers within an interval of ABV and an interval of ratings: a cell of a scatter plot.
  package struct ABVRatingInterval: Hashable, Sendable {
    /// The lower end, in percent, of the last interval of ABV, which has no upper end.
    package static let maxPercent = 15

    /// The ABV, rounded down to whole percent; ``maxPercent`` stands for everything from there on.
    package let percent: Int
    /// The rating, rounded down to halves of a star.
    package let rating: Double
    /// The number of beers, from 1.
    package let count: Int
    /// The number of different beers, from 1.
    package let labelCount: Int
    /// Which of the 4 by 4 parts of the cell have beers, one bit each: a part is a quarter of a percent by an eighth of a
    /// star, the lowest four bits are those of the lowest ratings, and each four go from low to high ABV.
    package let dots: UInt16

    /// Creates the counts of an interval.
    ///
    /// - Parameter labels: The number of different beers; `nil` if no beer is repeated.
    package init(_ percent: Int, rating: Double, _ count: Int, labels: Int? = nil, dots: UInt16) {
      self.percent = percent
      self.rating = rating
      self.count = count
      self.dots = dots
      labelCount = labels ?? count
    }

    /// Returns the number of beers or of different beers.
    package func count(of counting: Counting) -> Int { counting == .beers ? count : labelCount }
  }

  /// The figures that are compared with those of earlier years.
  package struct Totals: Hashable, Sendable {
    /// The number of beers.
    package var beers = 0
    /// The number of different beers.
    package var labels = 0
    /// The mean of the ratings; `nil` if no beer is rated.
    package var averageRating: Double?
    /// The number of different countries.
    package var countries = 0

    /// Creates the figures of no beers.
    package init(beers: Int = 0, labels: Int = 0, averageRating: Double? = nil, countries: Int = 0) {
      self.beers = beers
      self.labels = labels
      self.averageRating = averageRating
      self.countries = countries
    }
  }

  /// The beers of a family of styles.
  package struct FamilyShare: Hashable, Sendable {
    /// The family.
    package let family: StyleFamily
    /// The styles of the beers, in alphabetical order.
    package let styles: [String]
    /// The counts, with the id of the family.
    package let share: Share

    /// Creates the counts of a family.
    package init(_ family: StyleFamily, styles: [String], share: Share) {
      self.family = family
      self.styles = styles
      self.share = share
    }
  }

  /// How many beers or different beers, whichever are counted, a brewery needs to be one of the best.
  static let minBeersOfBest = 3

  /// What the averages are of, and by what the most frequent values are chosen.
  package var counting = Counting.labels
  /// The current day, such as `2024-06-01`, after which days are in the future; `nil` if it was not given.
  package var horizon: String?
  /// The number of beers.
  package var beerCount = 0
  /// The number of different beers.
  package var labelCount = 0
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
  /// The number of different countries, counted like breweries.
  package var countryCount = 0
  /// The figures without the beers of the current year; `nil` if there are none of this year or only of it, or if the
  /// current day was not given.
  package var beforeThisYear: Totals?
  /// By year, such as `2024`, the oldest first; years without a beer are left out.
  package var years: [Share] = []
  /// By month, such as `2024-05`, the oldest first; months without a beer are left out.
  package var months: [Share] = []
  /// By day, such as `2024-05-31`, for the year that ends with the last beer that is not in the future.
  package var days: [Share] = []
  /// The different beers of the query that the diary has for the first time in a month, the oldest month first.
  ///
  /// Earlier beers count even if the query does not select them. Months without a first time are left out.
  package var firstTimes: [Share] = []
  /// By half a star, from the lowest to the highest rating, with intervals in which there are no beers.
  package var ratings: [Bin] = []
  /// By whole percent, from the lowest to the highest ABV, with intervals in which there are no beers.
  package var abvs: [Bin] = []
  /// The rated beers by ABV and rating, in ascending order; intervals without beers are left out.
  package var abvRatingIntervals: [ABVRatingInterval] = []
  /// The families of the styles, the most frequent first.
  package var families: [FamilyShare] = []
  /// The families of which no beer is in the diary; empty if no family of any beer is known.
  package var missingFamilies: [StyleFamily] = []
  /// The most frequent styles first.
  package var styles: [Share] = []
  /// The most frequent breweries first.
  package var breweries: [Share] = []
  /// The breweries with the best average ratings, of those with at least ``minBeersOfBest`` rated beers, the best first.
  package var bestBreweries: [Share] = []
  /// The most frequent venues first.
  package var places: [Share] = []
  /// The most frequent countries first.
  package var countries: [Share] = []

  /// Creates the statistics of no beers.
  package init() {}
}
