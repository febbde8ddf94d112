import Terminal

/// A few sentences in place of a body that has nothing to show.
struct BodyMessage {
  let lines: [StyledLine]

  func draw(_ state: AppState, into canvas: inout Canvas) {
    let layout = state.layout
    let margin = layout.size.width >= 60 ? 4 : 1
    let width = max(1, layout.size.width - 2 * margin)
    let wrapped = lines.flatMap { $0.wrapped(to: width) }
    let blank = max(0, min(2, (layout.body.count - wrapped.count) / 2))
    for (row, line) in zip(layout.body.dropFirst(blank), wrapped) {
      canvas.put(line, at: Point(column: margin, row: row), maxWidth: width)
    }
    canvas.cursor = Point(column: 0, row: layout.body.lowerBound)
  }
}

extension StyledLine: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(value) }

  /// The line broken at blanks where it is of one style; other lines are left as they are.
  func wrapped(to width: Int) -> [StyledLine] {
    guard spans.count == 1, let span = spans.first, columns > width else { return [self] }
    return span.text.wrapped(to: width).map { StyledLine($0, span.style) }
  }
}
