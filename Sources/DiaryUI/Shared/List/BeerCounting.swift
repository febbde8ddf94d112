import DiaryModel
import DiaryStore

/// A screen that counts the beers of the list, or those of the whole diary.
protocol BeerCounting: Screen {
  /// The beers that are counted.
  var counted: BeerQuery { get }

  /// Counts other beers.
  mutating func count(_ query: BeerQuery, in context: ScreenContext) -> [Intent]
}

extension BeerCounting {
  /// Switches between all beers of the diary and those of the list.
  mutating func switchCountedBeers(in context: ScreenContext) -> [Intent] {
    let intents = count(counted.hasAllBeers ? context.listedBeers : BeerQuery(), in: context)
    // The title says it otherwise, which a screen reader does not read.
    guard context.appearance.usesWords else { return intents }
    return intents + [
      .say(counted.hasAllBeers ? "Counting all beers." : "Counting the beers of the list.")
    ]
  }
}

extension ScreenContext {
  /// The query for the beers of the list, without its order.
  var listedBeers: BeerQuery {
    let listed = list.window.query.withExplicitRatings
    return BeerQuery(filter: listed.filter, search: listed.search)
  }
}

extension BeerQuery {
  /// Returns the query for those of the beers that match a filter.
  ///
  /// - Parameter isDistinct: Whether to list one beer of each label, unless the filter is on the ratings of beers: in such a
  ///   list, it would be on the mean rating.
  func and(_ filter: BeerFilter, isDistinct: Bool = false) -> BeerQuery {
    let shown = self.filter.and(filter)
    return BeerQuery(filter: shown, search: search, isDistinct: isDistinct && !shown.hasRating)
  }
}
