import DiaryStore
import DiaryText
import Terminal

extension YearScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let layout = layout(context)
    ScreenFrame(
      title: title(context), status: StyledLine(layout.map { status($0, context) } ?? "", theme.secondary),
      position: layout.map { position($0, context) } ?? ""
    ).draw(context, into: &canvas)
    guard let layout else { return BodyMessage(lines: [message(context)]).draw(context, into: &canvas) }
    let body = context.layout.body
    let top = current.offset.top
    let item = layout.item(current.selected)
    for row in item?.textRows ?? 0..<0 where body.contains(body.lowerBound + row - top) {
      guard let item else { continue }
      RowCursor.draw(
        row: body.lowerBound + row - top, column: item.textColumn,
        width: item.column + item.width - item.textColumn, context.appearance, into: &canvas)
    }
    for line in layout.lines {
      let row = body.lowerBound + line.row - top
      guard body.contains(row) else { continue }
      let isSelected = item.map { $0.textRows.contains(line.row) && $0.textColumn == line.column } ?? false
      canvas.put(
        isSelected ? theme.selected(line.text) : line.text, at: Point(column: 1 + line.column, row: row),
        maxWidth: line.width)
    }
    // Screen readers read the line of the cursor. In the status line it is only about the selected item.
    canvas.cursor = Point(column: 0, row: context.layout.statusRow)
  }

  /// The title: which beers of which year are counted.
  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let counted = StyledLine(current.query.narrowing(context, namesTrash: true), theme.accent)
    guard let review = current.review else { return StyledLine("Year in review", theme.title) + counted }
    let count = NumberText.count(review.figures.beers, "beer")
    return [
      .init("\(NumberText.padded(review.year, to: 4)) in review", theme.title),
      .init("   \(count)", theme.secondary),
    ] + counted
  }

  private func message(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    if let failure = current.failure {
      return StyledLine("The year cannot be read: \(ErrorText.reason(failure)).", theme.problem)
    }
    guard current.isKnown else { return StyledLine("\(Spinner.text(context)) Reading", theme.secondary) }
    guard let review = current.review else {
      return StyledLine(YearText.noYearSentence(current.query), theme.secondary)
    }
    let text = YearText(review, dates: context.appearance.dates)
    return StyledLine(text.emptySentence(current.query), theme.secondary)
  }

  /// Returns a description of the selected item, such as `May 2024: 3 beers   date:2024-05`.
  ///
  /// In words, it names the year, which is not read again when another one is shown, and says how a figure has changed.
  private func status(_ layout: YearLayout, _ context: ScreenContext) -> String {
    guard let item = layout.item(current.selected) else { return "" }
    let words = item.label + item.details
    let count = item.count.map {
      let counting: DiaryStatistics.Counting = item.isDistinct ? .labels : .beers
      return $0 == 0 ? "no beers" : counting.text($0)
    }
    guard context.appearance.usesWords else {
      let scale =
        item.isMonth && layout.beersPerCell > 1
        ? ", a square is \(NumberText.count(layout.beersPerCell)) beers" : ""
      return words + (count.map { ": \($0)\(scale)" } ?? "") + "   \(item.filter)"
    }
    guard let review = current.review else { return words }
    let year = NumberText.padded(review.year, to: 4)
    let counted = count.map { ": " + $0 } ?? ""
    switch item.id {
    case .best(let index):
      let position = review.best.count > 1 ? " \(index + 1) of \(review.best.count)" : ""
      return "\(year), best beer\(position): \(words)"
    case .figure:
      let comparison = item.comparison(with: NumberText.padded(review.year - 1, to: 4))
      // The label of the first two is only the year, and what has changed is the number of beers.
      return words + (item.label == year ? counted : "") + (comparison.map { ", " + $0 } ?? "")
    default: return (item.label.contains(year) ? words : "\(year): \(words)") + counted
    }
  }

  private func position(_ layout: YearLayout, _ context: ScreenContext) -> String {
    PagePosition.text(
      top: current.offset.top, visible: context.layout.body.count, of: layout.height,
      width: context.layout.contentWidth)
  }

  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard layout(context)?.hasPictures == true else { return [] }
    return current.review?.best.compactMap(\.thumbnailID)
  }
}
