import Terminal

extension Action {
  static let exportBeers = Action(
    "export", .program, "Export the beers in the list to a CSV, JSON, Markdown or GeoJSON file",
    keys: [.character("E")], on: [.list], when: { $0.unlessExporting($0.withListedBeer) }
  ) { context in
    let prompt = ExportPathPrompt(query: context.listedBeers, beerCount: context.list.countWithRepeats)
    return [.prompt(prompt.prompt(in: context))]
  }
  .alsoCalled("share", "print")
}

extension BeerList {
  /// The number of beers in the list, counting each of the beers of a label; `nil` while they are being counted.
  fileprivate var countWithRepeats: Int? {
    guard window.isCounted else { return nil }
    return isDistinct ? otherCount ?? count : count
  }
}
