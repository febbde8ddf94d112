import DiaryStore
import Terminal

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
