import Terminal

/// What surrounds the body of a screen.
struct ScreenFrame {
  /// What the screen shows, and more about it.
  var title: StyledLine
  /// At the right of the header; left out if the title needs the room.
  var trailing = ""
  /// In the status line, where no notice has to be told.
  var status = StyledLine.blank
  /// At the right of the status line.
  var position = ""

  func draw(_ context: ScreenContext, into canvas: inout Canvas) {
    let layout = context.layout
    let theme = context.theme
    let keys = layout.hintRow == nil ? HintLine.essentials(context) : nil
    canvas.put(title, trailing: keys ?? StyledLine(trailing, theme.secondary), row: 0, cutsLine: keys != nil)
    for row in [layout.headerRule, layout.statusRule].compactMap({ $0 }) {
      canvas.fill(
        Point(column: 1, row: row), Size(width: layout.contentWidth, height: 1),
        with: canvas.glyphs.frame.horizontal, style: theme.secondary)
    }
    canvas.put(
      statusLine(context), trailing: statusTrailing(context), row: layout.statusRow,
      cutsLine: context.statusNotice == nil)
    if let row = layout.hintRow { HintLine(context).draw(row: row, into: &canvas) }
  }

  /// What has no room on the status line takes the rows that it needs.
  static func drawLongNotice(_ context: ScreenContext, into canvas: inout Canvas) {
    guard let notice = context.statusNotice, notice.text.columns > context.layout.contentWidth else { return }
    let lines = StyledLine(notice.text, notice.style(context.theme)).wrapped(
      to: context.layout.contentWidth)
    BottomLines(Array(lines.prefix(context.size.height * 2 / 3))).draw(context, into: &canvas)
  }

  private func statusLine(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    guard let notice = context.statusNotice else { return status }
    return StyledLine(notice.text, notice.style(theme))
  }

  private func statusTrailing(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    var line = StyledLine(position, theme.secondary)
    if let text = context.workText {
      line = [.init(Spinner.text(context), theme.accent), .init(" \(text)   ", theme.secondary)] + line
    }
    return line
  }
}

extension Notice {
  fileprivate func style(_ theme: Theme) -> Style { kind == .problem ? theme.problem : theme.accent }
}

extension Canvas {
  /// Puts a line between the margins with another at the right.
  ///
  /// Where there is no room for both, the line is cut if it may be, as long as something of it can be read; otherwise
  /// the other is left out.
  fileprivate mutating func put(_ line: StyledLine, trailing: StyledLine, row: Int, cutsLine: Bool = false) {
    let content = size.width - 2
    let room = content - trailing.columns - (trailing.columns > 0 ? 2 : 0)
    let fits = room >= (cutsLine ? min(line.columns, 12) : line.columns)
    if fits { put(trailing, endingAt: size.width - 1, row: row) }
    put(line, at: Point(column: 1, row: row), maxWidth: fits ? room : content)
  }
}
