import DiaryStore
import DiaryText
import Terminal

/// One beer on three lines of the list: what it is, where it comes from, where it was drunk.
struct ListCard {
  static let height = 3

  /// The columns of the name that stars and date leave.
  private static let leastName = 14
  /// The columns of the place that the description of the photo leaves.
  private static let leastPlace = 8

  /// The picture and the edges at its sides; narrower screens have the words alone.
  private static let pictureColumns = 8
  private static let leastWidth = 56

  private let isSelected: Bool
  private let appearance: Appearance
  private let pictures: PictureCache
  /// The columns left of the words.
  private let indent: Int
  /// The columns of the words.
  private let width: Int
  private let highlight: MatchHighlight?

  init(_ context: ScreenContext, isSelected: Bool) {
    self.isSelected = isSelected
    appearance = context.appearance
    pictures = context.pictures
    highlight = context.highlight
    let hasPictures = context.list.rows.hasPhotos && context.layout.contentWidth >= Self.leastWidth
    indent = hasPictures ? Self.pictureColumns + 4 : 0
    width = context.layout.contentWidth - indent
  }

  /// Draws a beer, or a placeholder while it is being read.
  func draw(_ beer: BeerListItem?, row: Int, into canvas: inout Canvas) {
    if isSelected { RowCursor.draw(row: row, height: Self.height, appearance, into: &canvas) }
    guard let beer else {
      let ellipsis = String(appearance.glyphs.ellipsis)
      put(
        StyledLine(ellipsis, style(appearance.theme.placeholder)), trailing: .blank, row: row, into: &canvas)
      return
    }
    let theme = appearance.theme
    if indent > 0 { drawPicture(of: beer, row: row, into: &canvas) }
    let trailing = trailing(beer)
    highlight(put(name(beer), trailing: trailing, row: row, into: &canvas), row: row, into: &canvas)
    let (origin, strength) = kind(beer)
    let used = put(
      StyledLine(origin + strength, style(theme.plain)), trailing: .blank, row: row + 1, into: &canvas)
    highlight(min(used, origin.columns), row: row + 1, into: &canvas)
    if let excerpt = excerpt(beer, beside: trailing) {
      let line = excerpt.line(width: width, isNamed: true, style: style(theme.secondary))
      put(line, trailing: .blank, row: row + 2, into: &canvas)
      return
    }
    let place = StyledLine(BeerText.readable(beer.place) ?? "", style(theme.secondary))
    let photos = StyledLine(photos(beer, beside: place), style(theme.secondary))
    let placed = put(place, trailing: photos, least: Self.leastPlace, row: row + 2, into: &canvas)
    highlight(placed, row: row + 2, into: &canvas)
  }

  private func highlight(_ columns: Int, row: Int, into canvas: inout Canvas) {
    highlight?.draw(at: Point(column: 1 + indent, row: row), columns: columns, into: &canvas)
  }

  /// What was found and stands on none of the lines, for the last of them.
  ///
  /// - Parameter trailing: What stands beside the name.
  private func excerpt(_ beer: BeerListItem, beside trailing: StyledLine) -> MatchExcerpt? {
    if highlight == nil { return nil }
    let place = StyledLine(BeerText.readable(beer.place) ?? "")
    let photos = StyledLine(photos(beer, beside: place))
    let lines: [(text: String, room: Int)] = [
      (BeerText.readable(beer.name) ?? "", room(for: name(beer), beside: trailing, least: Self.leastName)),
      (kind(beer).origin, width),
      (BeerText.readable(beer.place) ?? "", room(for: place, beside: photos, least: Self.leastPlace)),
    ]
    return MatchExcerpt(
      beer, shown: lines.map { $0.text.truncated(to: $0.room, ellipsis: "") }, highlight,
      ellipsis: String(appearance.glyphs.ellipsis))
  }

  /// Its middle, between two edges; nothing where the beer has no photo.
  private func drawPicture(of beer: BeerListItem, row: Int, into canvas: inout Canvas) {
    guard let metadata = beer.thumbnail else { return }
    let box = PictureBox(picture: pictures[beer.thumbnailID], metadata: metadata, appearance: appearance)
    let picture = box.filled(columns: Self.pictureColumns, rows: Self.height)
    let edge = String(appearance.glyphs.frame.vertical)
    // Reverse video would make a negative of it.
    canvas.fill(Point(column: 1, row: row), Size(width: Self.pictureColumns + 2, height: Self.height))
    for (offset, line) in picture.enumerated() {
      for column in [1, 2 + Self.pictureColumns] {
        canvas.put(edge, at: Point(column: column, row: row + offset), style: appearance.theme.secondary)
      }
      canvas.put(line, at: Point(column: 2, row: row + offset), maxWidth: Self.pictureColumns)
    }
  }

  /// The columns of a line that another stands beside, which is left out where the first would lose too much.
  private func room(for line: StyledLine, beside trailing: StyledLine, least: Int) -> Int {
    let room = width - trailing.columns - 2
    return trailing.columns > 0 && room >= min(line.columns, least) ? room : width
  }

  /// Puts a line with another at the right, where there is room for it.
  ///
  /// - Returns: The columns that the line took.
  @discardableResult
  private func put(
    _ line: StyledLine, trailing: StyledLine, least: Int = Self.leastName, row: Int, into canvas: inout Canvas
  ) -> Int {
    let room = room(for: line, beside: trailing, least: least)
    let used = canvas.put(line, at: Point(column: 1 + indent, row: row), maxWidth: room)
    if room < width { canvas.put(trailing, endingAt: 1 + indent + width, row: row) }
    return used
  }

  private func name(_ beer: BeerListItem) -> StyledLine {
    let theme = appearance.theme
    guard let name = BeerText.readable(beer.name) else {
      return StyledLine(BeerText.missingName, style(theme.placeholder))
    }
    return StyledLine(name, style(theme.name))
  }

  /// The verdict, of which the stars alone are left where the name needs the room.
  private func trailing(_ beer: BeerListItem) -> StyledLine {
    let verdict = verdict(beer)
    let isWhole = room(for: name(beer), beside: verdict, least: Self.leastName) < width
    return isWhole ? verdict : StyledLine(verdict.spans.prefix(1).map { $0 })
  }

  /// Stars, rating and date, each in its column.
  private func verdict(_ beer: BeerListItem) -> StyledLine {
    let theme = appearance.theme
    let stars = BeerText.stars(beer.rating, glyphs: appearance.glyphs).fitted(to: 5)
    let rating = BeerText.rating(beer.rating).fitted(to: 4)
    let date = (beer.drunkAt.map(appearance.dates.short) ?? "").fitted(to: 11, alignment: .trailing)
    return [
      .init(stars, style(theme.stars)), .init(" " + rating + "  ", style(theme.plain)),
      .init(date, style(theme.secondary)),
    ]
  }

  /// Where it comes from, which a search looks at, and its numbers.
  private func kind(_ beer: BeerListItem) -> (origin: String, strength: String) {
    let separator = " \(appearance.glyphs.separator) "
    let bitterness = beer.ibu.map { NumberText.exact($0) + " IBU" }
    let origin = [BeerText.readable(beer.brewery), BeerText.readable(beer.style)].compactMap { $0 }
      .joined(separator: separator)
    let strength = [BeerText.readable(BeerText.abv(beer.abv)), bitterness].compactMap { $0 }
      .joined(separator: separator)
    return (origin, origin.isEmpty || strength.isEmpty ? strength : separator + strength)
  }

  /// A description of the first photo is always there; it takes its room from the place.
  private func photos(_ beer: BeerListItem, beside place: StyledLine) -> String {
    guard let metadata = beer.thumbnail else { return "" }
    let text = beer.photoCount > 1 ? "\(metadata.short) and \(beer.photoCount - 1) more" : metadata.short
    if text.columns + 2 + place.columns <= width { return text }
    let room = width - 2 - min(place.columns, Self.leastPlace)
    return PhotoCell.text(beer, width: room, ellipsis: String(appearance.glyphs.ellipsis))
  }

  private func style(_ style: Style) -> Style { isSelected ? appearance.theme.selected(style) : style }
}
