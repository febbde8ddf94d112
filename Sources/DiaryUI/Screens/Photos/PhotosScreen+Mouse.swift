import Terminal

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
      pickUp(in: context)
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
