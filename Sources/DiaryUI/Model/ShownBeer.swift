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
  ///
  /// - Parameter generation: Returns the number of a new request.
  mutating func request(generation: () -> Int) -> BeerRequest? {
    guard isWanted, let id else { return nil }
    isWanted = false
    pending = BeerRequest(id: id, generation: generation())
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
    for kind in ScreenStates.kinds { screens[kind].beerChanged() }
  }

  /// Learns which beer it is once the list's rows have come.
  mutating func settleShownBeer() {
    guard let shown, shown.id == nil, let row = list.rows[shown.position] else { return }
    self.shown?.id = row.id
  }

  mutating func requestShownBeer() -> BeerRequest? {
    guard var shown else { return nil }
    defer { self.shown = shown }
    return shown.request { list.rows.nextGeneration() }
  }

  mutating func acceptBeer(_ request: BeerRequest, _ result: Result<BeerDetail?, StoreError>) {
    guard request == shown?.pending else { return }
    let before = shown?.detail?.photos ?? []
    shown?.accept(result, keepsPhotos: changes.photoMoves.isUnderWay(for: request.id))
    broadcastPhotos(before: before, isRead: true)
  }

  /// Lets the screens follow other photos of the beer that is shown.
  mutating func broadcastPhotos(before: [Photo], isRead: Bool) {
    let after = shown?.detail?.photos ?? []
    for kind in ScreenStates.kinds { screens[kind].photosChanged(from: before, to: after, isRead: isRead) }
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
