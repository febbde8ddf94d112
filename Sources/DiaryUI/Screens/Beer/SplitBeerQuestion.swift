import DiaryText

/// Whether to split a beer into one for each day on which its photos were taken.
struct SplitBeerQuestion: Question {
  typealias Owner = BeerScreen

  let beer: Int64
  let beerCount: Int
  /// The name of the beer; `nil` if it has none.
  let name: String?

  var question: String { question(about: nil) }
  var questionInWords: String { question(about: name) }
  var agreement: String { "split" }
  var refusal: String { "cancel" }

  private func question(about name: String?) -> String {
    let beer = name.map { "“\($0)” " } ?? ""
    return "Split \(beer)into \(NumberText.count(beerCount, "beer")), one for each day of its photos?"
  }

  func agree(changing screen: inout BeerScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.splitBeer(beer, in: context.appearance.timeZone)))]
  }
}
