import Terminal

extension PhotosScreen {
  /// A click selects a photo, a double click opens it in a viewer, and a drag moves it to another place.
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
      // Says why.
      guard context.isEnabled(.pickUp) else { return [.perform(.pickUp)] }
      pickUp(in: context)
    }
    select(place)
    return [.notice(nil)]
  }

  /// The place of the photo that is seen at a point.
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
