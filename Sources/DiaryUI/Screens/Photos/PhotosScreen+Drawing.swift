import DiaryModel
import DiaryStore
import DiaryText
import Terminal

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
  private func dropAdvice(_ context: ScreenContext, after separator: String) -> String {
    context.key(of: .drop).map { "\(separator)\($0) drops" } ?? ""
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
    let text = context.sentence("No photos yet.", press: (.addPhoto, "add one"))
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
