import DiaryModel

// A move is shown as soon as it is requested. With the answer, the photos keep the new order if it was saved, or get the
// earlier one back if it was refused.

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

/// The moves of one beer's photos that are shown and not saved yet.
struct UnsavedPhotoMoves: Hashable, Sendable {
  /// The oldest first.
  private var moves: [PhotoMove] = []

  /// Whether all moves were saved or refused.
  var isEmpty: Bool { moves.isEmpty }

  /// Adds the newest move.
  mutating func add(_ move: PhotoMove) { moves.append(move) }

  /// Removes a move that was saved or refused; returns whether it was among these.
  mutating func remove(_ move: PhotoMove) -> Bool {
    guard let index = moves.firstIndex(of: move) else { return false }
    moves.remove(at: index)
    return true
  }

  /// Returns a beer with its photos in the order that is shown.
  ///
  /// - Parameter saved: The beer as it was read, with the moves that are saved.
  func applied(to saved: BeerDetail) -> BeerDetail {
    moves.reduce(into: saved) { $0.photos.apply($1) }
  }
}

extension [Photo] {
  /// Moves a photo; does nothing if it is not among these.
  fileprivate mutating func apply(_ move: PhotoMove) {
    guard let index = firstIndex(where: { $0.id == move.photoID }) else { return }
    let photo = remove(at: index)
    insert(photo, at: Swift.min(move.index, count))
  }
}

extension CurrentBeer {
  /// Shows a move of one of its photos until the answer.
  fileprivate mutating func show(_ move: PhotoMove) {
    // What is being read may have the order before the move.
    if isReading { invalidate() }
    unsavedMoves.add(move)
  }

  /// Handles the answer to a move of one of its photos: one that was refused is no longer shown.
  fileprivate mutating func end(_ move: PhotoMove, isSaved: Bool) {
    if unsavedMoves.remove(move) {
      if isSaved { saved?.photos.apply(move) }
    } else {
      // The beer was opened after the move, and may have been read before it was saved.
      invalidate()
    }
  }
}

extension AppState {
  /// Shows a move that was requested, on the screen of its beer and in the list.
  mutating func showUnsaved(_ move: PhotoMove) -> [Effect] {
    guard currentBeer?.id == move.beerID else { return [] }
    currentBeer?.show(move)
    return showPhotosInList(of: move.beerID)
  }

  /// Handles the answer to a move: shows the earlier order again if it was refused.
  mutating func endShowing(_ move: PhotoMove, isSaved: Bool) -> [Effect] {
    if currentBeer?.id == move.beerID { currentBeer?.end(move, isSaved: isSaved) }
    let effects = isSaved ? [] : showPhotosInList(of: move.beerID)
    guard !changes.hasShownChange else { return effects }
    return effects
      + updateList { list in
        list.window.noteSavedPhotos()
        return []
      }
  }

  /// Shows the photos of a beer in the list as its own screen shows them.
  private mutating func showPhotosInList(of beer: Int64) -> [Effect] {
    let photos = currentBeer?.id == beer ? currentBeer?.detail?.photos : nil
    return updateList { list in
      list.window.setPhotos(photos, of: beer)
      return []
    }
  }
}
