import Terminal

/// Scrollable lines of text in the body of a screen.
struct TextPage {
  let lines: [StyledLine]
  let offset: ScrollOffset

  /// How far the text is scrolled; empty if it fits.
  func position(in layout: Layout) -> String {
    PagePosition.text(
      top: offset.top, visible: layout.body.count, of: lines.count, width: layout.contentWidth)
  }

  func draw(in layout: Layout, into canvas: inout Canvas) {
    for (row, line) in zip(layout.body, lines.dropFirst(offset.top)) {
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
    }
    // Screen readers read the line of the cursor: the title until the page is scrolled, then the line that is read, or
    // else the first visible one.
    let line = offset.line ?? (offset.top == 0 ? nil : offset.top)
    canvas.cursor = Point(column: 0, row: line.map { layout.body.lowerBound + $0 - offset.top } ?? 0)
  }
}

extension ScreenContext {
  /// What is before each of several sentences; empty in words, where it would be read.
  var bullet: String { appearance.usesWords ? "" : "\(glyphs.mark) " }
}

extension StyledLine {
  /// Returns the lines of a text after a bullet, wrapped to a width with the bullet.
  static func bulleted(_ text: String, with bullet: String, _ style: Style, to width: Int) -> [StyledLine] {
    let indent = String(repeating: " ", count: bullet.columns)
    return text.wrapped(to: max(1, width - bullet.columns)).enumerated().map { index, line in
      StyledLine((index == 0 ? bullet : indent) + line, style)
    }
  }
}
