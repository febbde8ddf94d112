import DiaryModel
import DiaryStore

/// The beers of a label: the times that the user had a beer.
struct LabelTimes: Hashable, Sendable {
  /// The newest first; those of another label until the requested ones have been read.
  private var items: [BeerListItem] = []
  private var requested: TimesRequest?
  private var generation = 0
  /// Whether an answer is outstanding.
  private(set) var isAwaited = false

  /// Returns a request for the beers of a label, once until the diary changes; `nil` if it has a single one.
  mutating func request(_ label: BeerLabel) -> TimesRequest? {
    guard label.times > 1, requested?.label != label.uuid else { return nil }
    generation += 1
    let request = TimesRequest(label: label.uuid, generation: generation)
    requested = request
    isAwaited = true
    return request
  }

  /// Requests the beers again; the current ones stay until the answer.
  mutating func invalidate() { requested = nil }

  mutating func handle(_ message: Message) {
    switch message {
    case .times(let request, let result) where request == requested:
      isAwaited = false
      if case .success(let items) = result { self.items = items }
    case .changed(_, .success), .imported, .storeChanged: invalidate()
    default: break
    }
  }

  /// Returns the beers with the label of a beer, the newest first; empty if it has no other, or until they are read.
  func items(with beer: Int64?) -> [BeerListItem] {
    items.count > 1 && items.contains { $0.id == beer } ? items : []
  }

  /// Returns the beer that the user had so many times earlier than another one; `nil` if there is none.
  ///
  /// - Parameter count: The number of times; negative for a later beer.
  func beer(earlierThan beer: Int64?, by count: Int) -> Int64? {
    let items = items(with: beer)
    guard let index = items.firstIndex(where: { $0.id == beer }), items.indices.contains(index + count) else {
      return nil
    }
    return items[index + count].id
  }
}
