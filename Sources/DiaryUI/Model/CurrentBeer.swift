import DiaryModel
import DiaryStore
import SQLiteKit

/// The beer on a screen of its own: its position in the list, and its data once it has been read.
///
/// A photo that the user moves is shown at its new position immediately. While moves have no answer, the beer is not
/// read again, because the order in the store is older than the one on the screen.
struct CurrentBeer: Hashable, Sendable {
  /// Its position in the list, or that of the beer from whose page its own was opened.
  var position: Int
  /// Whether the list has the beer at its position.
  private(set) var isListed: Bool
  /// `nil` until the list's items around the position have been read.
  var id: Int64?
  private(set) var detail: BeerDetail?
  /// Why the beer cannot be shown.
  private(set) var failure: ChangeError?
  private var needsReading = true
  private var pending: BeerRequest?
  /// The order before the moves of photos without an answer; `nil` if there are none.
  private var orderBeforeMoves: [Photo]?

  init(position: Int, id: Int64?, isListed: Bool = true) {
    self.position = position
    self.id = id
    self.isListed = isListed
  }

  /// Sets the position at which the list has the beer.
  mutating func setListed(at position: Int) {
    self.position = position
    isListed = true
  }

  /// Requests the beer again; the current data stays until the answer.
  mutating func invalidate() {
    needsReading = true
    pending = nil
    failure = nil
  }

  /// Returns a request for the beer, once.
  ///
  /// - Parameter generation: Returns the generation of a new request.
  mutating func request(generation: () -> Int) -> BeerRequest? {
    guard needsReading, orderBeforeMoves == nil, let id else { return nil }
    needsReading = false
    pending = BeerRequest(id: id, generation: generation())
    return pending
  }

  /// Applies the answer to the pending request; ignores any other.
  mutating func apply(_ request: BeerRequest, _ result: Result<BeerDetail?, StoreError>) {
    guard request == pending else { return }
    pending = nil
    switch result {
    case .success(let read?): detail = read
    case .success(nil):
      detail = nil
      failure = .noSuchBeer(id.map { String($0) } ?? "")
    case .failure(let error): failure = .store(error)
    }
  }

  /// Whether the beer is being read.
  var isReading: Bool { pending != nil }

  /// Whether photos are shown in an order that has not been saved yet.
  var isMovingPhotos: Bool { orderBeforeMoves != nil }

  /// Shows a photo at another position, and returns the move to request; `nil` if there is nothing to move.
  ///
  /// - Parameter isMoving: Whether earlier moves of the beer's photos have no answer.
  mutating func movePhoto(at index: Int, to target: Int, isMoving: Bool) -> PhotoMove? {
    guard let detail, index != target, detail.photos.indices.contains(index),
      detail.photos.indices.contains(target)
    else { return nil }
    // The answer to a request, or what was read since the beer was opened again, has the order before a move.
    if pending != nil || isMoving && orderBeforeMoves == nil { invalidate() }
    orderBeforeMoves = orderBeforeMoves ?? detail.photos
    var photos = detail.photos
    let photo = photos.remove(at: index)
    photos.insert(photo, at: target)
    self.detail?.photos = photos
    return PhotoMove(beerID: detail.beer.id, photoID: photo.id, index: target)
  }

  /// Handles the answer to a move.
  ///
  /// If it failed, the order before it is shown until the beer has been read, as after every change that failed.
  ///
  /// - Parameter isLast: Whether no other move of the beer's photos is without an answer.
  mutating func endMove(isMoved: Bool, isLast: Bool) {
    if !isMoved, let orderBeforeMoves { detail?.photos = orderBeforeMoves }
    guard isLast else { return }
    // The beer was opened again during the move, and may have been read before that was saved.
    if orderBeforeMoves == nil { invalidate() }
    orderBeforeMoves = nil
  }
}

extension AppState {
  /// Makes the beer at a position of the list the current one, and moves the list's cursor there.
  mutating func selectBeer(at position: Int) {
    select(CurrentBeer(position: position, id: list.window[position]?.id))
  }

  /// Makes a beer the current one, which need not be in the list.
  mutating func selectTime(_ id: Int64) {
    if let position = list.window.position(of: id) { return selectBeer(at: position) }
    select(CurrentBeer(position: list.scroll.cursor, id: id, isListed: false))
  }

  private mutating func select(_ beer: CurrentBeer) {
    currentBeer = beer
    for kind in ScreenStates.kinds { screens[kind].beerChanged(to: beer) }
  }

  /// Sets the beer's id after the list's items have been read.
  mutating func resolveCurrentBeerID() {
    guard let currentBeer, currentBeer.id == nil, let item = list.window[currentBeer.position] else { return }
    self.currentBeer?.id = item.id
  }

  mutating func requestCurrentBeer() -> [Effect] {
    guard var beer = currentBeer else { return [] }
    defer { currentBeer = beer }
    // Requests for the pane next to the list take their generations from the list, too, so that each is a different one.
    return updateList { list in
      beer.request { list.window.nextGeneration() }.map { [.effect(.loadBeer($0))] } ?? []
    }
  }

  /// Shows a photo of the current beer at its new position, and requests the move.
  mutating func movePhoto(at index: Int, to target: Int) -> [Effect] {
    let isMoving = currentBeer?.id.map { changes.isMovingPhotos(of: $0) } ?? false
    guard let move = currentBeer?.movePhoto(at: index, to: target, isMoving: isMoving) else { return [] }
    return showPhotosInList() + [.change(.movePhoto(move))]
  }

  /// Handles the answer to a move.
  mutating func endMove(_ move: PhotoMove, isMoved: Bool) -> [Effect] {
    let isLast = !changes.isMovingPhotos(of: move.beerID)
    var effects: [Effect] = []
    // Items that are being read may be from before the move.
    if isLast, list.window.isReading {
      effects += updateList { list in
        list.window.invalidate(listMayHaveChanged: false)
        return []
      }
    }
    guard currentBeer?.id == move.beerID else { return effects }
    currentBeer?.endMove(isMoved: isMoved, isLast: isLast)
    return effects + (isMoved ? [] : showPhotosInList())
  }

  /// Shows the moved photos in the list again, whose items were read before the move was saved.
  mutating func keepMovedPhotosInList() -> [Effect] {
    currentBeer?.isMovingPhotos == true ? showPhotosInList() : []
  }

  /// Shows the first photo of the current beer in the list as well.
  private mutating func showPhotosInList() -> [Effect] {
    guard let detail = currentBeer?.detail else { return [] }
    return updateList { list in
      list.window.setPhotos(detail.photos, of: detail.beer.id)
      return []
    }
  }

  /// Shows the next or a previous beer of the list on its own screen.
  mutating func stepBeer(by offset: Int) {
    guard let position = currentBeer?.position, let count = list.window.count, count > 0 else { return }
    let next = min(max(0, position + offset), count - 1)
    if next == position {
      notice = Notice(text: offset > 0 ? "This is the last beer." : "This is the first beer.")
    } else {
      selectBeer(at: next)
    }
  }
}
