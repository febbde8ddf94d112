import Terminal

/// In place of every screen where the terminal has no room for it.
struct TooSmallScreen: Screen {
  static let slot: Slot<Self> = \.tooSmall

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let least = Layout.smallest
    let size = context.size
    let text =
      "Terminal too small: \(least.width)x\(least.height) needed, this is \(size.width)x\(size.height)"
    for (row, line) in text.wrapped(to: max(1, size.width)).enumerated() {
      canvas.put(line, at: Point(column: 0, row: row))
    }
    canvas.cursor = Point(column: 0, row: 0)
  }
}
