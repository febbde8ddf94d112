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
    for column in columns.columns {
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
  }

  /// Returns the columns for the text of a column.
  private func width(of column: ListColumns.Column) -> Int {
    column.start + column.width - columns.textStart(of: column)
  }

  // MARK: - Excerpt

  /// Returns the matches of the search that no column shows; `nil` if there are none.
  func excerpt(_ beer: BeerListItem) -> MatchExcerpt? {
    if highlight == nil { return nil }
    return MatchExcerpt(
      beer, shown: texts(of: beer, in: columns.columns.filter(\.kind.isSearched)), highlight,
      ellipsis: String(appearance.glyphs.ellipsis))
  }

  /// Returns the parts of texts that columns have room for.
  private func texts(of beer: BeerListItem, in columns: [ListColumns.Column]) -> [String] {
    columns.map { content(of: $0.kind, beer).0.truncated(to: width(of: $0), ellipsis: "") }
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

// MARK: - Titles

/// The titles of the list's columns, in place of the rule above the list; that of the order has a mark.
struct ListTitles {
  private let columns: ListColumns
  private let sortedOrder: BeerQuery.Order
  private let isDescending: Bool
  private let appearance: Appearance

  init(_ beers: BeerList, columns: ListColumns, _ appearance: Appearance) {
    self.columns = columns
    sortedOrder = beers.window.displayedQuery.order
    isDescending = ListHeader.isDescending(beers)
    self.appearance = appearance
  }

  /// Draws the titles over what a row has.
  ///
  /// - Parameter width: The columns of the list with its margins.
  func draw(row: Int, width: Int, into canvas: inout Canvas) {
    canvas.fill(Point(column: 0, row: row), Size(width: width, height: 1))
    for (column, title) in zip(columns.columns, titles) {
      let isSorted = column.kind == sortedKind
      canvas.put(
        title.text, at: Point(column: 1 + title.start, row: row),
        style: isSorted ? appearance.theme.key : appearance.theme.secondary)
    }
  }

  /// Returns the order of the list's column at a column of the screen; `nil` if no column is there.
  func order(atColumn column: Int) -> BeerQuery.Order? {
    let columns = columns.columns
    guard let index = columns.lastIndex(where: { $0.start < column }) else { return nil }
    let end = columns[index].start + columns[index].width
    return column <= end ? order(of: columns[index].kind) : nil
  }

  private var sortedKind: ListColumns.Kind { columns.sorted }

  private func order(of kind: ListColumns.Kind) -> BeerQuery.Order? {
    kind == .sorted ? sortedOrder : kind.order
  }

  private typealias Title = (start: Int, text: String)

  /// The texts with their distances from the left margin.
  private var titles: [Title] {
    var titles = columns.columns.indices.reduce(into: [Title]()) { titles, index in
      titles.append(title(at: index, room: room(at: index), after: Self.end(of: titles)))
    }
    guard let last = titles.popLast(), let column = columns.columns.last else { return titles }
    // The right margin has the scroll bar below it, and may be followed by the line of a pane.
    let excess = last.start + last.text.columns - column.start - column.width
    guard excess > 0 else { return titles + [last] }
    let others = Self.end(of: titles)
    // One more column is for the mark, so that the title is the same in every order.
    return titles
      + [
        columns.textStart(of: column) - excess - 1 > others ?? 0
          ? (last.start - excess, last.text)
          : title(
            at: titles.count, room: column.start + column.width - columns.textStart(of: column),
            after: others)
      ]
  }

  /// Returns the distance from the left margin at which titles end; `nil` if there are none.
  private static func end(of titles: [Title]) -> Int? { titles.map { $0.start + $0.text.columns }.max() }

  /// Returns a title, shortened or truncated if there is little room.
  ///
  /// The mark of the order is after it, or else before it, if that leaves a blank after the titles at the left;
  /// otherwise it is after a shorter title.
  ///
  /// - Parameter end: Where the titles at the left end, as a distance from the left margin; `nil` if there are none.
  private func title(at index: Int, room: Int, after end: Int?) -> Title {
    let column = columns.columns[index]
    var text = isNumberOfStars(at: index) ? "" : Self.title(column.kind, sortedOrder, room: room)
    var start = columns.textStart(of: column)
    if column.kind == sortedKind {
      let mark = String(isDescending ? appearance.glyphs.descending : appearance.glyphs.ascending)
      if text.columns + 1 <= room {
        text += (text.columns + 2 <= room ? " " : "") + mark
      } else if end.map({ start - 1 > $0 }) ?? true {
        text = mark + text
        start -= 1
      } else {
        text = Self.title(column.kind, sortedOrder, room: room - 1) + mark
      }
    }
    let indent = column.kind.isTrailing ? max(0, column.width - text.columns) : 0
    return (start + indent, text)
  }

  /// Returns the columns for a title; one blank is left before the next.
  private func room(at index: Int) -> Int {
    let columns = columns.columns
    let column = columns[index]
    if column.kind.isTrailing { return column.width }
    let end =
      isNumberOfStars(at: index + 1)
      ? columns[index + 1].start + columns[index + 1].width : column.start + column.width
    return end - self.columns.textStart(of: column) + ListColumns.gap - 1
  }

  /// Whether a column is the number after the stars, which has no title of its own.
  private func isNumberOfStars(at index: Int) -> Bool {
    let columns = columns.columns
    return columns.indices.contains(index) && index > 0 && columns[index].kind == .rating
      && columns[index - 1].kind == .stars
  }

  private static func title(_ kind: ListColumns.Kind, _ order: BeerQuery.Order, room: Int) -> String {
    let choices =
      switch kind == .sorted ? ListColumns.Kind(order) : kind {
      case .times: ["Had"]
      case .stars, .rating: ["Rating", "Rate"]
      case .best: ["Best"]
      case .sorted: [ListHeader.name(order)]
      case .photo: ["Photos", "Pics"]
      case let other: [other.name]
      }
    let fitting = choices.first { $0.columns <= room } ?? choices[choices.count - 1]
    return fitting.truncated(to: max(0, room), ellipsis: "")
  }
}
