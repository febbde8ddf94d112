import DiaryModel

extension DiaryChange {
  /// The id of the only beer that the change affects; `nil` if it affects several, or is an import.
  package var onlyBeer: Int64? {
    switch self {
    case .added(let beer), .undoneAddition(let beer, _): beer.id
    case .edited(let edit): edit.beer
    case .fieldSet(let edit): edit.beerCount == 1 ? edit.groups.first?.beers.first : nil
    case .imported, .undoneImport: nil
    case .trashed(let beers): beers.count == 1 ? beers.first : nil
    case .restored(let beers): beers.count == 1 ? beers.first?.beer : nil
    case .movedPhoto(let photo, _, _), .addedPhoto(let photo, _), .removedPhoto(let photo, _): photo.beer
    case .captioned(_, let beer, _, _, _): beer
    case .labels(let change): change.changedBeers.count == 1 ? change.changedBeers.first : nil
    case .splitBeer, .undoneSplit: nil
    }
  }

  /// Returns whether the change can no longer be undone, because something that it affects was deleted for good.
  package func cannotBeUndone(after emptied: EmptiedTrash) -> Bool {
    switch self {
    case .added(let beer): emptied.beers.contains(beer.id)
    // The rest of the import can still be undone.
    case .undoneAddition, .imported: false
    // The whole trash was emptied, and the beers of the import were in it.
    case .undoneImport: !emptied.beers.isEmpty || !emptied.photos.isEmpty
    case .edited(let edit): emptied.beers.contains(edit.beer)
    case .fieldSet(let edit): edit.groups.contains { $0.beers.contains(where: emptied.beers.contains) }
    case .trashed(let beers): beers.contains(where: emptied.beers.contains)
    case .restored(let beers): beers.contains { emptied.beers.contains($0.beer) }
    case .movedPhoto(let photo, _, _), .addedPhoto(let photo, _), .removedPhoto(let photo, _):
      emptied.beers.contains(photo.beer) || emptied.photos.contains(photo.photo)
    case .labels(let change): change.changedBeers.contains(where: emptied.beers.contains)
    case .splitBeer(let split):
      split.isLost(in: emptied) || split.added.contains { emptied.beers.contains($0.id) }
    // The new beers do not exist.
    case .undoneSplit(let split, _): split.isLost(in: emptied)
    case .captioned(let photo, let beer, _, _, _):
      emptied.beers.contains(beer) || emptied.photos.contains(photo)
    }
  }
}

extension DiaryChange.Split {
  /// Returns whether the beer or one of the moved photos was deleted for good.
  fileprivate func isLost(in emptied: EmptiedTrash) -> Bool {
    emptied.beers.contains(beer) || photos.contains { emptied.photos.contains($0.from.photo) }
  }
}
