import Terminal

/// What surrounds the body of a screen.
struct ScreenFrame {
  /// What the screen shows, and more about it.
  var title: StyledLine
  /// At the right of the header; left out where the title needs the room.
  var aside = ""
  /// In the status line, where no notice has to be told.
  var status = StyledLine.blank
  /// At the right of the status line.
  var position = ""

  func draw(_ state: AppState, into canvas: inout Canvas) {
    let layout = state.layout
    let theme = state.environment.appearance.theme
    let keys = layout.hintRow == nil ? HintLine.essentials(state) : nil
    canvas.put(title, aside: keys ?? StyledLine(aside, theme.secondary), row: 0, cutsLine: keys != nil)
    for row in [layout.headerRule, layout.statusRule].compactMap({ $0 }) {
      canvas.fill(
        Point(column: 1, row: row), Size(width: layout.contentWidth, height: 1),
        with: canvas.glyphs.frame.horizontal, style: theme.secondary)
    }
    canvas.put(
      statusLine(state), aside: statusAside(state), row: layout.statusRow,
      cutsLine: state.statusNotice == nil)
    if let row = layout.hintRow { HintLine(state).draw(row: row, into: &canvas) }
  }

  /// What has no room on the status line takes the rows that it needs.
  static func drawLongNotice(_ state: AppState, into canvas: inout Canvas) {
    guard let notice = state.statusNotice, notice.text.columns > state.layout.contentWidth else { return }
    let lines = StyledLine(notice.text, notice.style(state.environment.appearance.theme)).wrapped(
      to: state.layout.contentWidth)
    BottomLines(Array(lines.prefix(state.size.height * 2 / 3))).draw(state, into: &canvas)
  }

  private func statusLine(_ state: AppState) -> StyledLine {
    let theme = state.environment.appearance.theme
    guard let notice = state.statusNotice else { return status }
    return StyledLine(notice.text, notice.style(theme))
  }

  private func statusAside(_ state: AppState) -> StyledLine {
    let theme = state.environment.appearance.theme
    var line = StyledLine(position, theme.secondary)
    if let text = state.workText {
      line = [.init(Spinner.text(state), theme.accent), .init(" \(text)   ", theme.secondary)] + line
    }
    return line
  }
}

extension AppState {
  /// What goes on, the most important first.
  fileprivate var workText: String? {
    if let changeShare = changes.share { return "storing " + changeShare.text }
    if changes.isSlow { return "storing" }
    return (screen == .importing ? nil : screens.importing.file?.text) ?? background.text
  }
}

extension Notice {
  fileprivate func style(_ theme: Theme) -> Style { kind == .problem ? theme.problem : theme.accent }
}

extension AppState {
  /// What the status line has to tell before anything else.
  fileprivate var statusNotice: Notice? {
    let waiting =
      changes.photoMoves.isSlow ? Notice(text: "\(Spinner.text(self)) waiting for another program") : nil
    let told = showsAnnouncement ? environment.announcement.map { Notice(text: $0) } : nil
    return changes.isLeaving
      ? Notice(text: leavingText)
      : notice ?? waiting ?? FormScreen.remark(self) ?? told
        ?? (screen == .list ? screens.remarks.announcement : nil)
  }
}

extension Canvas {
  /// Puts a line between the margins with another at the right.
  ///
  /// Where there is no room for both, the line is cut if it may be, as long as something of it can be read; otherwise
  /// the other is left out.
  fileprivate mutating func put(_ line: StyledLine, aside: StyledLine, row: Int, cutsLine: Bool = false) {
    let content = size.width - 2
    let room = content - aside.columns - (aside.columns > 0 ? 2 : 0)
    let fits = room >= (cutsLine ? min(line.columns, 12) : line.columns)
    if fits { put(aside, endingAt: size.width - 1, row: row) }
    put(line, at: Point(column: 1, row: row), maxWidth: fits ? room : content)
  }
}
