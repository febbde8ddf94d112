import DiaryModel
import DiaryText
import Terminal

extension ConflictsScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let count = conflicts?.count ?? 0
    let title: StyledLine = [
      .init("Conflicts", theme.title),
      .init(count > 0 ? "   \(NumberText.count(count))" : "", theme.secondary),
    ]
    let position = count > 0 ? "\(NumberText.count(scroll.cursor + 1)) of \(NumberText.count(count))" : ""
    let wrapped = wrappedValues(context)
    ScreenFrame(
      title: title,
      state: SyncStateText.line(
        context.sync, context.appearance, room: ScreenFrame.roomForState(title, context),
        countsConflicts: false) ?? .blank,
      status: StyledLine(statusText(wrapped, context, nextTo: position), theme.secondary), position: position
    ).draw(context, into: &canvas)
    guard let conflicts, let values = wrapped else {
      return BodyMessage(lines: message(context)).draw(context, into: &canvas)
    }
    let layout = layout(context)
    for (row, line) in zip(layout.failureRows, layout.failure) {
      canvas.put(
        line, at: Point(column: layout.columns.lowerBound, row: row), style: theme.problem,
        maxWidth: layout.columns.count)
    }
    drawList(conflicts, layout, context, into: &canvas)
    if let rule = layout.rule {
      canvas.fill(
        Point(column: layout.columns.lowerBound, row: rule), Size(width: layout.columns.count, height: 1),
        with: context.glyphs.frame.horizontal, style: theme.secondary)
    }
    for box in values.boxes { draw(values.texts[box.index], in: box, context, into: &canvas) }
    // Screen readers read the line of the cursor: the status line has the conflict and the selected value in words.
    canvas.cursor = Point(column: 0, row: context.layout.statusRow)
  }

  private func drawList(
    _ conflicts: [SyncConflict], _ layout: ConflictsLayout, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let shown = Array(zip(layout.list, conflicts.indices.dropFirst(scroll.top)))
    let columns = ConflictColumns(context, width: layout.columns.count)
    for (row, index) in shown {
      let isSelected = index == scroll.cursor
      if isSelected {
        RowCursor.draw(
          row: row, column: layout.columns.lowerBound - 1, width: layout.columns.count, context.appearance,
          into: &canvas)
      }
      let line = columns.line(conflicts[index])
      canvas.put(
        isSelected ? context.theme.selected(line) : line,
        at: Point(column: layout.columns.lowerBound, row: row), maxWidth: layout.columns.count)
    }
    ScrollBar(top: scroll.top, visible: layout.list.count, count: conflicts.count).draw(
      column: layout.columns.upperBound, rows: layout.list, context.appearance, into: &canvas)
  }

  private func draw(
    _ value: ConflictText, in box: ConflictsLayout.Box, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let lines = value.lines(from: valuesTop)
    let isSelected = box.index == choice
    if isSelected {
      RowCursor.draw(
        row: box.origin.row, column: box.origin.column, height: lines.count, width: box.size.width,
        context.appearance, into: &canvas)
    }
    for (offset, line) in lines.enumerated() {
      canvas.put(
        isSelected ? context.theme.selected(line) : line,
        at: Point(column: box.origin.column + 1, row: box.origin.row + offset), maxWidth: box.size.width)
    }
  }

  /// Returns the selected value, and what it is of: `4.5 from laptop, shown: Rating of Orval`.
  ///
  /// A scrolled value begins with its first visible line.
  private func statusText(_ values: ConflictValues?, _ context: ScreenContext, nextTo position: String)
    -> String
  {
    guard let values, values.texts.indices.contains(choice) else { return "" }
    if context.appearance.usesWords { return values.texts[choice].sentence(from: valuesTop) }
    return values.texts[choice].summary(
      width: ScreenFrame.roomForStatus(nextTo: position, context), from: valuesTop)
  }

  private func message(_ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let failed = context.sync.status?.failure.map { [StyledLine.blank, StyledLine($0, theme.problem)] } ?? []
    if let failure = context.sync.conflictsFailure {
      return [StyledLine("The diary cannot be read: " + ErrorText.reason(failure) + ".", theme.problem)]
    }
    guard conflicts != nil else {
      return [StyledLine("Reading the conflicts", theme.secondary)]
    }
    return [
      StyledLine(Self.noConflicts, theme.name), .blank,
      StyledLine("If two devices change the same field before they synchronize, you choose the value here."),
    ] + failed
  }
}

/// The columns of the list: the beer or the label, the field, and the number of values.
struct ConflictColumns {
  private static let minWidthWithCount = 50
  private static let maxTitleWidth = 48
  private static let maxFieldWidth = 20
  private static let countWidth = 12

  private let title: Int
  private let field: Int
  private let hasCount: Bool
  private let context: ScreenContext

  /// Distributes the width; the columns do not depend on the conflicts, so that they stay in place while scrolling.
  init(_ context: ScreenContext, width: Int) {
    self.context = context
    hasCount = width >= Self.minWidthWithCount
    field = max(1, min(width / 2 - 1, Self.maxFieldWidth))
    title = max(1, min(Self.maxTitleWidth, width - field - 2 - (hasCount ? Self.countWidth : 0)))
  }

  func line(_ conflict: SyncConflict) -> StyledLine {
    let theme = context.theme
    let ellipsis = String(context.glyphs.ellipsis)
    return [
      .init(Self.title(conflict).fitted(to: title, ellipsis: ellipsis) + "  ", theme.name),
      .init(conflict.field.fitted(to: field, ellipsis: ellipsis)),
      .init(hasCount ? "  " + Self.count(conflict) : "", theme.secondary),
    ]
  }

  /// Returns the name of the beer or the label.
  static func title(_ conflict: SyncConflict) -> String {
    BeerText.readable(conflict.title) ?? BeerText.missingName
  }

  private static func count(_ conflict: SyncConflict) -> String {
    NumberText.count(conflict.choices.count, "value")
  }
}
