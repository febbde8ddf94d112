package import DiaryModel

/// A beer to be added.
package struct NewBeer: Hashable, Sendable {
  /// The fields of the new beer.
  package var fields: BeerFields
  /// The source and the id in it, by which the beer is recognized; `nil` for a beer that the user enters.
  package var origin: Origin?
  /// When the entry was created; `nil` for the current time.
  package var createdAt: DiaryDate?

  /// Creates a new beer, by default one that the user enters.
  package init(fields: BeerFields, origin: Origin? = nil, createdAt: DiaryDate? = nil) {
    self.fields = fields
    self.origin = origin
    self.createdAt = createdAt
  }
}
