import Terminal

/// Sentences in place of a body that has nothing to show.
struct BodyMessage {
  let lines: [StyledLine]

  func draw(_ context: ScreenContext, into canvas: inout Canvas) {
    let layout = context.layout
    let margin = Self.margin(layout)
    let width = Self.width(layout)
    let wrapped = lines.flatMap { $0.wrapped(to: width) }
    let blank = max(0, min(2, (layout.body.count - wrapped.count) / 2))
    for (row, line) in zip(layout.body.dropFirst(blank), wrapped) {
      canvas.put(line, at: Point(column: margin, row: row), maxWidth: width)
    }
    // Screen readers read the line of the cursor.
    canvas.cursor = Point(column: 0, row: min(layout.body.lowerBound + blank, layout.statusRow))
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
