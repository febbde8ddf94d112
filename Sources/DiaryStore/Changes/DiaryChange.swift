package import DiaryModel
package import Foundation

/// One change of the user's, as it was made: enough to take it back and to make it again.
///
/// `updatedAt` is the `updated_at` that the beer had before the change.
package enum DiaryChange: Hashable, Sendable {
  /// A beer, as it was when it was new.
  case added(Beer)
  /// A beer that was added is gone again, wholly.
  case withdrawn(Beer)
  case edited(BeerEdit)
  case fieldSet(FieldEdit)
  case imported(Import)
  /// The beers of an import went to the trash.
  case undoneImport(UndoneImport)
  /// Beers went to the trash.
  case trashed([Int64])
  /// Beers came back from the trash.
  case restored([TrashedBeer])
  case movedPhoto(PhotoPlacement, from: Int, updatedAt: String)
  case addedPhoto(PhotoPlacement, updatedAt: String)
  case removedPhoto(PhotoPlacement, updatedAt: String)
  case captioned(photo: Int64, beer: Int64, from: String?, to: String?, updatedAt: String)

  /// The fields of one beer before and after.
  package struct BeerEdit: Hashable, Sendable {
    package let beer: Int64
    package let before: BeerFields
    package let after: BeerFields
    let updatedAt: String
  }

  /// One field of many beers before and after.
  package struct FieldEdit: Hashable, Sendable {
    package let field: AssignableField
    /// Beers that had the same value and were changed last at the same time, so that a million take little room.
    let groups: [Group]

    package var beerCount: Int { groups.reduce(0) { $0 + $1.beers.count } }

    struct Group: Hashable, Sendable {
      let beers: [Int64]
      let before: JSONValue?
      let after: JSONValue?
      let updatedAt: String
    }
  }

  /// A beer that was in the trash, and since when.
  package struct TrashedBeer: Hashable, Sendable {
    package let beer: Int64
    let deletedAt: String
  }

  /// A photo and its place among its beer's, from 0.
  package struct PhotoPlacement: Hashable, Sendable {
    package let photo: Int64
    package let uuid: UUID
    package let beer: Int64
    package let order: Int

    package init(photo: Int64, uuid: UUID, beer: Int64, order: Int) {
      self.photo = photo
      self.uuid = uuid
      self.beer = beer
      self.order = order
    }
  }
}
