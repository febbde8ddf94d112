import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// Actions of a beer's page, some of which are also actions of its photos.
extension Action {
  static let nextBeer = Action(
    "next-beer", .beers, "Next beer in the list",
    hint: Hint(with: { previousBeer }) { $0.screen == .photos ? "next beer" : "next, previous" },
    keys: [.character("n")], on: [.beer, .photos], [.worksWhileReading, .takesCount],
    when: \.withNeighbors
  ) { _ in [.stepBeer(by: 1)] }

  static let previousBeer = Action(
    "previous-beer", .beers, "Previous beer in the list", keys: [.character("N")], on: [.beer, .photos],
    [.worksWhileReading, .takesCount], when: \.withNeighbors
  ) { _ in [.stepBeer(by: -1)] }

  static let earlierTime: Action = Action(
    "earlier-time", .beers, "Earlier time that you had this beer",
    hint: Hint(with: { laterTime }) { _ in "times" }, keys: [.character("[")], on: [.beer],
    when: { $0.availability(ofTimeEarlierBy: 1) }
  ) { context in context.beer(earlierBy: 1).map { [Intent.selectTime($0)] } ?? [] }

  static let laterTime: Action = Action(
    "later-time", .beers, "Later time that you had this beer",
    hint: Hint { $0.isEnabled(.earlierTime) ? nil : "later" }, keys: [.character("]")], on: [.beer],
    when: { $0.availability(ofTimeEarlierBy: -1) }
  ) { context in context.beer(earlierBy: -1).map { [Intent.selectTime($0)] } ?? [] }

  static let allTimes = Action(
    "all-times", .beers, "Open the page with all times that you had this beer", hint: "all times",
    keys: [Key(.enter)], on: [.beer], when: \.withOtherTimes
  ) { _ in [.goTo(.label)] }

  static let splitLabel = Action(
    "split-label", .beers, "Count this time as another beer, with a label of its own",
    keys: [.character("O")], on: [.label, .beer], [.changesBeers, .followsChange], when: \.withOtherTimes
  ) { context in
    (context.currentBeer?.id).map { [.effect(.change(.splitLabel(ofBeer: $0)))] } ?? []
  }

  static let splitBeer = Action(
    "split-beer", .photos, "Split the beer into one for each day on which its photos were taken; asks first",
    keys: [.character("S")], on: [.beer], [.changesBeers, .followsChange], when: \.withPhotosOfSeveralDays
  ) { context in
    guard let beer = context.currentBeer?.id, let split = context.split else { return [] }
    let name = BeerText.readable(context.currentBeer?.detail?.beer.fields.name)
    return [.prompt(Prompt(SplitBeerQuestion(beer: beer, beerCount: split.beerCount, name: name)))]
  }

  static let onBeer: [Action] = [
    nextBeer, previousBeer, earlierTime, laterTime, allTimes, splitLabel, splitBeer,
  ]
}

extension ScreenContext {
  /// Enabled if the list has beers and the one on the screen was opened from it, rather than from a menu.
  fileprivate var withNeighbors: Availability {
    guard withListedBeer == .enabled else { return withListedBeer }
    // The palette or the help may be above the page.
    let screens = path.reversed().drop { $0 != .beer && $0 != .photos }
    let isOfList = screens.allSatisfy { [.list, .label, .beer, .photos].contains($0) }
    return Availability(isOfList, else: "This beer was not opened from the list.")
  }

  /// The beers with the label of the current beer, the newest first; empty if there is no other.
  fileprivate var times: [BeerListItem] { state(of: BeerScreen.self).times.items(with: currentBeer?.id) }

  /// Returns the beer that the user had so many times earlier than the current one; `nil` if there is none.
  ///
  /// - Parameter count: The number of times; negative for a later beer.
  fileprivate func beer(earlierBy count: Int) -> Int64? {
    state(of: BeerScreen.self).times.beer(earlierThan: currentBeer?.id, by: count)
  }

  /// Returns whether there is a beer so many times earlier than the current one, or later if `count` is negative.
  fileprivate func availability(ofTimeEarlierBy count: Int) -> Availability {
    guard let detail = currentBeer?.detail else { return Availability(beer(earlierBy: count) != nil) }
    guard let label = detail.label, label.times > 1 else { return .refused("You had this beer only once.") }
    if times.isEmpty { return .disabled }
    return Availability(
      beer(earlierBy: count) != nil, else: count > 0 ? "This is the first time." : "This is the last time.")
  }

  /// What a split of the current beer would make of it; `nil` if its photos are not of several days.
  fileprivate var split: BeerSplit? {
    currentBeer?.detail.flatMap { BeerSplit(of: $0, in: appearance.timeZone) }
  }

  /// Enabled if the photos of the current beer were taken on several days.
  fileprivate var withPhotosOfSeveralDays: Availability {
    guard currentBeer?.detail != nil else { return .disabled }
    return Availability(split != nil, else: "The photos of this beer were not taken on several days.")
  }

  /// Returns that the beer can be split, and the key for it: `Photos of 3 days · S splits it into 3 beers`.
  ///
  /// `nil` if it cannot be split.
  var splitOffer: String? {
    guard let split else { return nil }
    let count = split.beerCount
    let offer = key(of: .splitBeer).map { "\($0) splits it into \(NumberText.count(count, "beer"))" }
    return ["Photos of \(NumberText.count(count, "day"))", offer].compactMap { $0 }
      .joined(separator: " \(glyphs.separator) ")
  }
}
