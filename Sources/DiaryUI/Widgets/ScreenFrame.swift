import Terminal

/// What surrounds the body of a screen.
struct ScreenFrame {
  /// What the screen shows, and more about it.
  var title: StyledLine
  /// At the right of the header; left out where the title needs the room.
  var aside = ""
  /// In the status line, where no notice has to be told.
  var status = ""
  /// At the right of the status line.
  var position = ""

  func draw(_ state: AppState, into canvas: inout Canvas) {
    let layout = state.layout
    let theme = state.appearance.theme
    canvas.put(title, aside: StyledLine(aside, theme.secondary), row: 0, width: layout.size.width)
    for row in [layout.headerRule, layout.statusRule].compactMap({ $0 }) {
      canvas.fill(
        Point(column: 1, row: row), Size(width: layout.contentWidth, height: 1),
        with: canvas.glyphs.frame.horizontal, style: theme.secondary)
    }
    canvas.put(
      statusLine(state), aside: statusAside(state), row: layout.statusRow, width: layout.size.width)
    if let row = layout.hintRow { HintLine(state).draw(row: row, into: &canvas) }
  }

  private func statusLine(_ state: AppState) -> StyledLine {
    let theme = state.appearance.theme
    guard let notice = state.notice else { return StyledLine(status, theme.secondary) }
    return StyledLine(notice.text, notice.kind == .problem ? theme.problem : theme.accent)
  }

  private func statusAside(_ state: AppState) -> StyledLine {
    let theme = state.appearance.theme
    var line = StyledLine(position, theme.secondary)
    if state.describing.isVisible {
      let text = " reading photo headers \(state.describing.percent) %   "
      line = [.init(Spinner.text(state), theme.accent), .init(text, theme.secondary)] + line
    }
    return line
  }
}

extension Canvas {
  /// Puts a line between the margins with another at the right; where both do not fit, the left one has the room.
  fileprivate mutating func put(_ line: StyledLine, aside: StyledLine, row: Int, width: Int) {
    let content = width - 2
    let fits = line.columns + 2 + aside.columns <= content
    if fits { put(aside, endingAt: width - 1, row: row) }
    put(line, at: Point(column: 1, row: row), maxWidth: content)
  }
}
