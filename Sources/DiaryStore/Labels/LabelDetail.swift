package import DiaryModel

/// A label with its beers, as the label's page shows it.
package struct LabelDetail: Hashable, Sendable {
  /// The maximum number of photos; each beer has a screen that shows all of its own.
  package static let maxPhotos = 300

  /// The label with its numbers.
  package var label: Label
  /// The beers of the diary with the label, the newest first; never empty.
  package var beers: [BeerListItem]
  /// The beginnings of the beers' notes by the ids of the beers, without beers that have no notes.
  package var notes: [Int64: String]
  /// The first ``maxPhotos`` photos: those of each beer in their order, beer after beer.
  package var photos: [Photo]

  /// The number of photos of all beers.
  package var photoCount: Int { beers.reduce(0) { $0 + $1.photoCount } }

  /// Combines a label with its beers.
  package init(label: Label, beers: [BeerListItem], notes: [Int64: String] = [:], photos: [Photo] = []) {
    self.label = label
    self.beers = beers
    self.notes = notes
    self.photos = photos
  }
}
