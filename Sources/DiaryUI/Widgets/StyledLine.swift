import Terminal

/// A line of text in several styles.
struct StyledLine: Hashable, Sendable, ExpressibleByArrayLiteral {
  struct Span: Hashable, Sendable {
    var text: String
    var style: Style
    /// What the cells from here on stand for; `nil` for their text alone.
    var picture: PictureMark?

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  var spans: [Span]

  init(_ spans: [Span]) { self.spans = spans }

  init(arrayLiteral elements: Span...) { spans = elements }

  init(_ text: String, _ style: Style = .plain) { spans = [Span(text, style)] }

  static let blank = StyledLine([])

  /// The text without its styles.
  var text: String { spans.map(\.text).joined() }

  var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

  /// Returns the lines of blocks, with a blank one between them; blocks without lines are left out.
  static func joined(_ blocks: [[StyledLine]]) -> [StyledLine] {
    Array(blocks.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }

  /// Returns two columns of lines; the second one starts at `column`.
  static func sideBySide(_ left: [StyledLine], _ right: [StyledLine], at column: Int) -> [StyledLine] {
    (0..<max(left.count, right.count)).map { index in
      let line = index < left.count ? left[index] : .blank
      guard index < right.count else { return line }
      return line + StyledLine(String(repeating: " ", count: max(0, column - line.columns))) + right[index]
    }
  }

  static func + (a: StyledLine, b: StyledLine) -> StyledLine { StyledLine(a.spans + b.spans) }
}

extension [StyledLine] {
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

  /// Returns the position of each line in ``flowed(to:gap:)``.
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
}

extension Theme {
  /// Returns a line as it is under the cursor.
  func selected(_ line: StyledLine) -> StyledLine {
    StyledLine(line.spans.map { .init($0.text, selected($0.style)) })
  }
}

extension Canvas {
  /// Puts a line at a point, cut at `maxWidth`, and returns its width.
  @discardableResult
  mutating func put(_ line: StyledLine, at point: Point, maxWidth: Int) -> Int {
    var used = 0
    var marks: [(PictureMark, Point)] = []
    for span in line.spans where used < maxWidth {
      let start = Point(column: point.column + used, row: point.row)
      if let mark = span.picture { marks.append((mark, start)) }
      used += put(span.text, at: start, style: span.style, maxWidth: maxWidth - used)
    }
    // What is drawn later covers a picture.
    for (mark, start) in marks { apply(mark, at: start, before: point.column + used) }
    return used
  }

  /// Puts a line so that it ends before `end`.
  mutating func put(_ line: StyledLine, endingAt end: Int, row: Int) {
    put(line, at: Point(column: end - line.columns, row: row), maxWidth: line.columns)
  }
}
