import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// One beer on one line of the list.
struct ListLine {
  private let columns: ListColumns
  private let listWidth: Int
  private let isSelected: Bool
  private let appearance: Appearance
  private let pictures: PictureCache
  private let highlight: MatchHighlight?
  private let order: BeerQuery.Order

  /// Creates a line.
  ///
  /// - Parameter width: The columns of the list with its margins.
  init(_ context: ScreenContext, columns: ListColumns, width: Int, isSelected: Bool) {
    self.columns = columns
    listWidth = width
    highlight = context.highlight
    self.isSelected = isSelected
    appearance = context.appearance
    pictures = context.pictures
    order = context.list.window.displayedQuery.order
  }

  /// Draws a beer, or a placeholder while it is being read.
  func draw(_ beer: BeerListItem?, row: Int, into canvas: inout Canvas) {
    if isSelected { RowCursor.draw(row: row, width: listWidth - 2, appearance, into: &canvas) }
    let place = beer.flatMap(excerptPlace)
    let cover = place?.cover ?? Cover()
    for column in columns.columns where !cover.replaced.contains(column.kind) {
      if column.kind == .name, columns.hasSwatches, let beer {
        let swatch = appearance.swatch(ofStyle: beer.style, isSelected: isSelected)
        canvas.put([swatch], at: Point(column: 1 + column.start, row: row), maxWidth: 1)
      }
      if column.kind == .photo, let beer {
        putPhoto(of: beer, in: column, row: row, into: &canvas)
        continue
      }
      let (text, style) = beer.map { content(of: column.kind, $0) } ?? placeholder(column.kind)
      guard !text.isEmpty else { continue }
      let columnWidth = width(of: column, nextTo: cover)
      let indent = column.kind.isTrailing ? max(0, columnWidth - text.columns) : 0
      let point = Point(column: 1 + columns.textStart(of: column) + indent, row: row)
      let used = canvas.put(
        text, at: point, style: isSelected ? appearance.theme.selected(style) : style,
        maxWidth: columnWidth - indent)
      if column.kind.isSearched { highlight?.draw(at: point, columns: used, into: &canvas) }
    }
    if let beer, let place { putExcerpt(of: beer, in: place, row: row, into: &canvas) }
  }

  // MARK: - Excerpt

  /// The cells of a line that have a match of the search.
  struct ExcerptPlace {
    /// The distances from the left margin.
    let columns: Range<Int>
    let cover: Cover
  }

  /// What an excerpt takes from the columns of a line.
  struct Cover: Hashable {
    /// The columns whose text is left out for it; empty if its cells are blank otherwise.
    var replaced: Set<ListColumns.Kind> = []
    /// The greatest width of the name next to it.
    var nameWidth = Int.max
  }

  /// The least columns for each match of an excerpt.
  private static let minExcerptWidth = 14
  /// The columns that a name keeps before an excerpt.
  private static let nameWidth = 12

  /// Returns the matches of the search that no column shows; `nil` if there are none.
  ///
  /// - Parameter cover: What the excerpt takes from the columns; what only it hides comes last.
  func excerpt(_ beer: BeerListItem, in cover: Cover = Cover()) -> MatchExcerpt? {
    if highlight == nil { return nil }
    return MatchExcerpt(
      beer, shown: shownTexts(beer, nextTo: cover), covered: cover == Cover() ? [] : shownTexts(beer),
      highlight, ellipsis: String(appearance.glyphs.ellipsis))
  }

  /// Returns the parts of the searched texts that the columns show.
  private func shownTexts(_ beer: BeerListItem, nextTo cover: Cover = Cover()) -> [String] {
    columns.columns.filter { $0.kind.isSearched && !cover.replaced.contains($0.kind) }.map { column in
      content(of: column.kind, beer).0.truncated(to: width(of: column, nextTo: cover), ellipsis: "")
    }
  }

  /// Returns the last blank cells with room for an excerpt, or else those of texts or of the end of the name; `nil` if there
  /// is no room, or no excerpt.
  ///
  /// Numbers and columns that the user has added stay, because their cells say nothing of what is missing. Texts with a
  /// match are replaced only if others do not make enough room.
  private func excerptPlace(_ beer: BeerListItem) -> ExcerptPlace? {
    guard let highlight, excerpt(beer) != nil else { return nil }
    let texts: [ListColumns.Kind] = [.place, .style, .brewery]
    let replaceable = columns.columns.reversed().map(\.kind)
      .filter { texts.contains($0) && $0 != columns.sorted }
    let matching = replaceable.filter {
      highlight.finder.firstMatch(in: Array(content(of: $0, beer).0)) != nil
    }
    let others = replaceable.filter { !matching.contains($0) }
    let choices =
      [[]] + others.map { [$0] } + [Set(others)] + matching.map { [$0] } + [Set(replaceable)]
    let covers = [Int.max, Self.nameWidth].flatMap { nameWidth in
      choices.map { Cover(replaced: $0, nameWidth: nameWidth) }
    }
    for showsAll in [true, false] {
      for cover in covers {
        let matches = showsAll ? excerpt(beer, in: cover)?.matchCount ?? 1 : 1
        if let cells = blankCells(beer, atLeast: matches * Self.minExcerptWidth, without: cover) {
          return ExcerptPlace(columns: cells, cover: cover)
        }
      }
    }
    return nil
  }

  /// Returns the last cells between the values of a line that have room for an excerpt; `nil` if there are none.
  private func blankCells(_ beer: BeerListItem, atLeast width: Int, without cover: Cover) -> Range<Int>? {
    var found: Range<Int>?
    var start = 0
    func note(until end: Int) {
      if end - start >= width { found = start..<end }
    }
    for column in columns.columns where !cover.replaced.contains(column.kind) {
      guard let cells = cells(of: column, beer) else { continue }
      note(until: cells.lowerBound - ListColumns.gap)
      let length = column.kind == .name ? min(cells.count, cover.nameWidth) : cells.count
      start = cells.lowerBound + length + ListColumns.gap
    }
    note(until: listWidth - 2)
    return found
  }

  /// Returns the cells that a value takes; `nil` if there is none.
  private func cells(of column: ListColumns.Column, _ beer: BeerListItem) -> Range<Int>? {
    let end = column.start + column.width
    if column.kind == .photo { return beer.thumbnail.map { _ in column.start..<end } }
    let text = content(of: column.kind, beer).0
    if text.isEmpty { return nil }
    if column.kind.isTrailing { return max(column.start, end - text.columns)..<end }
    return column.start..<min(end, columns.textStart(of: column) + text.columns)
  }

  /// Returns the columns for the text of a column, which an excerpt makes narrower after a name.
  private func width(of column: ListColumns.Column, nextTo cover: Cover) -> Int {
    let width = column.kind == .name ? min(column.width, cover.nameWidth) : column.width
    return column.start + width - columns.textStart(of: column)
  }

  private func putExcerpt(
    of beer: BeerListItem, in place: ExcerptPlace, row: Int, into canvas: inout Canvas
  ) {
    let secondary = appearance.theme.secondary
    let line = excerpt(beer, in: place.cover)?.line(
      width: place.columns.count, style: isSelected ? appearance.theme.selected(secondary) : secondary)
    canvas.put(
      line ?? .blank, at: Point(column: 1 + place.columns.lowerBound, row: row), maxWidth: place.columns.count
    )
  }

  // MARK: - Values

  /// Returns the value of a column; `nil` if the beer has none.
  func text(of kind: ListColumns.Kind, _ beer: BeerListItem) -> String? {
    BeerText.readable(content(of: kind, beer).0)
  }

  private func content(of kind: ListColumns.Kind, _ beer: BeerListItem) -> (String, Style) {
    let theme = appearance.theme
    switch kind {
    case .date: return (beer.shownDate(by: order).map(appearance.dates.short) ?? "", theme.secondary)
    case .times: return (beer.timesText, theme.plain)
    case .name:
      guard let name = BeerText.readable(beer.name) else { return (BeerText.missingName, theme.placeholder) }
      return (name, theme.name)
    case .brewery: return (BeerText.readable(beer.brewery) ?? "", theme.secondary)
    case .style: return (BeerText.readable(beer.style) ?? "", theme.secondary)
    case .abv: return (BeerText.abv(beer.abv), theme.secondary)
    case .stars:
      return (appearance.stars(beer.shownRating), theme.rating(beer.shownRating))
    case .rating: return (appearance.numberAfterStars(beer.shownRating), theme.plain)
    case .best: return (beer.bestMark(appearance.glyphs), theme.secondary)
    case .sorted: return (beer.sortedValue?.display ?? "", theme.plain)
    case .place: return (BeerText.readable(beer.place) ?? "", theme.secondary)
    case .photo: return ("", theme.plain)
    case .ibu: return (beer.ibu.map { NumberText.exact($0) } ?? "", theme.secondary)
    case .serving, .price, .country, .custom:
      let value = kind.field.flatMap { beer.values[$0]?.display }
      return (BeerText.readable(value) ?? "", theme.secondary)
    }
  }

  private func putPhoto(
    of beer: BeerListItem, in column: ListColumns.Column, row: Int, into canvas: inout Canvas
  ) {
    let cell = PhotoCell(beer: beer, picture: pictures[beer.thumbnailID], appearance: appearance)
    let line = cell.line(width: column.width, style: appearance.theme.secondary)
    canvas.put(
      isSelected ? appearance.theme.selected(line) : line, at: Point(column: 1 + column.start, row: row),
      maxWidth: column.width)
  }

  private func placeholder(_ kind: ListColumns.Kind) -> (String, Style) {
    (kind == .name ? String(appearance.glyphs.ellipsis) : "", appearance.theme.placeholder)
  }
}

extension ListColumns.Kind {
  /// Whether the text ends at the right edge of the column.
  var isTrailing: Bool { [.date, .times, .abv, .ibu, .price].contains(self) }

  /// Whether the column shows text that is searched.
  fileprivate var isSearched: Bool {
    switch self {
    case .name, .brewery, .style, .sorted, .place, .custom: true
    case .date, .times, .abv, .ibu, .stars, .rating, .best, .serving, .price, .country, .photo: false
    }
  }
}
