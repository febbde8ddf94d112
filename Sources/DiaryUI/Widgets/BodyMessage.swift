import Terminal

/// Sentences in place of a body that has nothing to show.
struct BodyMessage {
  let lines: [StyledLine]
  /// Whether the lines are in the middle of the body, as a block.
  var isCentered = false
  /// The line under the cursor; `nil` for the first one of words.
  var cursor: StyledLine?

  func draw(_ context: ScreenContext, into canvas: inout Canvas) {
    let (wrapped, origin) = placed(context.layout)
    for (row, line) in zip(origin.row..<context.layout.body.upperBound, wrapped) {
      canvas.put(
        line, at: Point(column: origin.column, row: row), maxWidth: context.size.width - 1 - origin.column)
    }
    // Screen readers read the line of the cursor, which is of words, not of a drawing.
    let chosen = cursor.flatMap { wrapped.firstIndex(of: $0) }
    let words =
      chosen ?? wrapped.firstIndex { $0.spans.contains { $0.text.contains(where: \.isLetter) } } ?? 0
    canvas.cursor = Point(column: 0, row: min(origin.row + words, context.layout.statusRow))
  }

  /// Returns the line at a point of the screen; `nil` if there is none.
  func line(at point: Point, _ context: ScreenContext) -> StyledLine? {
    let (wrapped, origin) = placed(context.layout)
    let index = point.row - origin.row
    guard wrapped.indices.contains(index), context.layout.body.contains(point.row) else { return nil }
    let line = wrapped[index]
    return origin.column..<origin.column + line.columns ~= point.column ? line : nil
  }

  /// Returns the wrapped lines, and the point of the screen at which the first one begins.
  private func placed(_ layout: Layout) -> (lines: [StyledLine], origin: Point) {
    let width = Self.width(layout)
    let wrapped = lines.flatMap { $0.wrapped(to: width) }
    let room = max(0, (layout.body.count - wrapped.count) / 2)
    let first = layout.body.lowerBound
    guard isCentered else {
      return (wrapped, Point(column: Self.margin(layout), row: first + min(2, room)))
    }
    let widest = wrapped.map(\.columns).max() ?? 0
    return (wrapped, Point(column: max(1, (layout.size.width - widest) / 2), row: first + room))
  }

  /// Returns the first choice that fits without being cut off, otherwise the last.
  static func longest(of choices: [[StyledLine]], _ context: ScreenContext) -> [StyledLine] {
    let layout = context.layout
    let width = Self.width(layout)
    let fitting = choices.first { lines in
      let wrapped = lines.flatMap { $0.wrapped(to: width) }
      return wrapped.count <= layout.body.count && wrapped.allSatisfy { $0.columns <= width }
    }
    return fitting ?? choices.last ?? []
  }

  private static func margin(_ layout: Layout) -> Int { layout.size.width >= 60 ? 4 : 1 }

  private static func width(_ layout: Layout) -> Int { max(1, layout.size.width - 2 * margin(layout)) }
}

extension StyledLine: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(value) }

  /// Returns the line wrapped at spaces if it has a single style; other lines stay unchanged.
  func wrapped(to width: Int) -> [StyledLine] {
    guard spans.count == 1, let span = spans.first, columns > width else { return [self] }
    return span.text.wrapped(to: width).map { StyledLine($0, span.style) }
  }
}
