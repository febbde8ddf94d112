import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// One beer on one line of the list.
struct ListLine {
  let columns: ListColumns
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
    let replacement = beer.flatMap(excerptInWords)
    for column in columns.columns where replacement?.cells.contains(column.start) != true {
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
      let indent = column.kind.isTrailing ? max(0, column.width - text.columns) : 0
      let point = Point(column: 1 + columns.textStart(of: column) + indent, row: row)
      let used = canvas.put(
        text, at: point, style: isSelected ? appearance.theme.selected(style) : style,
        maxWidth: width(of: column) - indent)
      if column.kind.isSearched { highlight?.draw(at: point, columns: used, into: &canvas) }
    }
    guard let replacement else { return }
    let secondary = appearance.theme.secondary
    let line = replacement.excerpt.line(
      width: replacement.cells.count, style: isSelected ? appearance.theme.selected(secondary) : secondary)
    canvas.put(
      line, at: Point(column: 1 + replacement.cells.lowerBound, row: row), maxWidth: replacement.cells.count)
  }

  /// Returns the columns for the text of a column.
  private func width(of column: ListColumns.Column) -> Int {
    column.start + column.width - columns.textStart(of: column)
  }

  // MARK: - Excerpt

  /// The minimum width of an excerpt on a line.
  private static let minExcerptWidth = 14

  /// Returns the matches of the search that no column shows; `nil` if there are none.
  func excerpt(_ beer: BeerListItem) -> MatchExcerpt? { excerpt(beer, without: []) }

  /// Returns the matches of the search that the line does not show once some columns are left out; `nil` if there are
  /// none.
  ///
  /// Matches in those columns come last.
  ///
  /// - Parameter replaced: The columns to leave out.
  private func excerpt(_ beer: BeerListItem, without replaced: [ListColumns.Column]) -> MatchExcerpt? {
    if highlight == nil { return nil }
    let shown = columns.columns.filter { $0.kind.isSearched && !replaced.contains($0) }
    return MatchExcerpt(
      beer, shown: texts(of: beer, in: shown), covered: texts(of: beer, in: replaced), highlight,
      ellipsis: String(appearance.glyphs.ellipsis))
  }

  /// Returns the parts of texts that columns have room for.
  private func texts(of beer: BeerListItem, in columns: [ListColumns.Column]) -> [String] {
    columns.map { content(of: $0.kind, beer).0.truncated(to: width(of: $0), ellipsis: "") }
  }

  /// Returns, if the screen is in words, the matches that no column shows and the cells after the name that they
  /// replace; `nil` otherwise, or if there is no room.
  ///
  /// A screen reader reads the line, and neither the status line, which has the matches otherwise, nor the titles of
  /// columns, under which the matches would be taken for values.
  private func excerptInWords(_ beer: BeerListItem) -> (cells: Range<Int>, excerpt: MatchExcerpt)? {
    guard appearance.usesWords, excerpt(beer) != nil,
      let name = columns.columns.firstIndex(where: { $0.kind == .name })
    else { return nil }
    let replaced = columns.columns[(name + 1)...].prefix { [.brewery, .style, .place].contains($0.kind) }
    guard let first = replaced.first, let last = replaced.last,
      let excerpt = excerpt(beer, without: Array(replaced))
    else { return nil }
    let cells = first.start..<last.start + last.width
    return cells.count < Self.minExcerptWidth ? nil : (cells, excerpt)
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
