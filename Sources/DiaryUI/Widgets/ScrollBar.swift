import Terminal

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
  func draw(column: Int, rows body: Range<Int>, _ appearance: Appearance, into canvas: inout Canvas) {
    if appearance.usesWords { return }
    for row in rows(height: body.count) ?? 0..<0 {
      canvas.put(
        String(appearance.glyphs.scrollBar), at: Point(column: column, row: body.lowerBound + row),
        style: appearance.theme.secondary)
    }
  }
}
