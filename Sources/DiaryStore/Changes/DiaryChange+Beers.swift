package import DiaryModel

extension DiaryChange {
  /// The beers that the change affects; none for an import.
  package var beers: [Int64] {
    switch self {
    case .added(let beer), .undoneAddition(let beer, _): [beer.id]
    case .edited(let edit): [edit.beer]
    case .fieldSet(let edit): edit.groups.flatMap(\.beers)
    case .imported, .undoneImport: []
    case .trashed(let beers), .adopted(let beers), .undoneAdoption(let beers): beers
    case .restored(let beers): beers.map(\.beer)
    case .movedPhoto(let photo, _, _), .addedPhoto(let photo, _), .removedPhoto(let photo, _): [photo.beer]
    case .captioned(_, let beer, _, _, _): [beer]
    case .labels(let change): change.changedBeers
    case .splitBeer(let split), .undoneSplit(let split, _): [split.beer] + split.added.map(\.id)
    case .resolved(let resolution): resolution.beers
    }
  }

  /// The photos that the change affects; none for an import.
  private var photos: [Int64] {
    switch self {
    case .movedPhoto(let photo, _, _), .addedPhoto(let photo, _), .removedPhoto(let photo, _): [photo.photo]
    case .captioned(let photo, _, _, _, _): [photo]
    case .splitBeer(let split), .undoneSplit(let split, _): split.photos.map(\.from.photo)
    case .resolved(let resolution): resolution.change?.photos ?? []
    case .added, .undoneAddition, .edited, .fieldSet, .imported, .undoneImport, .adopted, .undoneAdoption,
      .trashed, .restored, .labels:
      []
    }
  }

  /// The id of the only beer that the change affects; `nil` if it affects several, or is an import.
  package var onlyBeer: Int64? { beers.count == 1 ? beers.first : nil }

  /// The fields of the beer that the change added or edited, or whose addition it undid; `nil` for other changes.
  package var fields: BeerFields? {
    switch self {
    case .added(let beer), .undoneAddition(let beer, _): beer.fields
    case .edited(let edit): edit.after
    default: nil
    }
  }

  /// Returns whether the change can no longer be undone, because something that it affects was permanently deleted.
  package func cannotBeUndone(after emptied: EmptiedTrash) -> Bool {
    let hasLostPhotos = photos.contains(where: emptied.photos.contains)
    switch self {
    // What the import added was in the trash, and may be among what was deleted.
    case .undoneImport: return !emptied.beers.isEmpty || !emptied.photos.isEmpty
    // Undoing passes over beers that are no longer in the diary.
    case .adopted(let beers): return beers.allSatisfy(emptied.beers.contains)
    // Beers that the change had added do not exist.
    case .undoneAddition: return false
    case .undoneSplit(let split, _): return hasLostPhotos || emptied.beers.contains(split.beer)
    default: return hasLostPhotos || beers.contains(where: emptied.beers.contains)
    }
  }
}
