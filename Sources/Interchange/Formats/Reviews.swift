// Reviews with five partial scores.
extension Dialect {
  /// Reviews of BeerAdvocate: five scores from 1 to 5, the time in Unix seconds.
  package static let beerAdvocate = Dialect(
    "beeradvocate", "a list of BeerAdvocate reviews", sourceName: "BeerAdvocate", headings: reviewHeadings
  ) { keys in
    isReview(keys) && keys.isSuperset(of: ["reviewoverall", "breweryname"])
  }

  /// Ratings of RateBeer: scores out of 10, 5, 10, 5 and 20.
  package static let rateBeer = Dialect(
    "ratebeer", "a list of RateBeer ratings", sourceName: "RateBeer", headings: reviewHeadings,
    isRecognized: isReview)

  private static let scoreNames: [BeerField: [String]] = [
    .aroma: ["aroma"], .appearance: ["appearance"], .taste: ["taste", "flavor", "flavour"],
    .palate: ["palate", "mouthfeel"], .overall: ["overall"],
  ]

  private static let reviewHeadings: [BeerField: [String]] = {
    var headings = scoreNames.mapValues { $0.flatMap { ["review" + $0, $0] } }
    // The site's own total. In a review, names such as `score` mean a part of it.
    headings[.rating] = ["rating", "myrating", "yourrating", "totalscore", "total", "score", "avg"]
    return headings
  }()

  @Sendable private static func isReview(_ keys: Set<String>) -> Bool {
    let bare = Set(keys.map { $0.hasPrefix("review") ? String($0.dropFirst(6)) : $0 })
    return bare.isSuperset(of: ["aroma", "appearance", "overall"])
      && [BeerField.palate, .taste].allSatisfy { !bare.isDisjoint(with: scoreNames[$0] ?? []) }
  }
}
