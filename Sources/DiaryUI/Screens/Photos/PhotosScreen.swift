import DiaryModel
import DiaryStore
import Terminal

extension ScreenKind {
  /// The photos of one beer.
  package static let photos = ScreenKind(PhotosScreen.self, title: "Photos", [.undoes, .hasGrid]) {
    Action.onPhotos
  }
  /// The photos, while the user moves one of them.
  package static let movingPhoto = ScreenKind(mode: "Moving a photo", of: PhotosScreen.self, .hasGrid)
}

/// The photos of one beer, to view and reorder; the photos themselves are in ``CurrentBeer``.
struct PhotosScreen: Screen {
  private(set) var cursor = 0
  /// The ids of the photos at the end of the last message, by which the cursor stays on its photo.
  private var order: [Int64] = []
  /// The photo that was opened, added or changed last; the cursor moves to it as soon as it is among the photos.
  private var focus: Int64?
  /// The index of the first visible row of the grid.
  private var top = 0
  /// The photo that is being moved.
  private(set) var pickedUp: PickedUpPhoto?
  /// The index of the photo on which the mouse button was pressed, until it is released.
  var pressed: Int?

  var subject: String { "photos" }
  var mode: ScreenKind? { pickedUp == nil ? nil : .movingPhoto }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool { context.isReadingCurrentBeer }

  /// The index at which the selected photo is shown.
  var selectedIndex: Int { pickedUp?.target ?? cursor }

  /// Selects an index; a picked-up photo moves to it.
  mutating func select(_ index: Int) {
    if pickedUp == nil { cursor = index } else { pickedUp?.target = index }
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    select(grid(context).index(from: selectedIndex, move, count: context.photos.count))
  }

  // MARK: - Moving photos

  /// Moves the photo under the cursor by an offset, at most to an end.
  func movePhoto(by offset: Int, in context: ScreenContext) -> [Intent] {
    movePhoto(to: min(max(0, cursor + offset), context.photos.count - 1), in: context)
  }

  /// Moves the photo under the cursor to an index, or says that it is the first or last one.
  func movePhoto(to target: Int, in context: ScreenContext) -> [Intent] {
    move(from: cursor, to: target, in: context)
      ?? [.say(target <= 0 ? "This is already the first photo." : "This is already the last photo.")]
  }

  /// Returns the request to move a photo, which is shown at its new index immediately; `nil` if there is nothing to move.
  private func move(from index: Int, to target: Int, in context: ScreenContext) -> [Intent]? {
    let photos = context.photos
    guard let beer = context.currentBeer?.id, index != target, photos.indices.contains(index),
      photos.indices.contains(target)
    else { return nil }
    return [.effect(.change(.movePhoto(PhotoMove(beerID: beer, photoID: photos[index].id, index: target))))]
  }

  mutating func pickUp(in context: ScreenContext) {
    guard let photo = selectedPhoto(in: context) else { return }
    pickedUp = PickedUpPhoto(photo: photo.id, origin: cursor, target: cursor)
  }

  mutating func putBack() { pickedUp = nil }

  mutating func drop(in context: ScreenContext) -> [Intent] {
    guard let pickedUp else { return [] }
    self.pickedUp = nil
    cursor = pickedUp.origin
    return move(from: pickedUp.origin, to: pickedUp.target, in: context) ?? []
  }

  // MARK: - Following the beer

  mutating func beerChanged(to beer: CurrentBeer) { self = PhotosScreen() }

  /// Keeps the cursor on its photo, unless it has to move to another one.
  mutating func adapt(in context: ScreenContext) -> [Intent] {
    let before = order
    order = context.photos.map(\.id)
    if let focus, let index = order.firstIndex(of: focus) {
      cursor = index
      self.focus = nil
    } else if order != before, before.indices.contains(cursor),
      let index = order.firstIndex(of: before[cursor])
    {
      cursor = index
    }
    return []
  }

  mutating func select(photo: Int64, in context: ScreenContext) { focus = photo }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    guard case .changed(let request, let result) = message, !request.isShownImmediately else { return [] }
    let closing = closePrompt(of: request, in: context)
    guard case .success(let outcome) = result else { return closing }
    focus = outcome.changes.last?.remainingPhoto
    return closing + reopenPrompt(after: outcome, of: request, in: context)
  }

  // MARK: - Drawing

  mutating func clampScrolling(in context: ScreenContext) {
    let photos = context.photos
    let grid = grid(context)
    pickedUp = pickedUp?.following(photos)
    select(min(max(0, selectedIndex), max(0, photos.count - 1)))
    let row = selectedIndex / grid.columns
    top = max(top, row - grid.rowsPerScreen + 1)
    top = max(0, min(top, row, grid.rows(for: photos.count) - grid.rowsPerScreen))
  }

  func grid(_ context: ScreenContext) -> PhotoGrid {
    PhotoGrid(
      width: context.layout.contentWidth, height: context.layout.body.count, count: context.photos.count,
      hasPictures: context.appearance.pictureMethod.drawsPictures)
  }

  /// Returns the photo shown at an index, which depends on where a photo is being moved to.
  func photo(at index: Int, in context: ScreenContext) -> Photo? {
    let photos = context.photos
    let storedIndex = pickedUp?.storedIndex(ofPhotoShownAt: index) ?? index
    return photos.indices.contains(storedIndex) ? photos[storedIndex] : nil
  }

  func selectedPhoto(in context: ScreenContext) -> Photo? { photo(at: selectedIndex, in: context) }

  /// Returns the indexes of the visible photos.
  func visibleIndexes(_ context: ScreenContext) -> Range<Int> {
    let grid = grid(context)
    let first = top * grid.columns
    return (first..<first + grid.rowsPerScreen * grid.columns).clamped(to: 0..<context.photos.count)
  }

  /// The visible photos, then those a screen below and above.
  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    let photos = context.photos
    let visible = visibleIndexes(context)
    let below = (visible.upperBound..<visible.upperBound + visible.count).clamped(to: photos.indices)
    let above = (visible.lowerBound - visible.count..<visible.lowerBound).clamped(to: photos.indices)
    return visible.compactMap { photo(at: $0, in: context)?.id }
      + (Array(below) + Array(above)).map { photos[$0].id }
  }
}

extension DiaryChange {
  /// The photo that was added or changed; `nil` if it was removed, and for other changes.
  fileprivate var remainingPhoto: Int64? {
    switch self {
    case .movedPhoto(let placement, _, _), .addedPhoto(let placement, _): placement.photo
    case .captioned(let photo, _, _, _, _): photo
    default: nil
    }
  }
}
