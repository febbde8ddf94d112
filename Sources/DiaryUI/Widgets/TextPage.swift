import DiaryText
import Terminal

/// Lines of text in the body of a screen, scrolled.
struct TextPage {
  let lines: [StyledLine]
  let offset: ScrollOffset

  /// Which lines are seen, where there are more than fit: `1-19 of 40`.
  func position(in layout: Layout) -> String {
    guard lines.count > layout.body.count else { return "" }
    let last = min(lines.count, offset.top + layout.body.count)
    return last == lines.count ? "end" : "\(NumberText.percent(last, of: lines.count))%"
  }

  func draw(in layout: Layout, into canvas: inout Canvas) {
    for (row, line) in zip(layout.body, lines.dropFirst(offset.top)) {
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
    }
    // The real cursor has to be somewhere that does not disturb reading.
    canvas.cursor = Point(column: 0, row: layout.body.lowerBound)
  }
}
