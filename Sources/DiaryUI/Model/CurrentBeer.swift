import DiaryModel
import DiaryStore
import SQLiteKit

/// The beer on a screen of its own: its position in the list, and its data once it has been read.
///
/// A photo that the user moves is shown at its new position as soon as the move is requested. With the answer, it stays
/// there if the move was saved, or goes back if it was refused. Until then, the beer is not read again, because the store
/// may have some of the moves already.
struct CurrentBeer: Hashable, Sendable {
  /// Its position in the list, or that of the beer from whose page its own was opened.
  var position: Int
  /// Whether the list has the beer at its position.
  private(set) var isListed: Bool
  /// `nil` until the list's items around the position have been read.
  var id: Int64?
  /// What was read last, with the moves that are saved; of a deleted beer, what it was.
  ///
  /// Screens show ``detail``.
  private var saved: BeerDetail?
  /// The moves of its photos that are shown and not saved yet, the oldest first.
  private var unsavedMoves: [PhotoMove] = []
  /// Why the beer cannot be shown.
  private(set) var failure: EditError?
  private var needsReading = true
  private var pending: BeerRequest?

  init(position: Int, id: Int64?, isListed: Bool = true) {
    self.position = position
    self.id = id
    self.isListed = isListed
  }

  /// Whether the beer has been permanently deleted, by another program or another device.
  var isDeleted: Bool { if case .noSuchBeer = failure { true } else { false } }

  /// Its fields; of a deleted beer, those that it had; `nil` until it has been read.
  var fields: BeerFields? { saved?.beer.fields }

  /// Its data, with the photos in the order that the user gave them; `nil` until it has been read, and if it is deleted.
  var detail: BeerDetail? {
    if isDeleted { return nil }
    return saved.map { saved in unsavedMoves.reduce(into: saved) { $0.photos.apply($1) } }
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
    // A deleted beer rarely comes back.
    if !isDeleted { failure = nil }
  }

  /// Returns a request for the beer, once.
  ///
  /// - Parameter generation: Returns the generation of a new request.
  mutating func request(generation: () -> Int) -> BeerRequest? {
    guard needsReading, unsavedMoves.isEmpty, let id else { return nil }
    needsReading = false
    pending = BeerRequest(id: id, generation: generation())
    return pending
  }

  /// Applies the answer to the pending request; ignores any other.
  mutating func apply(_ request: BeerRequest, _ result: Result<BeerDetail?, StoreError>) {
    guard request == pending else { return }
    pending = nil
    switch result {
    case .success(let read?):
      saved = read
      failure = nil
    case .success(nil):
      isListed = false
      failure = .noSuchBeer(id.map { String($0) } ?? "")
    case .failure(let error): failure = .store(error)
    }
  }

  /// Whether the beer is being read.
  var isReading: Bool { pending != nil }

  /// Shows a move of one of its photos until the answer.
  mutating func show(_ move: PhotoMove) {
    // What is being read may have the order before the move.
    if isReading { invalidate() }
    unsavedMoves.append(move)
  }

  /// Handles the answer to a move of one of its photos; one that was refused is no longer shown.
  mutating func end(_ move: PhotoMove, isSaved: Bool) {
    if let index = unsavedMoves.firstIndex(of: move) {
      unsavedMoves.remove(at: index)
      if isSaved { saved?.photos.apply(move) }
    } else {
      // The beer was opened after the move, and may have been read before it was saved.
      invalidate()
    }
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

// MARK: - Moved photos

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
