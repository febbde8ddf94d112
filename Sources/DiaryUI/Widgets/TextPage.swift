import DiaryText
import Terminal

/// Scrollable lines of text in the body of a screen.
struct TextPage {
  let lines: [StyledLine]
  let offset: ScrollOffset

  /// How far the text is scrolled, if it does not fit: `45%` or `end`.
  func position(in layout: Layout) -> String {
    guard lines.count > layout.body.count else { return "" }
    let last = min(lines.count, offset.top + layout.body.count)
    return last == lines.count ? "end" : "\(NumberText.percent(last, of: lines.count))%"
  }

  func draw(in layout: Layout, into canvas: inout Canvas) {
    for (row, line) in zip(layout.body, lines.dropFirst(offset.top)) {
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
    }
    // Screen readers read the line of the cursor: the title until the page is scrolled, then the first visible line.
    canvas.cursor = Point(column: 0, row: offset.top == 0 ? 0 : layout.body.lowerBound)
  }
}
