import DiaryModel
import DiaryStore

/// Photos that are being moved.
///
/// Moves are shown immediately, and confirmed or reverted when the store answers.
struct PhotoMoves: Hashable, Sendable {
  private struct UnderWay: Hashable, Sendable {
    var count: Int
    /// The last order that the store confirmed.
    var confirmed: [Photo]
  }

  /// About half a second.
  private static let patience = 6

  private var beers: [Int64: UnderWay] = [:]
  private var ticksWithoutAnswer = 0

  var isAnyUnderWay: Bool { !beers.isEmpty }

  /// Whether the answer takes so long that another program must have locked the diary.
  var isSlow: Bool { isAnyUnderWay && ticksWithoutAnswer >= Self.patience }

  /// Counts the ticks without an answer.
  mutating func tick() { ticksWithoutAnswer = isAnyUnderWay ? ticksWithoutAnswer + 1 : 0 }

  func isUnderWay(for beerID: Int64) -> Bool { beers[beerID] != nil }

  /// Adds a move; `photos` is the order before it.
  mutating func begin(_ move: PhotoMove, photos: [Photo]) {
    beers[move.beerID, default: UnderWay(count: 0, confirmed: photos)].count += 1
  }

  /// Handles an answer.
  ///
  /// - Parameter photos: The new order in the store; `nil` if the photo was not moved, or the order could not be read.
  /// - Returns: The order to show; `nil` while later moves of the same beer are outstanding, which the screen already
  ///   shows.
  mutating func end(_ move: PhotoMove, photos: [Photo]?) -> [Photo]? {
    ticksWithoutAnswer = 0
    guard var state = beers[move.beerID] else { return nil }
    state.count -= 1
    if let photos { state.confirmed = photos }
    beers[move.beerID] = state.count > 0 ? state : nil
    return state.count > 0 ? nil : state.confirmed
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

  /// Shows the order in the store after a move; `photos` is `nil` if that is not known.
  mutating func finishMove(_ move: PhotoMove, photos: [Photo]?) {
    guard let confirmed = changes.photoMoves.end(move, photos: photos) else { return }
    show(confirmed, of: move.beerID)
    // Items that are being read may be from before the move.
    if list.window.isReading { list.window.invalidate(listMayHaveChanged: false) }
    if currentBeer?.id == move.beerID, currentBeer?.pending != nil { currentBeer?.invalidate() }
  }

  /// Shows a beer's photos in this order on all screens; the cursor stays on its photo.
  private mutating func show(_ photos: [Photo], of beerID: Int64) {
    list.window.show(photos, of: beerID)
    guard currentBeer?.id == beerID else { return }
    let before = currentBeer?.detail?.photos ?? []
    currentBeer?.show(photos)
    broadcastPhotos(before: before, isRead: false)
  }
}
