import DiaryModel
import SQLiteKit
import DiaryStore

/// The beer that a screen of its own shows: its place in the list, and what has been read of it.
struct ShownBeer: Hashable, Sendable {
  /// Its position in the list.
  var position: Int
  /// Unknown until the list's rows around the position have been read.
  var id: Int64?
  private(set) var detail: BeerDetail?
  /// It is gone, or could not be read.
  private(set) var failure: ChangeError?
  private var isWanted = true
  private(set) var pending: BeerRequest?

  init(position: Int, id: Int64?) {
    self.position = position
    self.id = id
  }

  /// Has it read again; what is there stays until then.
  mutating func invalidate() {
    isWanted = true
    pending = nil
    failure = nil
  }

  /// What has to be read, once.
  mutating func request(generation: Int) -> BeerRequest? {
    guard isWanted, let id else { return nil }
    isWanted = false
    pending = BeerRequest(id: id, generation: generation)
    return pending
  }

  /// Takes the beer in; with `keepsPhotos` the order on the screen is ahead of the store's and stays.
  mutating func accept(_ result: Result<BeerDetail?, StoreError>, keepsPhotos: Bool) {
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
  /// Shows the beer at a position of the list and takes the list's cursor there.
  mutating func showBeer(at position: Int) {
    list.scroll.cursor = position
    shown = ShownBeer(position: position, id: list.rows[position]?.id)
    screens.beer.offset = ScrollOffset()
    screens.photos = PhotosState()
  }

  /// Learns which beer it is once the list's rows have come.
  mutating func settleShownBeer() {
    guard let shown, shown.id == nil else { return }
    self.shown?.id = list.rows[shown.position]?.id
  }

  mutating func requestShownBeer() -> BeerRequest? {
    guard let request = shown?.request(generation: screens.beer.generation + 1) else {
      return nil
    }
    screens.beer.generation += 1
    return request
  }

  mutating func acceptBeer(_ request: BeerRequest, _ result: Result<BeerDetail?, StoreError>) {
    guard request == shown?.pending else { return }
    keepingPhotoCursor {
      $0.shown?.accept(result, keepsPhotos: $0.changes.photoMoves.isUnderWay(for: request.id))
    }
    if let focus = screens.photos.focus,
      let place = shown?.detail?.photos.firstIndex(where: { $0.id == focus })
    {
      screens.photos.cursor = place
    }
    screens.photos.focus = nil
  }

  /// Keeps the photos' cursor on its photo while their order changes.
  mutating func keepingPhotoCursor(_ change: (inout AppState) -> Void) {
    let before = shown?.detail?.photos ?? []
    let id = before.indices.contains(screens.photos.cursor) ? before[screens.photos.cursor].id : nil
    change(&self)
    if let id, let place = shown?.detail?.photos.firstIndex(where: { $0.id == id }) {
      screens.photos.cursor = place
    }
  }

  /// Steps through the list from a beer's own screen.
  mutating func stepBeer(by offset: Int) {
    guard let position = shown?.position, let count = list.rows.count, count > 0 else { return }
    let next = min(max(0, position + offset), count - 1)
    if next == position {
      notice = Notice(text: offset > 0 ? "This is the last beer." : "This is the first beer.")
    } else {
      showBeer(at: next)
    }
  }
}
