import DiaryStore
import DiaryText
import Terminal

// The beer under the cursor in words: its values one after the other instead of in columns, which would cut them.
extension ListScreen {
  /// Has room for every column and its value.
  private static let widthOfAllValues = 400
  private static let maxExcerptWidth = 40

  func selection(in context: ScreenContext) -> Selection? {
    guard beers.isSettled else { return nil }
    if beers.window.displayedCount == 0 {
      return Selection(id: "", words: EmptyListText.sentence(about: beers.window.displayedQuery))
    }
    return itemUnderCursor.map { beer in
      Selection(id: String(beer.id), words: words(about: beer, at: beers.scroll.cursor, context))
    }
  }

  /// Draws the beer at a position in words if it is under the cursor and the screen is in words; returns `false` if it is
  /// not.
  ///
  /// - Parameters:
  ///   - left: The column of the left margin.
  ///   - width: The columns between the margins.
  func drawWords(
    at position: Int, row: Int, left: Int = 0, width: Int, _ context: ScreenContext, into canvas: inout Canvas
  ) -> Bool {
    guard context.appearance.usesWords, position == beers.displayedScroll.cursor,
      let beer = beers.window[position]
    else { return false }
    RowCursor.draw(row: row, column: left, width: width, context.appearance, into: &canvas)
    let text = context.part(of: words(about: beer, at: position, context), width: width)
    let point = Point(column: left + 1, row: row)
    let used = canvas.put(text, at: point, style: context.theme.selected(context.theme.name), maxWidth: width)
    context.highlight?.draw(at: point, columns: used, into: &canvas)
    return true
  }

  /// Returns what the list has of a beer: `marked, 29 Nov 2025, Orval, Brasserie d'Orval, 6.2%, rating 4.5, 2 photos`.
  private func words(about beer: BeerListItem, at position: Int, _ context: ScreenContext) -> String {
    let columns = columns(context, width: Self.widthOfAllValues)
    let line = ListLine(context, columns: columns, width: Self.widthOfAllValues, isSelected: true)
    let range = beers.marks.rangeStart == nil ? nil : beers.marks.range(to: beers.scroll.cursor)
    let marks = [
      beers.isMarked(beer, at: position) ? "marked" : nil,
      range.map { "range of \(NumberText.count($0.count, "beer"))" },
    ]
    let values = columns.columns.flatMap { column -> [String?] in
      let value = value(of: column.kind, beer, line)
      guard column.kind == .name else { return [value] }
      return [value, line.excerpt(beer)?.line(width: Self.maxExcerptWidth, style: .plain).text]
    }
    return (marks + values).compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the value of a column, with a word if it is a bare number; `nil` if the beer has none.
  private func value(of kind: ListColumns.Kind, _ beer: BeerListItem, _ line: ListLine) -> String? {
    let text = line.text(of: kind, beer)
    switch kind {
    case .times: return beer.shownTimes.map { NumberText.count($0, "time") }
    case .stars: return text.map { "rating \($0)" }
    case .rating: return nil
    case .best: return beer.bestText.isEmpty ? nil : beer.bestText
    case .ibu: return text.map { "\($0) IBU" }
    case .sorted: return text.map { "\(ListHeader.name(beers.window.displayedQuery.order)) \($0)" }
    case .custom: return text.map { "\(kind.name) \($0)" }
    case .photo: return photos(beer)
    case .date, .name, .brewery, .style, .abv, .serving, .price, .country, .place: return text
    }
  }
}
