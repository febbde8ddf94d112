import DiaryModel
import DiaryStore
import DiaryText
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

  mutating func pickUp(in context: ScreenContext) -> [Intent] {
    guard let photo = selectedPhoto(in: context) else { return [] }
    pickedUp = PickedUpPhoto(photo: photo.id, origin: cursor, target: cursor)
    let cancel = context.key(of: .putBack, on: .movingPhoto).map { ", \($0) puts it back" } ?? ""
    return saying(
      "Moving photo \(NumberText.count(cursor + 1)): \(movingKeys(context)) move it"
        + dropAdvice(context, after: ", ", of: " it") + cancel + ".", context)
  }

  mutating func putBack(in context: ScreenContext) -> [Intent] {
    pickedUp = nil
    return saying("Put back as photo \(position(context)).", context)
  }

  mutating func drop(in context: ScreenContext) -> [Intent] {
    guard let pickedUp else { return [] }
    let saying = saying("Placed as photo \(position(context)).", context)
    self.pickedUp = nil
    cursor = pickedUp.origin
    return (move(from: pickedUp.origin, to: pickedUp.target, in: context) ?? []) + saying
  }

  /// Says something in words; without them, it is visible.
  private func saying(_ text: String, _ context: ScreenContext) -> [Intent] {
    context.appearance.usesWords ? [.say(text)] : []
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
    switch result {
    case .success(let outcome):
      focus = outcome.changes.last?.remainingPhoto
      return closing + reopenPrompt(after: outcome, of: request, in: context)
    case .failure(let error): return closing + CaptionPrompt.reopen(after: error, of: request, in: context)
    }
  }

  func selection(in context: ScreenContext) -> Selection? {
    guard let beer = context.currentBeer, beer.detail != nil, !beer.isReading else { return nil }
    guard let photo = selectedPhoto(in: context) else { return Selection(id: "", words: "No photos.") }
    return Selection(id: String(photo.id), words: "photo \(position(context)), \(status(context))")
  }

  /// Undo is among them, because without words no sentence reports a move.
  func firstHints(in context: ScreenContext) -> [Action] {
    [.showPhoto, .undo, .movePhotoDown, .addPhoto, .removePhoto, .pickUp]
  }

  // MARK: - The grid

  mutating func clampScrolling(in context: ScreenContext) {
    let photos = context.photos
    let grid = grid(context)
    pickedUp = pickedUp?.following(photos)
    select(min(max(0, selectedIndex), max(0, photos.count - 1)))
    let row = selectedIndex / grid.columns
    top = max(top, row - grid.rowsPerScreen + 1)
    top = max(0, min(top, row, grid.rows(for: photos.count) - grid.rowsPerScreen))
  }

  private func grid(_ context: ScreenContext) -> PhotoGrid {
    PhotoGrid(
      width: context.layout.contentWidth, height: context.layout.body.count, count: context.photos.count,
      hasPictures: context.appearance.pictureMethod.drawsPictures,
      captions: context.photos.lazy.map(\.caption))
  }

  /// Returns the photo shown at an index, which depends on where a photo is being moved to.
  func photo(at index: Int, in context: ScreenContext) -> Photo? {
    let photos = context.photos
    let storedIndex = pickedUp?.storedIndex(ofPhotoShownAt: index) ?? index
    return photos.indices.contains(storedIndex) ? photos[storedIndex] : nil
  }

  func selectedPhoto(in context: ScreenContext) -> Photo? { photo(at: selectedIndex, in: context) }

  /// Returns the indexes of the visible photos.
  private func visibleIndexes(_ context: ScreenContext) -> Range<Int> {
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

// MARK: - Drawing

extension PhotosScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let photos = context.photos
    let separator = " \(context.glyphs.separator) "
    let count = photos.isEmpty ? "photos" : NumberText.count(photos.count, "photo")
    var title = context.trashLabel + context.currentBeerName + StyledLine(separator + count, theme.secondary)
    var trailing = trailing(context)
    if let pickedUp, title.columns + trailing.columns + 2 > context.layout.contentWidth {
      trailing = ""
      title = StyledLine(
        "Moving photo \(pickedUp.origin + 1)" + dropAdvice(context, after: ": "), theme.title)
    }
    ScreenFrame(
      title: title, trailing: trailing,
      status: StyledLine(status(context), context.theme.secondary),
      position: position(context)
    ).draw(context, into: &canvas)
    guard !photos.isEmpty else { return drawMessage(context, into: &canvas) }
    drawTiles(context, into: &canvas)
  }

  private func trailing(_ context: ScreenContext) -> String {
    guard let pickedUp else { return context.currentBeerPosition }
    return "moving photo \(pickedUp.origin + 1): \(movingKeys(context)) move"
      + dropAdvice(context, after: ", ")
  }

  /// The keys that move the photo: the arrows, unless the user has bound other keys.
  private func movingKeys(_ context: ScreenContext) -> String {
    let arrows: [(key: Key, action: Action)] = [
      (Key(.left), .moveLeft), (Key(.down), .moveDown), (Key(.up), .moveUp), (Key(.right), .moveRight),
    ]
    let actions = context.configuration.actions
    if arrows.allSatisfy({ actions.action(for: $0.key, on: .movingPhoto) == $0.action }) { return "arrows" }
    return arrows.compactMap { context.key(of: $0.action) }.joined(separator: "/")
  }

  /// The key that drops the photo, after a separator.
  private func dropAdvice(_ context: ScreenContext, after separator: String, of object: String = "") -> String
  {
    context.key(of: .drop, on: .movingPhoto).map { "\(separator)\($0) places\(object)" } ?? ""
  }

  /// The full description of the selected photo.
  private func status(_ context: ScreenContext) -> String {
    guard let photo = selectedPhoto(in: context) else { return "" }
    let circumstances = photo.circumstances(context.appearance)
    let facts = [
      BeerText.readable(photo.caption), context.description(ofImageOf: photo),
      circumstances.isEmpty ? nil : circumstances,
    ]
    return facts.compactMap { $0 }.joined(separator: " \(context.glyphs.separator) ")
  }

  private func position(_ context: ScreenContext) -> String {
    let count = context.photos.count
    guard count > 0 else { return "" }
    return "\(NumberText.count(selectedIndex + 1)) of \(NumberText.count(count))"
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let isRead = context.currentBeer?.detail != nil
    let text = context.sentence(
      "No photos yet.", press: (.addPhoto, "add one"), (.restorePhotos, "restore a removed one"))
    let lines = isRead ? [StyledLine(text, context.theme.secondary)] : context.currentBeerProblem
    BodyMessage(lines: lines).draw(context, into: &canvas)
  }

  private func drawTiles(_ context: ScreenContext, into canvas: inout Canvas) {
    let grid = grid(context)
    let visible = visibleIndexes(context)
    for index in visible {
      guard let photo = photo(at: index, in: context) else { continue }
      let slot = index - visible.lowerBound
      let origin = Point(
        column: 1 + grid.left + slot % grid.columns * (grid.tileWidth + PhotoGrid.gap),
        row: context.layout.body.lowerBound + slot / grid.columns * grid.tileHeight)
      let tile = PhotoTile(
        photo: photo, index: index, grid: grid, isSelected: index == selectedIndex,
        isPickedUp: index == selectedIndex && pickedUp != nil, context: context)
      for (row, line) in zip(origin.row..<context.layout.body.upperBound, tile.lines) {
        canvas.put(line, at: Point(column: origin.column, row: row), maxWidth: grid.tileWidth)
      }
      if index == selectedIndex { canvas.cursor = origin }
    }
  }
}

// MARK: - Mouse

extension PhotosScreen {
  /// Selects the clicked photo; a double click enlarges it, and dragging moves it.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    let index = index(at: event.point, context)
    switch event.kind {
    case .press(let clicks):
      guard let index, pickedUp == nil else { return [] }
      select(index)
      pressed = index
      return [.notice(nil)] + (clicks == 2 ? [.perform(.showPhoto)] : [])
    case .drag: return drag(to: index, in: context)
    case .release:
      defer { pressed = nil }
      return pressed != nil && pickedUp != nil ? [.perform(.drop)] : []
    case .wheelUp, .wheelDown: return []
    }
  }

  private mutating func drag(to index: Int?, in context: ScreenContext) -> [Intent] {
    guard let index, let pressed, pickedUp != nil || index != pressed else { return [] }
    if pickedUp == nil {
      // The action says why it is not available.
      guard context.isEnabled(.pickUp) else { return [.perform(.pickUp)] }
      _ = pickUp(in: context)
    }
    select(index)
    return [.notice(nil)]
  }

  /// Returns the index of the photo at a point of the screen.
  private func index(at point: Point, _ context: ScreenContext) -> Int? {
    let grid = grid(context)
    guard context.layout.body.contains(point.row), point.column > grid.left else { return nil }
    let column = (point.column - 1 - grid.left) / (grid.tileWidth + PhotoGrid.gap)
    let row = (point.row - context.layout.body.lowerBound) / grid.tileHeight
    let visible = visibleIndexes(context)
    let index = visible.lowerBound + row * grid.columns + column
    return column < grid.columns && visible.contains(index) ? index : nil
  }
}

// MARK: - Picked-up photos

/// A photo that was picked up and not dropped yet; the move is not saved.
struct PickedUpPhoto: Hashable, Sendable {
  let photo: Int64
  /// The photo's index in the stored order.
  var origin: Int
  /// The index at which it will be dropped.
  var target: Int

  /// Returns the index, in the stored order, of the photo that is shown at an index.
  func storedIndex(ofPhotoShownAt index: Int) -> Int {
    if index == target { return origin }
    if origin < target, (origin..<target).contains(index) { return index + 1 }
    if target < origin, (target + 1...origin).contains(index) { return index - 1 }
    return index
  }

  /// Returns the same photo among photos that may have changed; `nil` if it was removed.
  func following(_ photos: [Photo]) -> PickedUpPhoto? {
    if photos.indices.contains(origin), photos[origin].id == photo { return self }
    return photos.firstIndex { $0.id == photo }.map {
      PickedUpPhoto(photo: photo, origin: $0, target: target)
    }
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
