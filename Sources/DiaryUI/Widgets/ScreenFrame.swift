import Terminal

/// The parts of a screen around the body.
struct ScreenFrame {
  /// The title and details about it.
  var title: StyledLine
  /// At the right of the header; left out if the title needs the space.
  var trailing = ""
  /// Before ``trailing``, or in its place if only this fits next to the title.
  var state = StyledLine.blank
  /// In the status line if there is no notice.
  var status = StyledLine.blank
  /// At the right of the status line.
  var position = ""

  func draw(_ context: ScreenContext, into canvas: inout Canvas) {
    let layout = context.layout
    let theme = context.theme
    let keys = layout.hintRow == nil ? HintLine.essentials(context) : nil
    canvas.put(title, trailing: keys ?? headerTrailing(context), row: 0, cutsLine: keys != nil)
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

  private static let gapAfterState = "   "

  /// Returns the columns for ``state`` next to a title and ``trailing``.
  static func roomForState(_ title: StyledLine, trailing: String = "", _ context: ScreenContext) -> Int {
    let gap = trailing.isEmpty ? 0 : gapAfterState.columns
    return context.layout.contentWidth - title.columns - 2 - gap - trailing.columns
  }

  /// Returns the columns for ``status`` next to a position, which is left out if too few are left.
  static func roomForStatus(nextTo position: String, _ context: ScreenContext) -> Int {
    let content = context.layout.contentWidth
    let room = content - (position.isEmpty ? 0 : position.columns + 2)
    return room >= Canvas.minCutColumns ? room : content
  }

  /// The right of the header: as much as fits next to the title.
  private func headerTrailing(_ context: ScreenContext) -> StyledLine {
    let trailing = StyledLine(trailing, context.theme.secondary)
    let gap = StyledLine(state.columns > 0 && trailing.columns > 0 ? Self.gapAfterState : "")
    let room = context.layout.contentWidth - title.columns - 2
    return [state + gap + trailing, trailing, state].first { 1...max(1, room) ~= $0.columns } ?? .blank
  }

  /// Draws a notice that is too long for the status line in as many rows as it needs, below the first row.
  static func drawLongNotice(_ context: ScreenContext, into canvas: inout Canvas) {
    guard let lines = longNotice(context) else { return }
    BottomLines(lines).draw(context, into: &canvas)
  }

  /// The row in which the notice begins.
  static func noticeRow(_ context: ScreenContext) -> Int {
    longNotice(context).map { max(0, context.size.height - $0.count) } ?? context.layout.statusRow
  }

  /// Returns the rows of a notice; `nil` if there is none, or if it fits into the status line.
  private static func longNotice(_ context: ScreenContext) -> [StyledLine]? {
    guard let notice = context.statusNotice else { return nil }
    let lines = notice.lines(width: context.layout.contentWidth).map {
      StyledLine($0, notice.style(context.theme))
    }
    let maxRows = notice.isUnasked && context.layout.hintRow == nil ? 1 : context.size.height - 1
    return lines.count > 1 ? lines.cut(to: maxRows, context) : nil
  }

  private func statusLine(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    guard let notice = context.statusNotice else { return status }
    return StyledLine(notice.line, notice.style(theme))
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
  /// A line that is cut keeps these columns, or else the text at its right is left out.
  fileprivate static let minCutColumns = 12

  /// Puts a line between the margins, with another one at the right.
  ///
  /// If both do not fit, the line is cut if `cutsLine` is set and enough of it stays readable; otherwise the other one
  /// is left out.
  fileprivate mutating func put(_ line: StyledLine, trailing: StyledLine, row: Int, cutsLine: Bool = false) {
    let content = size.width - 2
    let room = content - trailing.columns - (trailing.columns > 0 ? 2 : 0)
    let fits = room >= (cutsLine ? min(line.columns, Self.minCutColumns) : line.columns)
    if fits { put(trailing, endingAt: size.width - 1, row: row) }
    put(line, at: Point(column: 1, row: row), maxWidth: fits ? room : content)
  }
}

extension ScreenContext {
  private static let minLabelColumns = 8

  /// Returns the beginning of a name for the status line if what follows it would not fit otherwise.
  ///
  /// - Parameters:
  ///   - number: What follows the name, which is not to be cut off.
  ///   - position: The text at the right of the status line.
  func statusLabel(_ label: String, before number: String, nextTo position: String) -> String {
    let used = number.columns + (position.isEmpty ? 0 : position.columns + 2)
    let room = max(Self.minLabelColumns, layout.contentWidth - used)
    return label.truncated(to: room, ellipsis: String(glyphs.ellipsis))
  }
}
