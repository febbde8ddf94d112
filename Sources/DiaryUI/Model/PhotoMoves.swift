import DiaryModel
import DiaryStore

/// Photos that are being moved.
///
/// Moves are shown immediately. After the last one of a beer, its photos are read again.
struct PhotoMoves: Hashable, Sendable {
  private struct UnderWay: Hashable, Sendable {
    var count = 0
    /// The order before the first of these moves.
    let before: [Photo]
    /// Whether one of these moves has failed.
    var hasFailed = false
  }

  private var beers: [Int64: UnderWay] = [:]

  func isUnderWay(for beerID: Int64) -> Bool { beers[beerID] != nil }

  /// Adds a move; `photos` is the order before it.
  mutating func begin(_ move: PhotoMove, photos: [Photo]) {
    beers[move.beerID, default: UnderWay(before: photos)].count += 1
  }

  /// Handles an answer.
  ///
  /// - Returns: The order to show until the photos are read, if this was the last move of the beer and one has failed;
  ///   otherwise `nil`.
  mutating func end(_ move: PhotoMove, isMoved: Bool) -> [Photo]? {
    guard var state = beers[move.beerID] else { return nil }
    state.count -= 1
    state.hasFailed = state.hasFailed || !isMoved
    beers[move.beerID] = state.count > 0 ? state : nil
    return state.count == 0 && state.hasFailed ? state.before : nil
  }
}

extension AppState {
  /// Shows a photo at its new position immediately, and requests the move.
  mutating func movePhoto(at index: Int, to target: Int) -> [Effect] {
    guard let detail = currentBeer?.detail, index != target,
      detail.photos.indices.contains(index), detail.photos.indices.contains(target)
    else { return [] }
    var reordered = detail.photos
    let photo = reordered.remove(at: index)
    reordered.insert(photo, at: target)
    let move = PhotoMove(beerID: detail.beer.id, photoID: photo.id, index: target)
    changes.photoMoves.begin(move, photos: detail.photos)
    show(reordered, of: move.beerID)
    return [.change(.movePhoto(move))]
  }

  /// Reads the beer again after its last move, because another program may have moved photos as well.
  mutating func finishMove(_ move: PhotoMove, isMoved: Bool) {
    if let before = changes.photoMoves.end(move, isMoved: isMoved) { show(before, of: move.beerID) }
    guard !changes.photoMoves.isUnderWay(for: move.beerID), currentBeer?.id == move.beerID else { return }
    currentBeer?.invalidate()
  }

  /// Shows a beer's photos in this order on all screens; the cursor stays on its photo.
  private mutating func show(_ photos: [Photo], of beerID: Int64) {
    guard currentBeer?.id == beerID, let before = currentBeer?.detail?.photos else { return }
    currentBeer?.show(photos)
    broadcastPhotos(before: before, isMoved: true)
  }
}
