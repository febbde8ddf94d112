import Terminal

// Actions that step from beer to beer, on a beer's page and on its photos.
extension Action {
  static let nextBeer = Action(
    "next-beer", .beers, "Next beer in the list",
    hint: Hint(with: { previousBeer }) { _ in "next, previous" },
    keys: [.character("n")], on: [.beer, .photos], when: \.withListedBeer
  ) { _ in [.stepBeer(by: 1)] }

  static let previousBeer = Action(
    "previous-beer", .beers, "Previous beer in the list", keys: [.character("N")], on: [.beer, .photos],
    when: \.withListedBeer
  ) { _ in [.stepBeer(by: -1)] }

  static let earlierTime: Action = Action(
    "earlier-time", .beers, "Earlier time that you had this beer",
    hint: Hint(with: { laterTime }) { _ in "earlier, later" }, keys: [.character("[")], on: [.beer],
    when: { $0.availability(ofTimeBefore: 1) }
  ) { context in context.timeBefore(by: 1).map { [Intent.selectTime($0)] } ?? [] }

  static let laterTime: Action = Action(
    "later-time", .beers, "Later time that you had this beer",
    hint: Hint { $0.isEnabled(.earlierTime) ? nil : "later" }, keys: [.character("]")], on: [.beer],
    when: { $0.availability(ofTimeBefore: -1) }
  ) { context in context.timeBefore(by: -1).map { [Intent.selectTime($0)] } ?? [] }

  static let onBeer = [nextBeer, previousBeer, earlierTime, laterTime]
}
