import Terminal

/// Lines in the bottom rows of the screen, on top of the other contents.
struct BottomLines {
  private let lines: [StyledLine]

  init(_ lines: [StyledLine]) { self.lines = lines }

  func draw(_ context: ScreenContext, into canvas: inout Canvas) {
    let layout = context.layout
    let first = max(0, context.size.height - lines.count)
    canvas.fill(
      Point(column: 0, row: first), Size(width: context.size.width, height: context.size.height - first))
    if layout.statusRule != nil, first > 0 {
      canvas.fill(Point(column: 0, row: first - 1), Size(width: context.size.width, height: 1))
      canvas.fill(
        Point(column: 1, row: first - 1), Size(width: layout.contentWidth, height: 1),
        with: canvas.glyphs.frame.horizontal, style: context.theme.secondary)
    }
    for (row, line) in zip(first..<context.size.height, lines) {
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
    }
  }
}

extension [StyledLine] {
  /// Returns the lines, or those that fit into `rows` rows, of which the last one ends with an ellipsis.
  func cut(to rows: Int, _ context: ScreenContext) -> [StyledLine] {
    guard count > rows, rows > 0 else { return self }
    let ellipsis = String(context.glyphs.ellipsis)
    let last = self[rows - 1]
    let text = last.text + " " + ellipsis
    let style = last.spans.first?.style ?? .plain
    return prefix(rows - 1) + [
      StyledLine(text.truncated(to: context.layout.contentWidth, ellipsis: ellipsis), style)
    ]
  }

  /// Returns the positions of the lines when they are flowed.
  func flowPositions(to width: Int, gap: Int) -> [Point] {
    var end = Point(column: 0, row: 0)
    return enumerated().map { index, item in
      if index > 0 {
        let column = end.column + gap
        end =
          column + item.columns <= width
          ? Point(column: column, row: end.row) : Point(column: 0, row: end.row + 1)
      }
      defer { end.column += item.columns }
      return end
    }
  }

  /// Returns the lines one after the other, as many in a row as fit.
  func flowed(to width: Int, gap: Int) -> [StyledLine] {
    let blank = StyledLine(String(repeating: " ", count: gap))
    return reduce(into: []) { rows, item in
      if let last = rows.last, last.columns + gap + item.columns <= width {
        rows[rows.count - 1] = last + blank + item
      } else {
        rows.append(item)
      }
    }
  }
}
