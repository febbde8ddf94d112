import DiaryStore
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
    // A status that is read is never cut for what is at its right.
    canvas.put(
      statusLine(context), trailing: statusTrailing(context), row: layout.statusRow,
      cutsLine: context.statusNotice == nil && !isStatusRead(context))
    if let row = layout.hintRow { HintLine(context).draw(row: row, into: &canvas) }
  }

  /// Whether the status is the line that a screen reader reads, so that all of it has to be shown.
  private func isStatusRead(_ context: ScreenContext) -> Bool {
    context.appearance.usesWords && context.screen.traits.contains(.readsStatus)
  }

  private func part(of status: StyledLine, _ context: ScreenContext) -> StyledLine {
    let width = context.layout.contentWidth
    guard isStatusRead(context), status.columns > width else { return status }
    return StyledLine(context.part(of: status.text, width: width), status.spans.first?.style ?? .plain)
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
  ///
  /// One that stays until something is corrected leaves the row of the cursor visible.
  static func drawLongNotice(_ context: ScreenContext, into canvas: inout Canvas) {
    let cursor = context.notice == nil ? canvas.cursor?.row : nil
    guard let lines = longNotice(context, below: cursor ?? 0) else { return }
    BottomLines(lines).draw(context, into: &canvas)
  }

  /// The row of the notice that is read in words, which is the first one until ``Action/readOn`` moves to the next.
  static func noticeRow(_ context: ScreenContext) -> Int {
    guard let lines = longNotice(context) else { return context.layout.statusRow }
    let first = max(0, context.size.height - lines.count)
    return min(first + context.messages.part, context.size.height - 1)
  }

  /// The number of lines of the notice.
  static func noticeLineCount(_ context: ScreenContext) -> Int {
    context.statusNotice?.lines(width: context.layout.contentWidth).count ?? 0
  }

  /// Returns the rows of a notice; `nil` if there is none, or if it fits into the status line.
  ///
  /// In words, the last row is the line that is read if there are too few rows for it and those before it.
  ///
  /// - Parameter row: A row that it does not cover.
  private static func longNotice(_ context: ScreenContext, below row: Int = 0) -> [StyledLine]? {
    guard let notice = context.statusNotice else { return nil }
    let lines = notice.lines(width: context.layout.contentWidth).map {
      StyledLine($0, notice.style(context.theme))
    }
    // The rule above the notice takes a row as well.
    let free = context.size.height - 1 - row - (context.layout.statusRule == nil || row == 0 ? 0 : 1)
    let maxRows = notice.isUnasked && context.layout.hintRow == nil ? 1 : max(1, free)
    guard lines.count > 1 else { return nil }
    guard context.appearance.usesWords else { return lines.cut(to: maxRows, context) }
    let skipped = max(0, min(context.messages.part + 1, lines.count) - maxRows)
    return Array(lines.dropFirst(skipped).prefix(maxRows))
  }

  private func statusLine(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    guard let notice = context.statusNotice else { return part(of: name(context) + status, context) }
    return StyledLine(notice.line, notice.style(theme))
  }

  /// Returns the name of a screen that was just opened, if only the status is read; blank otherwise.
  private func name(_ context: ScreenContext) -> StyledLine {
    guard isStatusRead(context), context.messages.openedScreen == context.screen, status.columns > 0,
      let title = context.screen.title
    else { return .blank }
    return StyledLine(title + (title.hasSuffix("?") ? " " : ". "), status.spans.first?.style ?? .plain)
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

  /// Returns a text, or if it is too long, the part that is shown in words, of which ``Action/readOn`` shows the next one.
  func part(of text: String, width: Int) -> String {
    guard text.columns > width else { return text }
    let ellipsis = " \(glyphs.ellipsis)"
    let parts = text.wrapped(to: max(1, width - ellipsis.columns))
    guard !parts.isEmpty else { return text }
    // A message is read in its own parts.
    let index = (notice == nil ? messages.part : 0) % parts.count
    return parts[index] + (index < parts.count - 1 ? ellipsis : "")
  }

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

// MARK: - Hints

/// The keys of the available actions.
///
/// Hints that do not fit are left out in favor of shorter ones; help and quit stay the longest.
struct HintLine {
  private struct Item {
    let action: Action
    let line: StyledLine
  }

  private static let gap = 3
  private let items: [Item]

  init(_ context: ScreenContext) {
    let theme = context.theme
    let kinds = context.kinds(on: context.screen)
    func mainKey(_ action: Action) -> Key? { kinds.lazy.compactMap { action.keys(on: $0).first }.first }
    items = context.hintedActions.compactMap { action in
      guard let hint = action.hint, let label = hint.label(context), let key = mainKey(action),
        context.isHinted(action)
      else { return nil }
      let partner = hint.partner.flatMap { context.configuration.actions[$0().name].flatMap(mainKey) }
      let keys = [key, partner].compactMap { $0?.label }.joined(separator: "/")
      return Item(
        action: action, line: [.init(keys, theme.key), .init(" " + label, theme.secondary)])
    }
  }

  /// Returns only the keys for help and quit, for screens without a row of hints.
  static func essentials(_ context: ScreenContext) -> StyledLine {
    let keys = context.configuration.actions.actions(on: context.screen)
      .filter { $0.traits.contains(.isEssential) }
      .compactMap { $0.keys(on: context.screen).first?.label }
    return StyledLine(keys.joined(separator: " "), context.theme.key)
  }

  func draw(row: Int, into canvas: inout Canvas) {
    for (column, item) in placed(width: canvas.size.width) {
      canvas.put(item.line, at: Point(column: column, row: row), maxWidth: canvas.size.width - 1 - column)
    }
  }

  /// Returns the action whose hint is at a column.
  func action(atColumn column: Int, width: Int) -> Action? {
    placed(width: width).first { $0..<$0 + $1.line.columns ~= column }?.1.action
  }

  /// Whether there is room for the hint of an action.
  func shows(_ action: Action, width: Int) -> Bool { fitting(width - 2).contains { $0.action == action } }

  private func placed(width: Int) -> [(Int, Item)] {
    var column = 1
    return fitting(width - 2).map { item in
      defer { column += item.line.columns + Self.gap }
      return (column, item)
    }
  }

  /// Returns the hints that fit, in their order; the most important ones get space first.
  private func fitting(_ width: Int) -> [Item] {
    let byNeed =
      items.filter { $0.action.traits.contains(.isEssential) }
      + items.filter { !$0.action.traits.contains(.isEssential) }
    var room = width + Self.gap
    var fitting: Set<Action> = []
    for item in byNeed where item.line.columns + Self.gap <= room {
      room -= item.line.columns + Self.gap
      fitting.insert(item.action)
    }
    return items.filter { fitting.contains($0.action) }
  }
}

extension ScreenContext {
  /// The actions of the screen, the most important ones first.
  fileprivate var hintedActions: [Action] {
    let all = configuration.actions.actions(on: screen)
    let first = topScreen.firstHints(in: self).compactMap { action in all.first { $0 == action } }
    return first + all.filter { !first.contains($0) }
  }
}

// MARK: - Lines at the bottom

/// Lines in the bottom rows of the screen, on top of the other contents.
struct BottomLines {
  private let lines: [StyledLine]

  init(_ lines: [StyledLine]) { self.lines = lines }

  func draw(_ context: ScreenContext, into canvas: inout Canvas) {
    let layout = context.layout
    let first = max(0, context.size.height - lines.count)
    canvas.fill(
      Point(column: 0, row: first), Size(width: context.size.width, height: context.size.height - first))
    if layout.statusRule != nil, first > 0 {
      canvas.fill(Point(column: 0, row: first - 1), Size(width: context.size.width, height: 1))
      canvas.fill(
        Point(column: 1, row: first - 1), Size(width: layout.contentWidth, height: 1),
        with: canvas.glyphs.frame.horizontal, style: context.theme.secondary)
    }
    for (row, line) in zip(first..<context.size.height, lines) {
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
    }
  }
}

extension [StyledLine] {
  /// Returns the lines, or those that fit into `rows` rows, of which the last one ends with an ellipsis.
  func cut(to rows: Int, _ context: ScreenContext) -> [StyledLine] {
    guard count > rows, rows > 0 else { return self }
    let ellipsis = String(context.glyphs.ellipsis)
    let last = self[rows - 1]
    let text = last.text + " " + ellipsis
    let style = last.spans.first?.style ?? .plain
    return prefix(rows - 1) + [
      StyledLine(text.truncated(to: context.layout.contentWidth, ellipsis: ellipsis), style)
    ]
  }
}
