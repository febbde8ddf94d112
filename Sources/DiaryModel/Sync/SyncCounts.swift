/// How many beers, photos and labels have changes that devices exchange, or are to exchange.
package struct SyncCounts: Sendable, Hashable {
  /// The number of beers; one of which only photos have changed does not count.
  package var beers: Int
  /// The number of photos, also of removed ones.
  package var photos: Int
  /// The number of labels about which the user has decided something.
  package var labels: Int

  /// Creates counts, which are 0 by default.
  package init(beers: Int = 0, photos: Int = 0, labels: Int = 0) {
    self.beers = beers
    self.photos = photos
    self.labels = labels
  }

  /// Creates the counts from numbers by the kinds of their records: `beer`, `photo` and `label`; others do not count.
  package init(_ numbers: [String: Int]) {
    self.init(beers: numbers["beer"] ?? 0, photos: numbers["photo"] ?? 0, labels: numbers["label"] ?? 0)
  }

  /// The number of beers, photos and labels together.
  package var total: Int { beers + photos + labels }

  package static func + (left: SyncCounts, right: SyncCounts) -> SyncCounts {
    SyncCounts(
      beers: left.beers + right.beers, photos: left.photos + right.photos, labels: left.labels + right.labels)
  }
}
