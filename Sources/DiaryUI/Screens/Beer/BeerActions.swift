import Terminal

// Actions that step from beer to beer, on a beer's page and on its photos.
extension Action {
  static let nextBeer = Action(
    "next-beer", .beers, "Next beer in the list",
    hint: Hint(with: { previousBeer }) { _ in "next, previous" },
    keys: [.character("n"), .character("]")], on: [.beer, .photos], when: \.withListedBeer
  ) { _ in [.stepBeer(by: 1)] }

  static let previousBeer = Action(
    "previous-beer", .beers, "Previous beer in the list", keys: [.character("N"), .character("[")],
    on: [.beer, .photos], when: \.withListedBeer
  ) { _ in [.stepBeer(by: -1)] }

  static let onBeer = [nextBeer, previousBeer]
}
