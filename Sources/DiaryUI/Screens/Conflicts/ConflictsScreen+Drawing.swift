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
    ScreenFrame(
      title: title,
      state: SyncStateText.line(
        context.sync, context.appearance, room: ScreenFrame.roomForState(title, context),
        countsConflicts: false) ?? .blank,
      status: StyledLine(statusText(context), theme.secondary),
      position: count > 0 ? "\(NumberText.count(scroll.cursor + 1)) of \(NumberText.count(count))" : ""
    ).draw(context, into: &canvas)
    guard let conflicts, let selected = conflictUnderCursor else {
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
    for box in layout.boxes(of: selected, choice: choice) {
      draw(selected, in: box, context, into: &canvas)
    }
    // Screen readers read the line of the cursor: the status line has the conflict and the selected value in words.
    canvas.cursor = Point(column: 1, row: context.layout.statusRow)
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
    _ conflict: SyncConflict, in box: ConflictsLayout.Box, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let text = ConflictText(
      conflict.choices[box.index], isShown: box.index == 0,
      showsSeconds: ConflictText.haveEqualMinutes(conflict.choices), context)
    let lines = text.lines(box.size, sharing: ConflictText.sharedBeginning(of: conflict.choices))
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

  /// The selected value, and what it is of: `4.5 from laptop, shown: Rating of Orval`.
  private func statusText(_ context: ScreenContext) -> String {
    guard let conflict = conflictUnderCursor, let selected = selectedChoice else { return "" }
    let value = ConflictText(selected, isShown: choice == 0, context).summary
    return "\(value): \(conflict.field) of \(ConflictColumns.title(conflict))"
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
      StyledLine("No conflicts.", theme.name), .blank,
      StyledLine("If two devices change the same value before they are synchronized, you can choose here."),
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

/// A value of a conflict, with its device and its time.
struct ConflictText {
  /// Longer values are cut in a sentence.
  private static let maxColumns = 20

  private let choice: SyncConflict.Choice
  private let isShown: Bool
  private let showsSeconds: Bool
  private let context: ScreenContext

  /// Creates the texts of a value.
  ///
  /// - Parameters:
  ///   - isShown: Whether the diary shows this value.
  ///   - showsSeconds: Whether the time has seconds, because minutes do not tell the values apart.
  init(
    _ choice: SyncConflict.Choice, isShown: Bool, showsSeconds: Bool = false, _ context: ScreenContext
  ) {
    self.choice = choice
    self.isShown = isShown
    self.showsSeconds = showsSeconds
    self.context = context
  }

  private var ellipsis: String { String(context.glyphs.ellipsis) }
  private var separator: String { " \(context.glyphs.separator) " }
  private var value: String { BeerText.readable(choice.text) ?? SyncConflict.Choice.noValue }
  private var device: String { choice.deviceText + (isShown ? separator + "shown" : "") }
  private var time: String {
    let dates = context.appearance.dates
    return DiaryDate(instant: choice.time).map {
      showsSeconds ? dates.shortWithSeconds($0) : dates.shortWithTime($0)
    } ?? ""
  }

  /// Returns whether two values were written in the same minute.
  static func haveEqualMinutes(_ choices: [SyncConflict.Choice]) -> Bool {
    let minutes = choices.compactMap { DiaryDate(instant: $0.time)?.text.prefix("2024-06-01T18:04".count) }
    return Set(minutes).count < minutes.count
  }

  /// The value on one line, its device, and whether it is shown: `4.5 from laptop, shown`.
  var summary: String {
    value.onOneLine.truncated(to: Self.maxColumns, ellipsis: ellipsis) + " from \(choice.deviceText)"
      + (isShown ? ", shown" : "")
  }

  /// Returns the number of characters with which all values of a conflict begin, up to the last whole word.
  static func sharedBeginning(of choices: [SyncConflict.Choice]) -> Int {
    guard var shared = choices.first?.text else { return 0 }
    for choice in choices { shared = String(zip(shared, choice.text ?? "").prefix { $0 == $1 }.map(\.0)) }
    return shared.lastIndex { $0.isWhitespace }.map { shared[...$0].count } ?? 0
  }

  /// Returns the value without its beginning, if it would otherwise have to be cut where it differs.
  private func value(without shared: Int, unless fits: (String) -> Bool) -> String {
    shared > 0 && !fits(value) ? ellipsis + value.dropFirst(shared) : value
  }

  /// Returns the value in as many lines as there is room for, then the device and the time.
  ///
  /// - Parameter shared: The number of characters with which all values begin; they are left out of a long value.
  func lines(_ size: Size, sharing shared: Int = 0) -> [StyledLine] {
    let theme = context.theme
    let style = choice.text == nil ? theme.placeholder : theme.name
    if size.height < 2 {
      let rest = separator + device
      // The value is more important than the device.
      let room = max(size.width - rest.columns, size.width * 2 / 3)
      let text = value(without: shared) { $0.onOneLine.columns <= room }
        .onOneLine.truncated(to: room, ellipsis: ellipsis)
      return [
        [
          .init(text, style),
          .init(rest.truncated(to: size.width - text.columns, ellipsis: ellipsis), theme.secondary),
        ]
      ]
    }
    let details = size.height < 4 ? [device + separator + time] : [device, time]
    let room = max(1, size.height - details.count)
    var lines = value(without: shared) { $0.wrapped(to: size.width).count <= room }.wrapped(to: size.width)
    if lines.count > room {
      lines = Array(lines.prefix(room))
      lines[room - 1] = (lines[room - 1] + ellipsis).truncated(to: size.width, ellipsis: ellipsis)
    }
    return lines.map { StyledLine($0, style) }
      + details.map { StyledLine($0.truncated(to: size.width, ellipsis: ellipsis), theme.secondary) }
  }
}
