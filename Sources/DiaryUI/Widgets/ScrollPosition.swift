import Terminal

/// A cursor in a list that may be longer than the screen, and the first visible item.
struct ScrollPosition: Hashable, Sendable {
  /// Returns how many items stay visible around the cursor.
  private static func margin(visible: Int) -> Int { min(3, (visible - 1) / 2) }

  var cursor = 0
  private(set) var top = 0

  /// Moves the cursor; `clamp(count:visible:)` scrolls to it.
  mutating func move(by offset: Int) { cursor = max(0, cursor + offset) }

  /// Moves the cursor and the window together, so that the cursor keeps its row.
  mutating func page(by offset: Int) {
    cursor = max(0, cursor + offset)
    top = max(0, top + offset)
  }

  /// Moves the window, and the cursor only as far as needed to keep it visible.
  ///
  /// - Returns: `false` if the window is at the end of the list already.
  mutating func scroll(by offset: Int, count: Int, visible: Int) -> Bool {
    let visible = max(1, visible)
    let next = max(0, min(top + offset, count - visible))
    guard next != top else { return false }
    top = next
    let margin = Self.margin(visible: visible)
    cursor = min(max(cursor, top + margin), top + visible - 1 - margin)
    return true
  }

  /// Moves the cursor and the window, because items before them were added or removed.
  mutating func shift(by offset: Int) { page(by: offset) }

  /// Brings both into range, and scrolls to the cursor.
  ///
  /// - Parameter rowSize: The number of items in each row of a grid, which scrolls by whole rows so that the items keep
  ///   their columns; 1 for a list.
  mutating func clamp(count: Int, visible: Int, rowSize: Int = 1) {
    cursor = min(max(0, cursor), max(0, count - 1))
    let visible = max(1, visible)
    if rowSize > 1 {
      func rows(_ items: Int) -> Int { (max(0, items) + rowSize - 1) / rowSize }
      let row = min(max(top / rowSize, rows(cursor - visible + 1)), cursor / rowSize)
      top = min(row, rows(count - visible)) * rowSize
      return
    }
    let margin = Self.margin(visible: visible)
    top = max(top, cursor + margin - visible + 1)
    top = min(top, cursor - margin)
    top = max(0, min(top, count - visible))
  }

  /// Moves the cursor in a list of `count` items, of which `visible` fit on the screen.
  ///
  /// - Parameters:
  ///   - times: How often to move.
  ///   - rowSize: As for ``clamp(count:visible:rowSize:)``.
  mutating func move(_ move: Move, times: Int = 1, count: Int, visible: Int, rowSize: Int = 1) {
    let half = max(1, visible / rowSize / 2) * rowSize
    switch move {
    case .down: moveByRows(times, count: count, rowSize)
    case .up: moveByRows(-times, count: count, rowSize)
    case .pageDown: page(by: visible * times)
    case .pageUp: page(by: -visible * times)
    case .halfPageDown: page(by: half * times)
    case .halfPageUp: page(by: -half * times)
    case .first: cursor = 0
    case .last: cursor = max(0, count - 1)
    case .left: if rowSize > 1 { self.move(by: -times) }
    case .right: if rowSize > 1 { self.move(by: times) }
    }
    clamp(count: count, visible: visible, rowSize: rowSize)
  }

  /// Moves to the item below or above; the last row may be too short for one, and has its last item then.
  private mutating func moveByRows(_ offset: Int, count: Int, _ rowSize: Int) {
    let lastRow = max(0, count - 1) / rowSize
    let row = max(0, min(cursor / rowSize + offset, lastRow))
    cursor = row * rowSize + cursor % rowSize
  }
}

/// The scroll position of a text without a visible cursor.
struct ScrollOffset: Hashable, Sendable {
  private(set) var top = 0
  /// The line that a screen reader reads, if the text is read line by line; `nil` for the title above it.
  private(set) var line: Int?

  /// Brings the position into range, and scrolls to the line that is read.
  mutating func clamp(count: Int, visible: Int) {
    line = count > 0 ? line.map { min($0, count - 1) } : nil
    if let line { reveal(line, visible: visible) }
    top = max(0, min(top, count - visible))
  }

  /// Has a line read; call ``clamp(count:visible:)`` afterwards.
  mutating func read(_ line: Int) { self.line = line }

  /// Keeps the line that is read, because lines before it were added.
  mutating func shiftLine(by count: Int) { line = line.map { $0 + count } }

  /// Scrolls until a line is visible.
  mutating func reveal(_ line: Int, visible: Int) { top = min(max(top, line - max(1, visible) + 1), line) }

  /// Scrolls; call ``clamp(count:visible:)`` afterwards.
  ///
  /// - Parameter readsLines: Whether to move from line to line, and to scroll only at the edge. Without a visible cursor,
  ///   that would look as if nothing happened.
  mutating func move(_ move: Move, visible: Int, readsLines: Bool) {
    if readsLines { return readLine(move, visible: visible) }
    switch move {
    case .down: top += 1
    case .up: top -= 1
    case .pageDown: top += visible
    case .pageUp: top -= visible
    case .halfPageDown: top += max(1, visible / 2)
    case .halfPageUp: top -= max(1, visible / 2)
    case .first: top = 0
    case .last: top = .max
    case .left, .right: break
    }
  }

  /// Moves from line to line; the title is before the first one.
  private mutating func readLine(_ move: Move, visible: Int) {
    switch move {
    case .down: line = (line ?? -1) + 1
    case .up: line = line.flatMap { $0 > 0 ? $0 - 1 : nil }
    case .pageDown: readPage(visible)
    case .pageUp: readPage(-visible)
    case .halfPageDown: readPage(max(1, visible / 2))
    case .halfPageUp: readPage(-max(1, visible / 2))
    case .first: (top, line) = (0, nil)
    case .last: line = .max
    case .left, .right: break
    }
  }

  private mutating func readPage(_ count: Int) {
    let next = (line ?? 0) + count
    line = next < 0 ? nil : next
    top = max(0, top + count)
  }
}

/// A bar at the right of a list that is longer than the screen, as high as the share of the list that is visible.
struct ScrollBar {
  let top: Int
  let visible: Int
  let count: Int

  /// Returns the rows of the bar, of `height` rows; `nil` if the whole list is visible.
  func rows(height: Int) -> Range<Int>? {
    guard visible > 0, height > 0, count > visible else { return nil }
    let size = max(1, height * visible / count)
    let last = count - visible
    // Only the ends of the list have the bar at an end.
    let start =
      top >= last
      ? height - size
      : top <= 0 || height - size < 2
        ? 0 : min(max(1, (height - size) * top / last), height - size - 1)
    return start..<start + size
  }

  /// Draws the bar; not in words, because it would be a part of the line that is read.
  ///
  /// In ASCII, it is blanks in reverse video, because a character would look like a part of the stars before it.
  func draw(column: Int, rows body: Range<Int>, _ appearance: Appearance, into canvas: inout Canvas) {
    if appearance.usesWords { return }
    let (glyph, theme) = (appearance.glyphs.scrollBar, appearance.theme)
    let (text, style) = glyph.isASCII ? (" ", theme.reversed(.plain)) : (String(glyph), theme.secondary)
    for row in rows(height: body.count) ?? 0..<0 {
      canvas.put(text, at: Point(column: column, row: body.lowerBound + row), style: style)
    }
  }
}
