import DiaryText

/// Whether to split a beer into one for each day on which its photos were taken.
struct SplitBeerQuestion: Question {
  typealias Owner = BeerScreen

  let beer: Int64
  let beerCount: Int

  var question: String {
    "Split into \(NumberText.count(beerCount, "beer")), one for each day of its photos?"
  }
  var agreement: String { "split" }
  var refusal: String { "cancel" }

  func agree(changing screen: inout BeerScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.splitBeer(beer, in: context.appearance.timeZone)))]
  }
}
