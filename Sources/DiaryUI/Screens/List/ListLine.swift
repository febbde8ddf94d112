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
    let excerptColumns = beer.flatMap(excerptColumns)
    if let beer, let excerptColumns {
      let theme = appearance.theme
      // The excerpt includes matches in the columns that it replaces.
      let line = excerpt(beer, in: excerptColumns)?.line(
        width: excerptColumns.width, style: isSelected ? theme.selected(theme.secondary) : theme.secondary,
        textStyle: isSelected ? theme.selected(theme.plain) : theme.plain)
      canvas.put(
        line ?? .blank, at: Point(column: 1 + excerptColumns.start, row: row), maxWidth: excerptColumns.width)
    }
    for column in columns.columns where excerptColumns?.replaces(column) != true {
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
      let columnWidth = width(of: column, with: excerptColumns)
      let indent = column.kind.isTrailing ? max(0, columnWidth - text.columns) : 0
      let point = Point(column: 1 + columns.textStart(of: column) + indent, row: row)
      let used = canvas.put(
        text, at: point, style: isSelected ? appearance.theme.selected(style) : style,
        maxWidth: columnWidth - indent)
      if column.kind.isSearched { highlight?.draw(at: point, columns: used, into: &canvas) }
    }
  }

  /// Returns the columns that an excerpt takes; `nil` without an excerpt.
  private func excerptColumns(_ beer: BeerListItem) -> ListColumns.Excerpt? {
    excerpt(beer) == nil ? nil : columns.excerpt
  }

  /// Returns the match of the search, if none of the columns shows it.
  ///
  /// - Parameter part: The part of the line that the excerpt takes, whose columns do not count; `nil` if all columns do.
  func excerpt(_ beer: BeerListItem, in part: ListColumns.Excerpt? = nil) -> MatchExcerpt? {
    if highlight == nil { return nil }
    let visible = columns.columns.filter { $0.kind.isSearched && part?.replaces($0) != true }
    let shown = visible.map { column in
      content(of: column.kind, beer).0.truncated(to: width(of: column, with: part), ellipsis: "")
    }
    return MatchExcerpt(beer, shown: shown, highlight, ellipsis: String(appearance.glyphs.ellipsis))
  }

  /// Returns the columns for the text of a column, which an excerpt after its start may make narrower.
  private func width(of column: ListColumns.Column, with excerpt: ListColumns.Excerpt?) -> Int {
    var end = column.start + column.width
    if let excerpt, excerpt.start > column.start { end = min(end, excerpt.start - ListColumns.gap) }
    return end - columns.textStart(of: column)
  }

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
