import Terminal

extension PhotosScreen {
  /// A click selects a photo, a double click opens it in a viewer, and a drag carries it to another place.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] {
    let place = place(at: event.point, state)
    switch event.kind {
    case .press(let clicks):
      guard let place, state.screens.photos.carried == nil else { return [] }
      state.notice = nil
      (state.screens.photos.cursor, state.screens.photos.pressed) = (place, place)
      return clicks == 2 ? state.performHere(.viewPhoto) : []
    case .drag:
      drag(to: place, in: &state)
      return []
    case .release:
      defer { state.screens.photos.pressed = nil }
      return state.screens.photos.pressed != nil && state.screens.photos.carried != nil
        ? state.performHere(.drop) : []
    case .wheelUp, .wheelDown: return []
    }
  }

  private static func drag(to place: Int?, in state: inout AppState) {
    guard let place, let pressed = state.screens.photos.pressed else { return }
    if state.screens.photos.carried == nil {
      if place == pressed { return }
      _ = state.performHere(.pickUp)
    }
    state.screens.photos.carried?.target = place
  }

  /// The place of the photo that is seen at a point.
  private static func place(at point: Point, _ state: AppState) -> Int? {
    let grid = grid(state)
    guard state.layout.body.contains(point.row), point.column > 0 else { return nil }
    let column = (point.column - 1) / (grid.tileWidth + PhotoGrid.gap)
    let row = (point.row - state.layout.body.lowerBound) / grid.tileHeight
    let visible = visiblePlaces(state)
    let place = visible.lowerBound + row * grid.columns + column
    return column < grid.columns && visible.contains(place) ? place : nil
  }
}
