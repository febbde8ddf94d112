import Terminal

extension ScreenKind {
  /// What covers every screen while the terminal is too small; it is not in the manual.
  package static let tooSmall = ScreenKind(TooSmallScreen.self, title: nil, keys: .own, suggestsKeys: false)
}

/// Replaces every screen if the terminal is too small.
struct TooSmallScreen: Screen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let minSize = Layout.minSize
    let size = context.size
    let text =
      "Terminal too small: \(size.width)x\(size.height). It needs at least \(minSize.width)x\(minSize.height)."
    for (row, line) in text.wrapped(to: max(1, size.width)).enumerated() {
      canvas.put(line, at: Point(column: 0, row: row))
    }
    canvas.cursor = Point(column: 0, row: 0)
  }
}
