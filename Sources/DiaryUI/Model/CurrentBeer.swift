import DiaryModel
import DiaryStore
import SQLiteKit

/// The beer on a screen of its own: its position in the list, and its data once it has been read.
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
  private var isWanted = true
  private(set) var pending: BeerRequest?

  init(position: Int, id: Int64?, isListed: Bool = true) {
    self.position = position
    self.id = id
    self.isListed = isListed
  }

  /// Sets the position at which the list has the beer.
  mutating func list(at position: Int) {
    self.position = position
    isListed = true
  }

  /// Requests the beer again; the current data stays until the answer.
  mutating func invalidate() {
    isWanted = true
    pending = nil
    failure = nil
  }

  /// Returns a request for the beer, once.
  ///
  /// - Parameter generation: Returns the generation of a new request.
  mutating func request(generation: () -> Int) -> BeerRequest? {
    guard isWanted, let id else { return nil }
    isWanted = false
    pending = BeerRequest(id: id, generation: generation())
    return pending
  }

  /// Applies an answer; with `keepsPhotos`, the order on the screen is newer than the store's and stays.
  mutating func apply(_ result: Result<BeerDetail?, StoreError>, keepsPhotos: Bool) {
    pending = nil
    switch result {
    case .success(var read?):
      if keepsPhotos, let photos = detail?.photos { read.photos = photos }
      detail = read
    case .success(nil):
      detail = nil
      failure = .noSuchBeer(id.map { String($0) } ?? "")
    case .failure(let error): failure = .store(error)
    }
  }

  mutating func show(_ photos: [Photo]) { detail?.photos = photos }
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
    // The beer next to the list is requested as well.
    return updateList { list in
      beer.request { list.window.nextGeneration() }.map { [.effect(.loadBeer($0))] } ?? []
    }
  }

  mutating func applyBeer(_ request: BeerRequest, _ result: Result<BeerDetail?, StoreError>) {
    guard request == currentBeer?.pending else { return }
    let before = currentBeer?.detail?.photos ?? []
    currentBeer?.apply(result, keepsPhotos: changes.photoMoves.isUnderWay(for: request.id))
    broadcastPhotos(before: before, isMoved: false)
  }

  /// Notifies the screens of changed photos of the current beer.
  mutating func broadcastPhotos(before: [Photo], isMoved: Bool) {
    guard let beer = currentBeer?.id else { return }
    let after = currentBeer?.detail?.photos ?? []
    for kind in ScreenStates.kinds {
      screens[kind].photosChanged(of: beer, from: before, to: after, isMoved: isMoved)
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
