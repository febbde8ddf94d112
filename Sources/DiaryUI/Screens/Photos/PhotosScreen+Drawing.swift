import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension PhotosScreen {
  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let photos = photos(state)
    let separator = "  \(state.environment.appearance.glyphs.separator) "
    let count = photos.isEmpty ? "photos" : NumberText.count(photos.count, "photo")
    var title = state.trashRemark + state.shownName + StyledLine(separator + count, theme.secondary)
    if let carried = state.screens.photos.carried,
      title.columns + aside(state).columns + 2 > state.layout.contentWidth
    {
      title = StyledLine("Moving \(carried.origin + 1): Enter drops it", theme.title)
    }
    ScreenFrame(
      title: title, aside: aside(state),
      status: StyledLine(status(state), state.environment.appearance.theme.secondary),
      position: position(state)
    ).draw(state, into: &canvas)
    guard !photos.isEmpty else { return drawMessage(state, into: &canvas) }
    drawTiles(state, into: &canvas)
  }

  private static func aside(_ state: AppState) -> String {
    guard let carried = state.screens.photos.carried else { return state.shownPosition }
    return "moving \(carried.origin + 1): arrows carry it, Enter drops it"
  }

  /// What the selected photo is, in full.
  private static func status(_ state: AppState) -> String {
    guard let photo = selected(state) else { return "" }
    let circumstances = photo.circumstances(state.environment.appearance)
    let facts = [photo.metadata.long, circumstances.isEmpty ? nil : circumstances]
    return facts.compactMap { $0 }.joined(separator: " \(state.environment.appearance.glyphs.separator) ")
  }

  private static func position(_ state: AppState) -> String {
    let count = photos(state).count
    guard count > 0 else { return "" }
    return "\(NumberText.count(state.screens.photos.place + 1)) of \(NumberText.count(count))"
  }

  private static func drawMessage(_ state: AppState, into canvas: inout Canvas) {
    let isRead = state.shown?.detail != nil
    let text = "This beer has no photos; a adds one."
    let lines = isRead ? [StyledLine(text, state.environment.appearance.theme.secondary)] : state.shownProblem
    BodyMessage(lines: lines).draw(state, into: &canvas)
  }

  private static func drawTiles(_ state: AppState, into canvas: inout Canvas) {
    let grid = grid(state)
    let visible = visiblePlaces(state)
    for place in visible {
      guard let photo = photo(at: place, state) else { continue }
      let slot = place - visible.lowerBound
      let origin = Point(
        column: 1 + slot % grid.columns * (grid.tileWidth + PhotoGrid.gap),
        row: state.layout.body.lowerBound + slot / grid.columns * grid.tileHeight)
      let tile = PhotoTile(photo: photo, place: place, grid: grid, state: state)
      for (row, line) in zip(origin.row..<state.layout.body.upperBound, tile.lines) {
        canvas.put(line, at: Point(column: origin.column, row: row), maxWidth: grid.tileWidth)
      }
      if place == state.screens.photos.place { canvas.cursor = origin }
    }
  }
}
