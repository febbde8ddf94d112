import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension LabelScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let page = detail.map { LabelPage($0, in: context) }
    ScreenFrame(
      title: title(context), status: StyledLine(status(page, context), context.theme.secondary),
      position: position
    ).draw(context, into: &canvas)
    guard let page else { return drawMessage(context, into: &canvas) }
    canvas.cursor = Point(column: 0, row: context.layout.body.lowerBound)
    if page.isWide { drawHeaderAndTimes(page, context, into: &canvas) }
    drawRows(page, context, into: &canvas)
    for (row, line) in zip(context.layout.body, page.glass) {
      canvas.put(line, at: Point(column: page.glassColumn, row: row), maxWidth: context.layout.contentWidth)
    }
    guard let headerLine else { return }
    let first = context.layout.body.lowerBound - (page.isWide ? 0 : offset.top)
    canvas.cursor = Point(column: 0, row: headerLine < 0 ? 0 : first + headerLine)
  }

  /// The name of the beer; in words, also how often the user had it, which is read before the times.
  private func title(_ context: ScreenContext) -> StyledLine {
    guard let detail else { return context.currentBeerName }
    let name =
      BeerText.readable(detail.label.facts.name).map { StyledLine($0, context.theme.name) }
      ?? StyledLine(BeerText.missingName, context.theme.placeholder)
    guard context.appearance.usesWords else { return name }
    return name + StyledLine(", " + NumberText.count(detail.beers.count, "time"), context.theme.secondary)
  }

  /// The venue and the notes of the time under the cursor if its line cuts them, or the description of the photo.
  private func status(_ page: LabelPage?, _ context: ScreenContext) -> String {
    guard let page else { return "" }
    guard let photo = selectedPhoto else { return page.cutText(ofTime: times.cursor) ?? "" }
    let texts = [photo.metadata.long, photo.circumstances(context.appearance)]
    return texts.filter { !$0.isEmpty }.joined(separator: " \(context.glyphs.separator) ")
  }

  /// `3 of 12`, or `photo 3 of 40`.
  private var position: String {
    guard let detail else { return "" }
    switch part {
    case .times:
      return "\(NumberText.count(times.cursor + 1)) of \(NumberText.count(detail.beers.count))"
    case .photos: return "photo \(NumberText.count(photo + 1)) of \(NumberText.count(detail.photoCount))"
    }
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let line =
      failure.map { StyledLine(Self.sentence($0), theme.problem) }
      ?? StyledLine("\(Spinner.text(context)) Loading the times", theme.secondary)
    BodyMessage(lines: [line]).draw(context, into: &canvas)
  }

  /// Draws what does not scroll with the photos next to it: the header, the titles, and the times.
  private func drawHeaderAndTimes(
    _ page: LabelPage, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let width = context.layout.contentWidth
    for (row, line) in zip(context.layout.body, page.header) {
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: width)
    }
    let titles = page.scrolledRows.lowerBound - 1
    canvas.put(page.timesTitle, at: Point(column: 1, row: titles), maxWidth: page.timesWidth)
    canvas.put(
      page.photosTitle, at: Point(column: page.photosColumn, row: titles),
      maxWidth: 1 + width - page.photosColumn)
    for (row, index) in zip(page.scrolledRows, times.top..<max(times.top, page.detail.beers.count)) {
      drawTime(index, row: row, page, context, into: &canvas)
    }
  }

  /// Draws the rows that scroll.
  private func drawRows(_ page: LabelPage, _ context: ScreenContext, into canvas: inout Canvas) {
    // The tiles of the line of photos that is being drawn; each has several rows.
    var drawn: Int? = nil
    var tiles: [[StyledLine]] = []
    for (row, index) in zip(page.scrolledRows, offset.top...) {
      switch page.row(index) {
      case .text(let line):
        canvas.put(
          line, at: Point(column: page.photosColumn, row: row),
          maxWidth: 1 + context.layout.contentWidth - page.photosColumn)
      case .time(let time): drawTime(time, row: row, page, context, into: &canvas)
      case .tiles(let lineIndex, let offset):
        let line = page.lines[lineIndex]
        if drawn != lineIndex {
          drawn = lineIndex
          tiles = line.photos.map { tile($0, page, context).lines }
        }
        for (photo, lines) in zip(line.photos, tiles) where lines.indices.contains(offset) {
          let point = Point(column: page.column(of: photo, in: line), row: row)
          canvas.put(lines[offset], at: point, maxWidth: page.grid.tileWidth)
          if offset == 0, part == .photos, photo == self.photo { canvas.cursor = point }
        }
      case nil: return
      }
    }
  }

  private func tile(_ index: Int, _ page: LabelPage, _ context: ScreenContext) -> PhotoTile {
    let photo = page.detail.photos[index]
    return PhotoTile(
      photo: photo, index: photo.order, grid: page.grid,
      isSelected: part == .photos && index == self.photo, isPickedUp: false, context: context)
  }

  /// Draws a time; next to photos that have the cursor, a dot is before the time of their beer.
  private func drawTime(
    _ index: Int, row: Int, _ page: LabelPage, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let isSelected = index == times.cursor && part == .times
    if isSelected {
      RowCursor.draw(row: row, width: page.timesWidth, context.appearance, into: &canvas)
    } else if index == times.cursor {
      canvas.put(String(context.glyphs.mark), at: Point(column: 0, row: row), style: theme.key)
    }
    let line = page.line(ofTime: index)
    canvas.put(
      isSelected ? theme.selected(line) : line, at: Point(column: 1, row: row), maxWidth: page.timesWidth)
  }

  /// The visible photos, then those a screen below and above.
  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard let detail else { return [] }
    let page = LabelPage(detail, in: context)
    let count = page.scrolledRows.count
    let visible = offset.top..<offset.top + count
    let photos = [visible, visible.upperBound..<visible.upperBound + count, offset.top - count..<offset.top]
      .flatMap { page.photos(onRows: $0) }
    // A line of photos may be on two screens.
    var seen: Set<Int64> = []
    return photos.filter { seen.insert($0).inserted }
  }
}
