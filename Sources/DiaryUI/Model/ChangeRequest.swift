package import DiaryModel
package import DiaryStore
package import DiaryText

/// A change that the user asks the store for.
///
/// They are made in the order in which they were asked for, each answered by ``Message/changed(_:_:)``.
package enum ChangeRequest: Hashable, Sendable {
  /// Adds a beer, or replaces the fields of one.
  ///
  /// `expecting` is what they were when the user began.
  case save(beer: Int64?, fields: BeerFields, expecting: BeerFields?)
  case trash(IDSet)
  case restore(IDSet)
  /// Gives beers the same value in one field, `nil` for none.
  case set(AssignableField, of: IDSet, to: JSONValue?)
  case emptyTrash
  case addPhotos(beer: Int64, paths: [String])
  case movePhoto(PhotoMove)
  case removePhoto(Int64)
  case caption(photo: Int64, String?)
  case undo(DiaryChange)
  case redo(DiaryChange)
}

extension ChangeRequest {
  /// How many beers it changes alike; 0 if it is about something else.
  package var beerCount: Int {
    switch self {
    case .trash(let beers), .restore(let beers), .set(_, let beers, _): beers.count
    case .undo(.trashed(let beers)), .redo(.trashed(let beers)): beers.count
    case .undo(.restored(let beers)), .redo(.restored(let beers)): beers.count
    case .undo(.fieldSet(let edit)), .redo(.fieldSet(let edit)): edit.beerCount
    default: 0
    }
  }
}

/// Moves a photo to another place among those of its beer.
package struct PhotoMove: Hashable, Sendable {
  package let beerID: Int64
  package let photoID: Int64
  /// The new place, from 0.
  package let index: Int

  package init(beerID: Int64, photoID: Int64, index: Int) {
    self.beerID = beerID
    self.photoID = photoID
    self.index = index
  }
}

/// What a change has done.
package struct ChangeOutcome: Hashable, Sendable {
  /// What can be taken back, the oldest first.
  package var changes: [DiaryChange]
  /// The beer that is to be seen now.
  package var beer: Int64?
  /// The name of the only beer that it is about.
  package var subject: String?
  /// The photos of the beer, in their new order, if one of them was moved.
  package var photos: [Photo]?
  package var emptied: EmptiedTrash?
  /// Why the rest of it could not be done.
  package var problem: Problem?

  package init(
    _ changes: [DiaryChange] = [], beer: Int64? = nil, photos: [Photo]? = nil, emptied: EmptiedTrash? = nil,
    problem: Problem? = nil
  ) {
    self.changes = changes
    self.beer = beer
    self.photos = photos
    self.emptied = emptied
    self.problem = problem
  }
}
