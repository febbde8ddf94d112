import DiaryStore
import DiaryText
import Terminal

/// One beer of the list with a large picture: its photo, or a glass in the color of its style, and its text at the right.
struct LargeListCard {
  static let height = 7
  private static let pictureColumns = 14
  private static let maxNameLines = 2
  /// The rating and the brewery, between the name and the style.
  private static let rowsBeforeStyle = 2

  private let isSelected: Bool
  private let context: ScreenContext
  /// The column of the left margin.
  private let left: Int
  /// The columns of the card between its margins.
  private let width: Int

  /// Creates a card.
  ///
  /// - Parameters:
  ///   - left: The column of the left margin.
  ///   - width: The columns of the card between its margins.
  init(_ context: ScreenContext, left: Int, width: Int, isSelected: Bool) {
    self.context = context
    self.left = left
    self.width = width
    self.isSelected = isSelected
  }

  private var appearance: Appearance { context.appearance }
  private var theme: Theme { context.theme }
  private var textColumn: Int { left + 1 + Self.pictureColumns + 2 }
  private var textWidth: Int { max(1, width - Self.pictureColumns - 2) }

  /// Draws a beer, or a placeholder while it is being read.
  func draw(_ beer: BeerListItem?, row: Int, into canvas: inout Canvas) {
    if isSelected {
      RowCursor.draw(row: row, column: left, height: Self.height, width: width, appearance, into: &canvas)
    }
    guard let beer else {
      return put([StyledLine(String(context.glyphs.ellipsis), theme.placeholder)], row: row, into: &canvas)
    }
    drawPicture(of: beer, row: row, into: &canvas)
    let name = name(beer)
    put(lines(beer, name: name), row: row, into: &canvas)
    guard appearance.showsSwatches else { return }
    let swatch = appearance.swatch(ofStyle: beer.style, isSelected: isSelected)
    let point = Point(column: textColumn, row: row + name.count + Self.rowsBeforeStyle)
    canvas.put([swatch], at: point, maxWidth: 1)
  }

  private func put(_ lines: [StyledLine], row: Int, into canvas: inout Canvas) {
    for (offset, line) in lines.prefix(Self.height).enumerated() {
      let point = Point(column: textColumn, row: row + offset)
      canvas.put(isSelected ? theme.selected(line) : line, at: point, maxWidth: textWidth)
    }
  }

  private func drawPicture(of beer: BeerListItem, row: Int, into canvas: inout Canvas) {
    let size = Size(width: Self.pictureColumns, height: Self.height)
    // Reverse video would turn a picture into a negative.
    let lines: [StyledLine]
    if let metadata = beer.thumbnail {
      canvas.fill(Point(column: left + 1, row: row), size)
      lines = PictureBox(
        photo: beer.thumbnailID, picture: context.pictures[beer.thumbnailID], metadata: metadata,
        appearance: appearance, renderings: context.renderings
      ).filled(columns: size.width, rows: size.height)
    } else {
      let glass = BeerGlass(style: beer.style, appearance: appearance)
        .lines(columns: size.width, rows: size.height)
      let isReversed = theme.selected(.plain).attributes.contains(.reverse)
      if isReversed { canvas.fill(Point(column: left + 1, row: row), size) }
      lines = isSelected && !isReversed ? glass.map(theme.selected) : glass
    }
    for (offset, line) in lines.enumerated() {
      canvas.put(line, at: Point(column: left + 1, row: row + offset), maxWidth: size.width)
    }
  }

  /// The name, the rating, the brewery, the style after the beer's color, strength and date, and the venue or a match of
  /// the search that nothing else shows.
  private func lines(_ beer: BeerListItem, name: [String]) -> [StyledLine] {
    let brewery = cut(BeerText.readable(beer.brewery) ?? "", to: textWidth)
    let indent = String(repeating: " ", count: appearance.showsSwatches ? ListColumns.swatchWidth : 0)
    let style = cut(BeerText.readable(beer.style) ?? "", to: textWidth - indent.count)
    let date = beer.shownDate(by: context.list.window.displayedQuery.order).map(appearance.dates.short)
    let facts = [BeerText.readable(BeerText.abv(beer.abv)), date].compactMap { $0 }.joined(separator: "  ")
    let venue = cut(venue(beer), to: textWidth)
    let excerpt = MatchExcerpt(
      beer, shown: name + [brewery, style, beer.isRepeated ? "" : venue], context.highlight,
      ellipsis: String(context.glyphs.ellipsis))
    let nameStyle = BeerText.readable(beer.name) == nil ? theme.placeholder : theme.name
    let place = StyledLine(venue, theme.secondary)
    return name.map { searched(StyledLine($0, nameStyle)) } + [
      rating(beer), searched(StyledLine(brewery)), searched(StyledLine(indent + style)),
      StyledLine(facts, theme.secondary),
      excerpt?.line(width: textWidth, style: theme.secondary) ?? (beer.isRepeated ? place : searched(place)),
    ]
  }

  private func searched(_ line: StyledLine) -> StyledLine { context.highlight?.shown(in: line) ?? line }

  private func name(_ beer: BeerListItem) -> [String] {
    // Wrapping all of a long text takes time.
    let visible = (BeerText.readable(beer.name) ?? BeerText.missingName).prefix(
      textWidth * (Self.maxNameLines + 1))
    let lines = String(visible).wrapped(to: textWidth)
    guard lines.count > Self.maxNameLines else { return lines }
    let rest = lines.dropFirst(Self.maxNameLines - 1).joined(separator: " ")
    return lines.prefix(Self.maxNameLines - 1) + [cut(rest, to: textWidth)]
  }

  /// The rating, and which of several photos the card shows if there is room.
  private func rating(_ beer: BeerListItem) -> StyledLine {
    let stars = appearance.stars(beer.shownRating)
    let line: StyledLine = [
      .init(stars, theme.rating(beer.shownRating)),
      .init(stars.isEmpty ? "" : " " + appearance.numberAfterStars(beer.shownRating)),
    ]
    let photos = beer.photoCount > 1 ? "1 of \(NumberText.count(beer.photoCount))" : ""
    let gap = textWidth - line.columns - photos.columns
    guard !photos.isEmpty, gap >= 2 else { return line }
    return line + [.init(String(repeating: " ", count: gap)), .init(photos, theme.secondary)]
  }

  /// The venue, or what is known about the other beers of a label.
  private func venue(_ beer: BeerListItem) -> String {
    beer.circumstances(appearance).joined(separator: " \(context.glyphs.separator) ")
  }

  private func cut(_ text: String, to width: Int) -> String {
    text.truncated(to: max(1, width), ellipsis: String(context.glyphs.ellipsis))
  }
}

extension BeerListItem {
  /// The venue, or what is known about the other beers of a label; before the venue, the times that the list is sorted by.
  func circumstances(_ appearance: Appearance) -> [String] {
    if isRepeated { return history?.details(appearance.dates) ?? [] }
    return [times.map { NumberText.count($0, "time") }, BeerText.readable(place)].compactMap { $0 }
  }
}
