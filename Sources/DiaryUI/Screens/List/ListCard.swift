import DiaryStore
import DiaryText
import Terminal

/// One beer on three lines of the list: name, origin and venue.
///
/// Most screens have room for a ``LargeListCard``.
struct ListCard {
  static let height = 3

  /// The columns that stars and date leave for the name.
  private static let minNameWidth = 14
  /// The columns that the number of photos leaves for the venue.
  private static let minVenueWidth = 8

  /// The columns of the picture, without the edges at its sides; screens that are too narrow show only the text.
  private static let pictureColumns = 8
  private static let minWidthWithPictures = 56
  private static let minWidthWithSwatches = 30

  private let isSelected: Bool
  private let appearance: Appearance
  private let pictures: PictureCache
  private let renderings: PictureRenderings
  private let hasPictures: Bool
  /// Whether the beer's color is before its name.
  private let hasSwatch: Bool
  /// The column of the left margin.
  private let left: Int
  /// The columns between the margin and the text.
  private let indent: Int
  /// The columns of the text.
  private let width: Int
  private let highlight: MatchHighlight?
  private let order: BeerQuery.Order

  /// Creates a card.
  ///
  /// - Parameters:
  ///   - filled: What beers of the list have; cards have no room for anything else.
  ///   - left: The column of the left margin.
  ///   - width: The columns of the card between its margins.
  init(
    _ context: ScreenContext, filled: Set<ListColumns.Kind>, left: Int, width: Int, isSelected: Bool
  ) {
    self.left = left
    self.isSelected = isSelected
    appearance = context.appearance
    pictures = context.pictures
    renderings = context.renderings
    highlight = context.highlight
    order = context.list.window.displayedQuery.order
    hasPictures = Self.hasPictures(filled, width: width, context.appearance)
    hasSwatch =
      context.appearance.showsSwatches && filled.contains(.style)
      && width >= Self.minWidthWithSwatches
    indent = (hasPictures ? Self.pictureColumns + 4 : 0) + (hasSwatch ? ListColumns.swatchWidth : 0)
    self.width = width - indent
  }

  /// Returns whether cards of a width have pictures.
  static func hasPictures(_ filled: Set<ListColumns.Kind>, width: Int, _ appearance: Appearance) -> Bool {
    filled.contains(.photo) && width >= minWidthWithPictures && !appearance.usesWords
  }

  /// Draws a beer, or a placeholder while it is being read.
  func draw(_ beer: BeerListItem?, row: Int, into canvas: inout Canvas) {
    if isSelected {
      RowCursor.draw(
        row: row, column: left, height: Self.height, width: indent + width, appearance, into: &canvas)
    }
    guard let beer else {
      let ellipsis = String(appearance.glyphs.ellipsis)
      put(
        StyledLine(ellipsis, style(appearance.theme.placeholder)), trailing: .blank, row: row, into: &canvas)
      return
    }
    let theme = appearance.theme
    if hasPictures { drawPicture(of: beer, row: row, into: &canvas) }
    if hasSwatch {
      let swatch = appearance.swatch(ofStyle: beer.style, isSelected: isSelected)
      let point = Point(column: textColumn - ListColumns.swatchWidth, row: row)
      canvas.put([swatch], at: point, maxWidth: 1)
    }
    let trailing = trailing(beer)
    highlight(put(name(beer), trailing: trailing, row: row, into: &canvas), row: row, into: &canvas)
    let (origin, strength) = kind(beer)
    let used = put(
      StyledLine(origin + strength, style(theme.plain)), trailing: .blank, row: row + 1, into: &canvas)
    highlight(min(used, origin.columns), row: row + 1, into: &canvas)
    if let excerpt = excerpt(beer, nextTo: trailing) {
      let line = excerpt.line(width: width, style: style(theme.secondary))
      put(line, trailing: .blank, row: row + 2, into: &canvas)
      return
    }
    let place = StyledLine(venue(beer), style(theme.secondary))
    let photos = StyledLine(photos(beer), style(theme.secondary))
    let placed = put(place, trailing: photos, minWidth: Self.minVenueWidth, row: row + 2, into: &canvas)
    if !beer.isRepeated { highlight(placed, row: row + 2, into: &canvas) }
  }

  private var textColumn: Int { left + 1 + indent }

  private func highlight(_ columns: Int, row: Int, into canvas: inout Canvas) {
    highlight?.draw(at: Point(column: textColumn, row: row), columns: columns, into: &canvas)
  }

  /// Returns the match of the search, if none of the lines shows it; it replaces the last line.
  ///
  /// - Parameter trailing: The text next to the name.
  private func excerpt(_ beer: BeerListItem, nextTo trailing: StyledLine) -> MatchExcerpt? {
    if highlight == nil { return nil }
    let place = StyledLine(venue(beer))
    let photos = StyledLine(photos(beer))
    let lines: [(text: String, room: Int)] = [
      (
        BeerText.readable(beer.name) ?? "",
        room(for: name(beer), nextTo: trailing, minWidth: Self.minNameWidth)
      ),
      (kind(beer).origin, width),
      (
        beer.isRepeated ? "" : venue(beer),
        room(for: place, nextTo: photos, minWidth: Self.minVenueWidth)
      ),
    ]
    return MatchExcerpt(
      beer, shown: lines.map { $0.text.truncated(to: $0.room, ellipsis: "") }, highlight,
      ellipsis: String(appearance.glyphs.ellipsis))
  }

  /// Draws the middle of the first photo between two edges; draws nothing if the beer has no photo.
  private func drawPicture(of beer: BeerListItem, row: Int, into canvas: inout Canvas) {
    guard let metadata = beer.thumbnail else { return }
    let box = PictureBox(
      photo: beer.thumbnailID, picture: pictures[beer.thumbnailID], metadata: metadata,
      appearance: appearance,
      renderings: renderings)
    let picture = box.filled(columns: Self.pictureColumns, rows: Self.height)
    let edge = String(appearance.glyphs.frame.vertical)
    // Reverse video would turn the picture into a negative.
    canvas.fill(
      Point(column: left + 1, row: row), Size(width: Self.pictureColumns + 2, height: Self.height))
    for (offset, line) in picture.enumerated() {
      for column in [left + 1, left + 2 + Self.pictureColumns] {
        canvas.put(edge, at: Point(column: column, row: row + offset), style: appearance.theme.secondary)
      }
      canvas.put(line, at: Point(column: left + 2, row: row + offset), maxWidth: Self.pictureColumns)
    }
  }

  /// Returns the columns for a line next to another, which is left out if the line would get too narrow.
  private func room(for line: StyledLine, nextTo trailing: StyledLine, minWidth: Int) -> Int {
    let room = width - trailing.columns - 2
    return trailing.columns > 0 && room >= min(line.columns, minWidth) ? room : width
  }

  /// Draws a line, and another at the right if there is room.
  ///
  /// - Returns: The columns of the drawn line.
  @discardableResult
  private func put(
    _ line: StyledLine, trailing: StyledLine, minWidth: Int = Self.minNameWidth, row: Int,
    into canvas: inout Canvas
  ) -> Int {
    let room = room(for: line, nextTo: trailing, minWidth: minWidth)
    let used = canvas.put(line, at: Point(column: textColumn, row: row), maxWidth: room)
    if room < width { canvas.put(trailing, endingAt: textColumn + width, row: row) }
    return used
  }

  private func name(_ beer: BeerListItem) -> StyledLine {
    let theme = appearance.theme
    guard let name = BeerText.readable(beer.name) else {
      return StyledLine(BeerText.missingName, style(theme.placeholder))
    }
    return StyledLine(name, style(theme.name))
  }

  /// Stars, rating and date, or only the stars if the name needs the room.
  private func trailing(_ beer: BeerListItem) -> StyledLine {
    let verdict = verdict(beer)
    let isWhole = room(for: name(beer), nextTo: verdict, minWidth: Self.minNameWidth) < width
    return isWhole ? verdict : StyledLine(verdict.spans.prefix(1).map { $0 })
  }

  /// Stars, rating and date, aligned in columns.
  private func verdict(_ beer: BeerListItem) -> StyledLine {
    let theme = appearance.theme
    let stars = appearance.stars(beer.shownRating).fitted(to: 5)
    let rating = appearance.numberAfterStars(beer.shownRating).fitted(to: 4)
    let shownDate = beer.shownDate(by: order).map(appearance.dates.short) ?? ""
    let date = shownDate.fitted(to: 11, alignment: .trailing)
    return [
      .init(stars, style(theme.rating(beer.shownRating))), .init(" " + rating + "  ", style(theme.plain)),
      .init(date, style(theme.secondary)),
    ]
  }

  private func venue(_ beer: BeerListItem) -> String {
    beer.circumstances(appearance).joined(separator: " \(appearance.glyphs.separator) ")
  }

  /// Brewery and style, which are searched, and ABV and IBU.
  private func kind(_ beer: BeerListItem) -> (origin: String, strength: String) {
    let separator = " \(appearance.glyphs.separator) "
    let bitterness = beer.ibu.map { NumberText.exact($0) + " IBU" }
    let origin = [BeerText.readable(beer.brewery), BeerText.readable(beer.style)].compactMap { $0 }
      .joined(separator: separator)
    let strength = [BeerText.readable(BeerText.abv(beer.abv)), bitterness].compactMap { $0 }
      .joined(separator: separator)
    return (origin, origin.isEmpty || strength.isEmpty ? strength : separator + strength)
  }

  /// Returns which of the photos the card shows, or how many there are if it shows none; empty if there is nothing to say.
  private func photos(_ beer: BeerListItem) -> String {
    guard beer.thumbnail != nil else { return "" }
    let count = max(1, beer.photoCount)
    if !hasPictures { return NumberText.count(count, "photo") }
    return count > 1 ? "photo 1 of \(NumberText.count(count))" : ""
  }

  private func style(_ style: Style) -> Style { isSelected ? appearance.theme.selected(style) : style }
}
