package import DiaryModel
package import Foundation

/// A change that the user made, with everything that is needed to undo it and to redo it.
///
/// `updatedAt` is the `updated_at` that the beer had before the change, as it is stored.
package enum DiaryChange: Hashable, Sendable {
  /// A beer was added; the value is the new beer.
  case added(Beer)
  /// The addition of a beer was undone, and the beer was permanently deleted.
  ///
  /// `label` is the one that the user chose for the beer; `nil` if none.
  case undoneAddition(Beer, label: LabelChange.AssignedLabel? = nil)
  /// The fields of one beer were edited.
  case edited(BeerEdit)
  /// One field of several beers was set.
  case fieldSet(FieldEdit)
  /// Beers and photos were imported.
  case imported(Import)
  /// An import was undone, and its beers and photos were moved to the trash.
  case undoneImport(UndoneImport)
  /// Beers of another diary were added.
  case adopted([Int64])
  /// An adoption was undone, and those of its beers that were still in the diary were moved to the trash.
  case undoneAdoption([Int64])
  /// Beers were moved to the trash.
  case trashed([Int64])
  /// Beers were restored from the trash.
  case restored([TrashedBeer])
  /// A photo was moved; the placement is the new one, and `from` the previous position.
  case movedPhoto(PhotoPlacement, from: Int, updatedAt: String)
  /// A photo was added or restored.
  case addedPhoto(PhotoPlacement, updatedAt: String)
  /// A photo was removed; the placement is the one before.
  case removedPhoto(PhotoPlacement, updatedAt: String)
  /// The caption of a photo was changed; `nil` is no caption.
  case captioned(photo: Int64, beer: Int64, from: String?, to: String?, updatedAt: String)

  /// Labels were merged, split, kept apart or edited.
  case labels(LabelChange)
  /// A beer was split into one for each day on which its photos were taken.
  case splitBeer(Split)
  /// A split was undone, and the new beers were permanently deleted.
  ///
  /// `labels` are those that the user chose for the new beers, by the ids of these.
  case undoneSplit(Split, labels: [Int64: LabelChange.AssignedLabel])
  /// One of the values that devices wrote without seeing each other's was chosen, or the choice was undone.
  case resolved(Resolution)

  /// An edit of the fields of one beer.
  package struct BeerEdit: Hashable, Sendable {
    /// The id of the beer.
    package let beer: Int64
    /// All fields before the edit.
    package let before: BeerFields
    /// All fields after the edit.
    package let after: BeerFields
    let updatedAt: String
  }

  /// The assignment of a value to one field of several beers.
  package struct FieldEdit: Hashable, Sendable {
    /// The field that was set.
    package let field: AssignableField
    /// Beers with the same previous value and time of change are grouped, so that a million beers take little memory.
    let groups: [Group]

    /// The number of beers whose value changed.
    package var beerCount: Int { groups.reduce(0) { $0 + $1.beers.count } }

    /// The new values of the beers, each once; `nil` among them if the field was cleared.
    package var newValues: Set<JSONValue?> { Set(groups.map(\.after)) }

    struct Group: Hashable, Sendable {
      let beers: [Int64]
      let before: JSONValue?
      let after: JSONValue?
      let updatedAt: String
    }
  }

  /// A beer that was in the trash.
  package struct TrashedBeer: Hashable, Sendable {
    /// The id of the beer.
    package let beer: Int64
    /// When the beer was moved to the trash.
    let deletedAt: String
  }

  /// A photo and its position among the photos of its beer.
  package struct PhotoPlacement: Hashable, Sendable {
    /// The id of the photo.
    package let photo: Int64
    /// The UUID of the photo, which is compared as well as the id before the change is undone.
    package let uuid: UUID
    /// The id of the beer.
    package let beer: Int64
    /// The position, from 0.
    package let order: Int
    /// Whether the change that put the photo there restored one that the user had removed.
    package var isRestored = false

    /// Creates a placement.
    package init(photo: Int64, uuid: UUID, beer: Int64, order: Int) {
      self.photo = photo
      self.uuid = uuid
      self.beer = beer
      self.order = order
    }
  }
}
