import DiaryModel
import DiaryStore

extension ScreenContext {
  /// The beers with the label of the current beer, the newest first; empty if there is no other.
  var times: [BeerListItem] { state(of: BeerScreen.self).times.items(with: currentBeer?.id) }

  /// Returns the beer that the user had so many times earlier than the current one; `nil` if there is none.
  ///
  /// - Parameter count: The number of times; negative for a later beer.
  func beer(earlierBy count: Int) -> Int64? {
    state(of: BeerScreen.self).times.beer(earlierThan: currentBeer?.id, by: count)
  }

  /// Returns whether there is a beer so many times earlier than the current one, or later if `count` is negative.
  func availability(ofTimeEarlierBy count: Int) -> Availability {
    guard let detail = currentBeer?.detail else { return Availability(beer(earlierBy: count) != nil) }
    guard let label = detail.label, label.times > 1 else { return .refused("You had this beer only once.") }
    if times.isEmpty { return .disabled }
    return Availability(
      beer(earlierBy: count) != nil, else: count > 0 ? "This is the first time." : "This is the last time.")
  }
}
