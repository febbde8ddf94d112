import Terminal

extension PhotosScreen {
  /// Selects the clicked photo; a double click opens it in a viewer, and dragging moves it.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    let place = place(at: event.point, context)
    switch event.kind {
    case .press(let clicks):
      guard let place, pickedUp == nil else { return [] }
      select(place)
      pressed = place
      return [.notice(nil)] + (clicks == 2 ? [.perform(.viewPhoto)] : [])
    case .drag: return drag(to: place, in: context)
    case .release:
      defer { pressed = nil }
      return pressed != nil && pickedUp != nil ? [.perform(.drop)] : []
    case .wheelUp, .wheelDown: return []
    }
  }

  private mutating func drag(to place: Int?, in context: ScreenContext) -> [Intent] {
    guard let place, let pressed, pickedUp != nil || place != pressed else { return [] }
    if pickedUp == nil {
      // The action says why it is not available.
      guard context.isEnabled(.pickUp) else { return [.perform(.pickUp)] }
      pickUp(in: context)
    }
    select(place)
    return [.notice(nil)]
  }

  /// Returns the position of the photo at a point of the screen.
  private func place(at point: Point, _ context: ScreenContext) -> Int? {
    let grid = grid(context)
    guard context.layout.body.contains(point.row), point.column > 0 else { return nil }
    let column = (point.column - 1) / (grid.tileWidth + PhotoGrid.gap)
    let row = (point.row - context.layout.body.lowerBound) / grid.tileHeight
    let visible = visiblePlaces(context)
    let place = visible.lowerBound + row * grid.columns + column
    return column < grid.columns && visible.contains(place) ? place : nil
  }
}
