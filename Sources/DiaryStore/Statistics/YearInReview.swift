package import DiaryModel

/// The beers of one year, in numbers and with the ones that stand out.
package struct YearInReview: Hashable, Sendable {
  /// The maximum number of the best beers.
  package static let maxBest = 5

  /// The figures of a year.
  package struct Figures: Hashable, Sendable {
    /// The number of beers.
    package var beers = 0
    /// The number of different beers.
    package var labels = 0
    /// The mean of the ratings of all beers, from 0 to 5; `nil` if none is rated.
    package var averageRating: Double?
    /// The number of different breweries; upper and lower case of ASCII letters are the same.
    package var breweries = 0
    /// The number of different styles, counted like breweries.
    package var styles = 0
    /// The number of different venues, counted like breweries.
    package var places = 0
    /// The number of different countries, counted like breweries.
    package var countries = 0

    /// Creates the figures of no beers.
    package init() {}
  }

  /// The beers of a month.
  package struct Month: Hashable, Sendable {
    /// The color of each beer in the order in which they were drunk, from 1 to 40 SRM; 0 if the style has no family.
    package var colors: [UInt8] = []
    /// The mean of the ratings; `nil` if none is rated.
    package var averageRating: Double?

    /// Creates a month without beers.
    package init(colors: [UInt8] = [], averageRating: Double? = nil) {
      self.colors = colors
      self.averageRating = averageRating
    }
  }

  /// A style, brewery or country that no beer of an earlier year has.
  package struct First: Hashable, Sendable {
    /// The name.
    package let value: String
    /// The local day of its first beer, such as `2024-05-31`; only the month or the year if no more is known.
    package let day: String
    /// The number of beers in the year.
    package let beers: Int

    /// Creates what was new on a day.
    package init(_ value: String, day: String, beers: Int) {
      self.value = value
      self.day = day
      self.beers = beers
    }
  }

  /// The longest time between two days with beers.
  package struct Break: Hashable, Sendable {
    /// The last day with a beer before the break.
    package let last: DiaryDate
    /// The first day with a beer after it.
    package let next: DiaryDate
    /// The number of days without a beer, from 1.
    package let days: Int

    /// Creates a break.
    package init(after last: DiaryDate, before next: DiaryDate, days: Int) {
      self.last = last
      self.next = next
      self.days = days
    }
  }

  /// The longest note.
  package struct Note: Hashable, Sendable {
    /// The beer that it is about.
    package let beer: BeerListItem
    /// The beginning of the note, as it is stored.
    package let text: String
    /// The length of the whole note in Unicode scalars.
    package let characterCount: Int

    /// Creates a note about a beer.
    package init(about beer: BeerListItem, text: String, characterCount: Int) {
      self.beer = beer
      self.text = text
      self.characterCount = characterCount
    }
  }

  /// The year, from 0 to 9999.
  package let year: Int
  /// All years with beers, the earliest first.
  package var years: [Int] = []
  /// The figures of the year; a beer of which only the year is known is counted as well.
  package var figures = Figures()
  /// The figures of the year before; `nil` if it has no beers.
  package var before: Figures?
  /// The twelve months.
  package var months = [Month](repeating: Month(), count: 12)
  /// The best rated beers, the best and then the latest first, one of each label.
  package var best: [BeerListItem] = []
  /// The number of different beers that no earlier year has.
  package var newLabels = 0
  /// The styles that no earlier beer has, in the order in which they came.
  package var newStyles: [First] = []
  /// The breweries that no earlier beer has, in the order in which they came.
  package var newBreweries: [First] = []
  /// The countries that no earlier beer has, in the order in which they came.
  package var newCountries: [First] = []
  /// The longest break within the year, the earlier one of equally long ones; `nil` if there is none.
  package var longestBreak: Break?
  /// The longest note; `nil` if there are no notes.
  package var longestNote: Note?

  /// Creates the review of a year without beers.
  package init(year: Int) { self.year = year }
}
