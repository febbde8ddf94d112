/// The beers of a query by month.
package struct DiaryTimeline: Hashable, Sendable {
  /// The beers of a month, or those of a year whose month is unknown.
  package struct Period: Hashable, Sendable {
    /// The maximum number of the best beers.
    package static let maxBest = 5

    /// One of the best beers of a period.
    package struct BestBeer: Hashable, Sendable {
      /// The name; `nil` if the beer has none.
      package let name: String?
      /// The brewery; `nil` if it is unknown.
      package let brewery: String?
      /// The rating, from 0 to 5.
      package let rating: Double

      /// Creates a best beer.
      package init(name: String?, brewery: String?, rating: Double) {
        self.name = name
        self.brewery = brewery
        self.rating = rating
      }
    }

    /// The year of the local day.
    package let year: Int
    /// The month of the local day, 1 to 12; `nil` for beers of which only the year is known.
    package let month: Int?
    /// The number of beers, from 1.
    package var beerCount: Int
    /// The number of beers with a rating.
    package var ratedCount: Int
    /// The sum of the ratings.
    package var ratingSum: Double
    /// The number of different beers that the diary has for the first time.
    ///
    /// Earlier beers count even if the query does not select them.
    package var firstTimes: Int
    /// The beers with the highest ratings, the best and then the newest first, one of each label.
    package var best: [BestBeer]
    /// The id of the newest beer: the first of the period in a list by date, newest first.
    package var newest: Int64

    /// Creates a period.
    package init(
      year: Int, month: Int?, beerCount: Int, ratedCount: Int = 0, ratingSum: Double = 0,
      firstTimes: Int = 0, best: [BestBeer] = [], newest: Int64
    ) {
      self.year = year
      self.month = month
      self.newest = newest
      self.firstTimes = firstTimes
      self.beerCount = beerCount
      self.ratedCount = ratedCount
      self.ratingSum = ratingSum
      self.best = best
    }

    /// The mean of the ratings, from 0 to 5; `nil` if no beer is rated.
    package var averageRating: Double? { ratedCount > 0 ? ratingSum / Double(ratedCount) : nil }
  }

  /// The periods with beers, the oldest first; the beers of a year whose month is unknown come before its months.
  package var periods: [Period]
  /// The number of beers without a date, or with a text that is not one.
  package var undatedCount: Int

  /// Creates a timeline; by default that of an empty diary.
  package init(periods: [Period] = [], undatedCount: Int = 0) {
    self.periods = periods
    self.undatedCount = undatedCount
  }
}
