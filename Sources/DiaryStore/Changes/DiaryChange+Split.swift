package import DiaryModel

extension DiaryChange {
  /// The split of a beer into one for each day on which its photos were taken.
  package struct Split: Hashable, Sendable {
    /// The id of the beer that was split.
    package let beer: Int64
    /// The new beers, the earliest day first; at least one.
    package let added: [Beer]
    /// The photos that were moved to the new beers, in the order that they had.
    let photos: [MovedPhoto]
    let updatedAt: String

    /// The name of all the beers; `nil` if they have none.
    package var name: String? { added.first?.fields.name }
    /// The number of beers after the split.
    package var beerCount: Int { added.count + 1 }
  }

  /// A photo that was moved to another beer.
  struct MovedPhoto: Hashable, Sendable {
    let from: PhotoPlacement
    let to: PhotoPlacement
  }
}
