package import DiaryModel
package import DiaryStore
package import DiaryText
package import Foundation
package import Telemetry

/// A change that the user requests.
///
/// Changes are made in the order of the requests, and each is answered by ``Message/changed(_:_:)``.
package enum ChangeRequest: Hashable, Sendable {
  /// Adds a beer, or replaces the fields of one.
  ///
  /// `expecting` is their values when the user began to edit.
  case save(beer: Int64?, fields: BeerFields, expecting: BeerFields?)
  /// Adds a beer to the label of one that was drunk before, by the label's UUID, because ids are reused.
  case addAgain(BeerFields, toLabel: UUID)
  /// Moves beers to the trash; those that are there already stay as they are.
  case trash(IDSet)
  /// Moves beers from the trash back to the diary.
  case restore(IDSet)
  /// Sets one field of several beers to the same value; `nil` clears it.
  ///
  /// `expecting` is the value that the user has seen; `nil` if that is not known.
  case set(AssignableField, of: IDSet, to: JSONValue?, expecting: CommonValue? = nil)
  /// Permanently deletes what the user was asked about, if it is still in the trash, which cannot be undone.
  case emptyTrash(EmptiedTrash)
  /// Adds the image files at these paths to a beer; one that cannot be added does not keep the others from it.
  case addPhotos(beer: Int64, paths: [String])
  /// Moves a photo within its beer; the screen shows it before it is saved.
  case movePhoto(PhotoMove)
  /// Removes a photo, by its id, from its beer; its image stays until the trash is emptied.
  case removePhoto(Int64)
  /// Restores removed photos, the last one removed first, at their former positions.
  case restorePhotos([RemovedPhoto])
  /// Restores all removed photos of a beer at their former positions, without those whose addition was undone.
  case restoreAllPhotos(ofBeer: Int64)
  /// Sets the caption of a photo, by its id; `nil` removes it.
  case caption(photo: Int64, String?)
  /// Makes one label of several, given by UUID; the target stays.
  case mergeLabels([UUID], into: UUID)
  /// Keeps two labels, given by UUID, from being suggested as the same.
  case keepApart(UUID, UUID)
  /// Gives a beer a label of its own.
  case splitLabel(ofBeer: Int64)
  /// Splits a beer into one for each day on which its photos were taken.
  case splitBeer(Int64, in: TimeZone)
  /// Ends a conflict, as the user sees it, with the value at this index.
  case resolve(SyncConflict, choosing: Int)
  /// Ends conflicts, as the user sees them, with the preferred value; those without one stay.
  case resolveAll([SyncConflict], choosing: SyncConflict.Preference)
  /// Undoes changes that were made together.
  case undo([DiaryChange])
  /// Undoes a change in the log, which this session did not make.
  case undoLogged(LoggedChange)
  /// Redoes changes that were undone together, given as those that undid them.
  case redo([DiaryChange])
}

extension ChangeRequest {
  /// The number of beers that it changes in the same way; 0 for other changes.
  package var beerCount: Int {
    switch self {
    case .trash(let beers), .restore(let beers), .set(_, let beers, _, _): beers.count
    case .undo(let changes), .redo(let changes): changes.reduce(0) { $0 + $1.similarBeerCount }
    case .undoLogged(let change): change.changes.reduce(0) { $0 + $1.similarBeerCount }
    default: 0
    }
  }

  /// Whether the screen shows the change before it is saved, so that its answer changes nothing there.
  ///
  /// A change that is saved is not described in a sentence, and nothing is read again; for one that fails, the screen shows
  /// again what it showed before.
  package var isShownImmediately: Bool { if case .movePhoto = self { true } else { false } }

  /// What is recorded when the change is saved; `nil` for nothing.
  package var signal: Signal? { if case .movePhoto = self { .photoMoved } else { nil } }

  /// Whether it undoes or redoes changes of a single beer.
  var revertsOneBeer: Bool {
    switch self {
    case .undo(let changes), .redo(let changes): Set(changes.flatMap(\.beers)).count == 1
    default: false
    }
  }

  /// Whether it can be stopped while it is saved, because it may change very many beers.
  var canBeStopped: Bool {
    switch self {
    case .trash, .restore, .set, .emptyTrash, .undo, .undoLogged, .redo: true
    default: false
    }
  }
}

extension DiaryChange {
  /// The number of beers that were changed in the same way; 0 for other changes.
  fileprivate var similarBeerCount: Int {
    switch self {
    case .trashed(let beers), .adopted(let beers), .undoneAdoption(let beers): beers.count
    case .restored(let beers): beers.count
    case .fieldSet(let edit): edit.beerCount
    default: 0
    }
  }
}

/// The move of a photo to another position among those of its beer.
package struct PhotoMove: Hashable, Sendable {
  /// The id of the beer that has the photo.
  package let beerID: Int64
  /// The id of the photo.
  package let photoID: Int64
  /// The new position, from 0.
  package let index: Int

  package init(beerID: Int64, photoID: Int64, index: Int) {
    self.beerID = beerID
    self.photoID = photoID
    self.index = index
  }
}

/// The result of a change.
package struct ChangeOutcome: Hashable, Sendable {
  /// The changes that can be undone, the oldest first.
  package var changes: [DiaryChange]
  /// The beer to show.
  package var beer: Int64?
  /// The name of the changed beer, if it is a single one.
  package var subject: String?
  /// The position of that beer among those of its label, from 1 for the oldest; `nil` if it is not known.
  package var position: Int?
  /// How many beers the label of that beer has; `nil` if it is not known.
  package var times: Int?
  /// The formats of added photos that the program cannot show, such as `HEIC`.
  package var formatsWithoutPicture: Set<String> = []
  /// What was permanently deleted, if the trash was emptied.
  package var emptied: EmptiedTrash?
  /// The conflicts that the change has ended by writing their fields, each with only the values of other devices that
  /// this has discarded.
  package var discarded: [SyncConflict] = []
  /// The conflicts that the change has ended, also those of which it has discarded no value.
  package var endedConflicts: Set<SyncConflict.ID> = []
  /// Whether the changes are small enough for the log, so that they can be undone after this session.
  package var fitsLog = true
  /// Why the rest of the change failed.
  package var problem: Problem?

  package init(
    _ changes: [DiaryChange] = [], beer: Int64? = nil, emptied: EmptiedTrash? = nil, problem: Problem? = nil
  ) {
    self.changes = changes
    self.beer = beer
    self.emptied = emptied
    self.problem = problem
  }
}
