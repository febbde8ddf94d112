import Terminal

// Actions that lead from beer to beer, on the page of a beer and on its photos.
extension Action {
  static let nextBeer = Action(
    "next-beer", .beers, "The next beer of the list",
    hint: Hint(with: { previousBeer }) { _ in "next, previous" },
    keys: [.character("n"), .character("]")], on: [.beer, .photos], when: \.withListedBeer
  ) { _ in [.stepBeer(by: 1)] }

  static let previousBeer = Action(
    "previous-beer", .beers, "The previous beer of the list", keys: [.character("N"), .character("[")],
    on: [.beer, .photos], when: \.withListedBeer
  ) { _ in [.stepBeer(by: -1)] }

  static let onBeer = [nextBeer, previousBeer]
}
