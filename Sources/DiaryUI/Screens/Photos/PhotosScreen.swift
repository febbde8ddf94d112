import DiaryModel
import DiaryStore
import Terminal

/// The photos of one beer, to be seen and put in order.
enum PhotosScreen: ScreenBehavior {
  static func move(_ move: Move, in state: inout AppState) {
    state.screens.photos.place = grid(state).place(
      from: state.screens.photos.place, move, count: photos(state).count)
  }

  /// Moves the photo under the cursor to a place, and says so if it is there.
  static func movePhoto(to target: Int, in state: inout AppState) -> [Effect] {
    let effects = state.movePhoto(at: state.screens.photos.cursor, to: target)
    guard effects.isEmpty else { return effects }
    state.notice = Notice(text: target <= 0 ? "This photo is the first." : "This photo is the last.")
    return []
  }

  static func pickUp(in state: inout AppState) {
    guard let photo = selected(state) else { return }
    let cursor = state.screens.photos.cursor
    state.screens.photos.carried = .init(photo: photo.id, origin: cursor, target: cursor)
  }

  static func drop(in state: inout AppState) -> [Effect] {
    guard let carried = state.screens.photos.carried else { return [] }
    state.screens.photos.carried = nil
    state.screens.photos.cursor = carried.origin
    return state.movePhoto(at: carried.origin, to: carried.target)
  }

  static func editCaption(in state: inout AppState) {
    guard let photo = selected(state) else { return }
    state.prompt = Prompt(CaptionPrompt(photo: photo.id), text: photo.caption ?? "")
  }

  static func settle(_ state: inout AppState) {
    state.screens.photos.settle(photos: photos(state), grid(state))
  }

  static func photos(_ state: AppState) -> [Photo] { state.shown?.detail?.photos ?? [] }

  static func grid(_ state: AppState) -> PhotoGrid {
    PhotoGrid(
      width: state.layout.contentWidth, height: state.layout.body.count, count: photos(state).count)
  }

  /// The photo that is seen at a place, which a carried one shifts.
  static func photo(at place: Int, _ state: AppState) -> Photo? {
    let photos = photos(state)
    let index = state.screens.photos.carried?.origin(ofPlace: place) ?? place
    return photos.indices.contains(index) ? photos[index] : nil
  }

  static func selected(_ state: AppState) -> Photo? { photo(at: state.screens.photos.place, state) }

  /// The places that are seen.
  static func visiblePlaces(_ state: AppState) -> Range<Int> {
    let grid = grid(state)
    let first = state.screens.photos.top * grid.columns
    return (first..<first + grid.rowsPerScreen * grid.columns).clamped(to: 0..<photos(state).count)
  }

  /// The photos in sight, then those a screen below and above.
  static func photosNear(_ state: AppState) -> [Int64] {
    let photos = photos(state)
    let visible = visiblePlaces(state)
    let below = (visible.upperBound..<visible.upperBound + visible.count).clamped(to: photos.indices)
    let above = (visible.lowerBound - visible.count..<visible.lowerBound).clamped(to: photos.indices)
    return visible.compactMap { photo(at: $0, state)?.id }
      + (Array(below) + Array(above)).map { photos[$0].id }
  }
}
