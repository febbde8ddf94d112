import DiaryStore
import DiaryText
import Terminal

extension YearScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let layout = layout(context)
    ScreenFrame(
      title: title(theme), status: StyledLine(layout.map(status) ?? "", theme.secondary),
      position: layout.map { position($0, context) } ?? ""
    ).draw(context, into: &canvas)
    guard let layout else { return BodyMessage(lines: [message(context)]).draw(context, into: &canvas) }
    let (body, top) = (context.layout.body, current.offset.top)
    for line in layout.lines {
      let row = body.lowerBound + line.row - top
      guard body.contains(row) else { continue }
      canvas.put(line.text, at: Point(column: 1 + line.column, row: row), maxWidth: line.width)
    }
    guard let item = layout.item(current.selected) else { return }
    let row = min(max(body.lowerBound, body.lowerBound + item.row - top), body.upperBound - 1)
    canvas.cursor = Point(column: 1 + item.column, row: row)
  }

  private func title(_ theme: Theme) -> StyledLine {
    guard let review = current.review else { return StyledLine("Year in review", theme.title) }
    let count = NumberText.count(review.figures.beers, "beer")
    return [
      .init("\(NumberText.padded(review.year, to: 4)) in review", theme.title),
      .init("   \(count)", theme.secondary),
    ]
  }

  private func message(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    if let failure = current.failure {
      return StyledLine("Could not read the year: \(ErrorText.reason(failure)).", theme.problem)
    }
    guard current.isKnown else { return StyledLine("\(Spinner.text(context)) Reading", theme.secondary) }
    guard let review = current.review else { return StyledLine(YearText.noYearSentence, theme.secondary) }
    return StyledLine(YearText(review, dates: context.appearance.dates).emptySentence, theme.secondary)
  }

  private func status(_ layout: YearLayout) -> String {
    guard let item = layout.item(current.selected) else { return "" }
    guard let number = item.count else { return "\(item.label)   \(item.filter)" }
    let count =
      number == 0 ? "No beers" : NumberText.count(number, item.isDistinct ? "different beer" : "beer")
    let scale =
      item.isMonth && layout.beersPerCell > 1
      ? ", a square is \(NumberText.count(layout.beersPerCell)) beers" : ""
    return "\(count)\(scale): \(item.label)   \(item.filter)"
  }

  private func position(_ layout: YearLayout, _ context: ScreenContext) -> String {
    let visible = context.layout.body.count
    guard layout.height > visible else { return "" }
    let last = min(layout.height, current.offset.top + visible)
    return last == layout.height ? "end" : "\(NumberText.percent(last, of: layout.height))%"
  }

  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard layout(context)?.hasPictures == true else { return [] }
    return current.review?.best.compactMap(\.thumbnailID)
  }
}
