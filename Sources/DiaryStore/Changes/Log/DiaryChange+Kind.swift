import DiaryModel

extension DiaryChange {
  /// The kind of a change.
  ///
  /// The raw values are stored and printed as JSON, so they never change.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A beer was added.
    case added
    /// A beer that was added was deleted again.
    case undoneAddition = "addition_undone"
    /// The fields of one beer were changed.
    case edited
    /// A field of several beers was set.
    case fieldSet = "field_set"
    /// A file was imported.
    case imported
    /// An import was undone.
    case undoneImport = "import_undone"
    /// The beers of another diary were added.
    case adopted
    /// An adoption was undone.
    case undoneAdoption = "adoption_undone"
    /// Beers were moved to the trash.
    case trashed
    /// Beers were restored from the trash.
    case restored
    /// A photo was given another position among those of its beer.
    case movedPhoto = "photo_moved"
    /// Photos were added, or removed ones restored.
    case addedPhoto = "photo_added"
    /// Photos were removed; they stay in the diary until the trash is emptied.
    case removedPhoto = "photo_removed"
    /// The caption of a photo was changed.
    case captioned = "photo_captioned"
    /// Labels were merged, split, kept apart or edited.
    case labels
    /// A beer was split into one for each day.
    case splitBeer = "beer_split"
    /// The beers of a split became one beer again.
    case undoneSplit = "split_undone"
    /// A conflict between devices was resolved.
    case resolved = "conflict_resolved"

    /// The kind of the change that undoes one of this kind.
    var reversed: Kind {
      switch self {
      case .added: .undoneAddition
      case .undoneAddition: .added
      case .imported: .undoneImport
      case .undoneImport: .imported
      case .adopted: .undoneAdoption
      case .undoneAdoption: .adopted
      case .trashed: .restored
      case .restored: .trashed
      case .addedPhoto: .removedPhoto
      case .removedPhoto: .addedPhoto
      case .splitBeer: .undoneSplit
      case .undoneSplit: .splitBeer
      case .edited, .fieldSet, .movedPhoto, .captioned, .labels, .resolved: self
      }
    }
  }

  /// The kind of the change.
  package var kind: Kind {
    switch self {
    case .added: .added
    case .undoneAddition: .undoneAddition
    case .edited: .edited
    case .fieldSet: .fieldSet
    case .imported: .imported
    case .undoneImport: .undoneImport
    case .adopted: .adopted
    case .undoneAdoption: .undoneAdoption
    case .trashed: .trashed
    case .restored: .restored
    case .movedPhoto: .movedPhoto
    case .addedPhoto: .addedPhoto
    case .removedPhoto: .removedPhoto
    case .captioned: .captioned
    case .labels: .labels
    case .splitBeer: .splitBeer
    case .undoneSplit: .undoneSplit
    case .resolved: .resolved
    }
  }

  /// The change that undoes this one, for sentences about it; times that no sentence mentions are empty.
  var reversed: DiaryChange {
    switch self {
    case .added(let beer): .undoneAddition(beer)
    case .undoneAddition(let beer, _): .added(beer)
    case .edited(let edit):
      .edited(.init(beer: edit.beer, before: edit.after, after: edit.before, updatedAt: edit.updatedAt))
    case .fieldSet(let edit):
      .fieldSet(
        .init(
          field: edit.field,
          groups: edit.groups.map {
            .init(beers: $0.beers, before: $0.after, after: $0.before, updatedAt: $0.updatedAt)
          }))
    case .imported(let change):
      .undoneImport(
        .init(change: change, beerCount: change.beerCount, photoCount: change.photoCount, undoneAt: ""))
    case .undoneImport(let undone):
      .imported(
        .init(
          importID: undone.change.importID, beerCount: undone.importedCount, photoCount: undone.photoCount,
          finishedAt: "", changedCount: undone.changedCount,
          onlyPhotosChangedCount: undone.change.onlyPhotosChangedCount))
    case .adopted(let beers): .undoneAdoption(beers)
    case .undoneAdoption(let beers): .adopted(beers)
    case .trashed(let beers): .restored(beers.map { .init(beer: $0, deletedAt: "") })
    case .restored(let beers): .trashed(beers.map(\.beer))
    case .movedPhoto(let photo, let from, let updatedAt):
      .movedPhoto(
        .init(photo: photo.photo, uuid: photo.uuid, beer: photo.beer, order: from), from: photo.order,
        updatedAt: updatedAt)
    case .addedPhoto(let photo, let updatedAt): .removedPhoto(photo, updatedAt: updatedAt)
    case .removedPhoto(let photo, let updatedAt): .addedPhoto(photo, updatedAt: updatedAt)
    case .captioned(let photo, let beer, let from, let to, let updatedAt):
      .captioned(photo: photo, beer: beer, from: to, to: from, updatedAt: updatedAt)
    case .labels(let change): .labels(change.reversed)
    case .splitBeer(let split): .undoneSplit(split, labels: [:])
    case .undoneSplit(let split, _): .splitBeer(split)
    case .resolved(let resolution): .resolved(resolution.reversed)
    }
  }

  /// The beers whose `updated_at` is set back when the change is undone.
  var beersWithRestoredTime: [Int64] {
    switch self {
    case .edited, .fieldSet, .movedPhoto, .addedPhoto, .removedPhoto, .captioned: beers
    case .splitBeer(let split), .undoneSplit(let split, _): [split.beer]
    case .resolved(let resolution): resolution.change?.beersWithRestoredTime ?? []
    case .added, .undoneAddition, .imported, .undoneImport, .adopted, .undoneAdoption, .trashed, .restored,
      .labels:
      []
    }
  }
}
