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
    ScreenFrame(
      title: title,
      state: SyncStateText.line(
        context.sync, context.appearance, room: ScreenFrame.roomForState(title, context),
        countsConflicts: false) ?? .blank,
      status: StyledLine(statusText(context, nextTo: position), theme.secondary), position: position
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
    let lines = ConflictText(conflict, at: box.index, context).lines(box.size, from: valuesTop)
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
  private func statusText(_ context: ScreenContext, nextTo position: String) -> String {
    guard let conflict = conflictUnderCursor, selectedChoice != nil else { return "" }
    let box = layout(context).boxes(of: conflict, choice: choice).first { $0.index == choice }
    return ConflictText(conflict, at: choice, context).summary(
      width: ScreenFrame.roomForStatus(nextTo: position, context),
      scrolled: box.map { ($0.size, valuesTop) })
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
  /// A longer value keeps these columns next to its device and what it is of.
  private static let minColumns = 16
  /// A longer value keeps these columns next to its device, if it has only one line.
  private static let minColumnsOnOneLine = 12
  /// A value or a name of a beer that is cut keeps these columns.
  private static let minCutColumns = 8

  private let conflict: SyncConflict
  private let choice: SyncConflict.Choice
  private let isShown: Bool
  private let context: ScreenContext

  /// Creates the texts of a value.
  ///
  /// - Parameter index: The index of the value among those of the conflict; the diary shows the first one.
  init(_ conflict: SyncConflict, at index: Int, _ context: ScreenContext) {
    self.conflict = conflict
    choice = conflict.choices[index]
    isShown = index == 0
    self.context = context
  }

  private var ellipsis: String { String(context.glyphs.ellipsis) }
  private var separator: String { " \(context.glyphs.separator) " }
  private var value: String { BeerText.readable(choice.text) ?? SyncConflict.Choice.noValue }
  private var device: String { choice.deviceText + (isShown ? separator + "shown" : "") }
  private var time: String {
    let dates = context.appearance.dates
    return DiaryDate(instant: choice.time).map {
      haveEqualMinutes ? dates.shortWithSeconds($0) : dates.shortWithTime($0)
    } ?? ""
  }

  /// Whether two values were written in the same minute, which does not tell them apart.
  private var haveEqualMinutes: Bool {
    let minutes = conflict.choices.compactMap {
      DiaryDate(instant: $0.time)?.text.prefix("2024-06-01T18:04".count)
    }
    return Set(minutes).count < minutes.count
  }

  // MARK: In a sentence

  /// Returns the value on one line, its device, whether it is shown, and what it is of:
  /// `4.5 from laptop, shown: Rating of Orval`.
  ///
  /// The value and the name of the beer are cut first.
  ///
  /// - Parameter scrolled: The columns and rows of the value's place, and its first visible line.
  func summary(width: Int, scrolled: (size: Size, top: Int)? = nil) -> String {
    let origin = " from \(choice.deviceText)" + (isShown ? ", shown" : "")
    let title = ConflictColumns.title(conflict)
    let field = ": \(conflict.field)"
    let room = max(0, width - origin.columns)
    let needed = min(value.onOneLine.columns, Self.minColumns)
    let titleRoom = room - needed - field.columns - " of ".columns
    let subject =
      titleRoom >= min(title.columns, Self.minCutColumns)
      ? field + " of " + title.truncated(to: titleRoom, ellipsis: ellipsis)
      : room - field.columns >= needed ? field : ""
    let valueRoom = max(Self.minCutColumns, room - subject.columns)
    let lines = scrolled.map { valueLines($0.size).from($0.top) } ?? nil
    let text = lines ?? shortened { $0.onOneLine.columns <= valueRoom }.onOneLine
    return text.truncated(to: valueRoom, ellipsis: ellipsis) + origin + subject
  }

  /// The number of characters with which all values begin, up to the last whole word.
  private var sharedBeginning: Int {
    guard var shared = conflict.choices.first?.text else { return 0 }
    for choice in conflict.choices {
      shared = String(zip(shared, choice.text ?? "").prefix { $0 == $1 }.map(\.0))
    }
    return shared.lastIndex { $0.isWhitespace }.map { shared[...$0].count } ?? 0
  }

  /// Returns the value without the beginning that all values share, if it would otherwise have to be cut where it differs.
  private func shortened(unless fits: (String) -> Bool) -> String {
    if fits(value) { return value }
    let shared = sharedBeginning
    return shared > 0 ? ellipsis + value.dropFirst(shared) : value
  }

  // MARK: In its place

  /// The lines below the value.
  private func details(_ size: Size) -> [String] {
    size.height < 2 ? [] : size.height < 4 ? [device + separator + time] : [device, time]
  }

  /// Returns the lines of the value for its place, of which the device and the time need a part.
  func valueLines(_ size: Size) -> ConflictValueLines {
    let isLow = size.height < 2
    let rest = isLow ? (separator + device).columns : 0
    let width = max(1, max(size.width - rest, min(size.width, Self.minColumnsOnOneLine)))
    let rows = max(1, size.height - details(size).count)
    func wrapped(_ text: String, to width: Int) -> [String] {
      (rows == 1 ? text.onOneLine : text).wrapped(to: width)
    }
    let text = shortened { wrapped($0, to: width).count <= rows }
    let whole = wrapped(text, to: width)
    // The ellipses before the first and after the last visible line need a column each.
    let lines = whole.count <= rows ? whole : wrapped(text, to: max(1, width - (rows == 1 ? 2 : 1)))
    return ConflictValueLines(lines: lines, rows: rows, ellipsis: ellipsis)
  }

  /// Returns the value in as many lines as there is room for, then the device and the time.
  ///
  /// - Parameter top: The first visible line of the value.
  func lines(_ size: Size, from top: Int) -> [StyledLine] {
    let theme = context.theme
    let lines = valueLines(size).visible(from: top)
      .map { StyledLine($0, choice.text == nil ? theme.placeholder : theme.name) }
    if size.height < 2 {
      let first = lines.first ?? .blank
      let rest = (separator + device).truncated(to: max(0, size.width - first.columns), ellipsis: ellipsis)
      return [first + StyledLine(rest, theme.secondary)]
    }
    return lines
      + details(size).map { StyledLine($0.truncated(to: size.width, ellipsis: ellipsis), theme.secondary) }
  }
}

/// The lines of a value that is scrolled in its place.
struct ConflictValueLines {
  let lines: [String]
  /// The number of visible lines.
  let rows: Int
  let ellipsis: String

  /// How far the value can be scrolled; 0 if it fits.
  var lastTop: Int { max(0, lines.count - rows) }

  /// Returns the visible lines, with an ellipsis before and after them if there are more.
  func visible(from top: Int) -> [String] {
    let top = min(top, lastTop)
    var visible = Array(lines[top...].prefix(rows))
    if top > 0 { visible[0] = ellipsis + visible[0] }
    if top < lastTop { visible[visible.count - 1] += ellipsis }
    return visible
  }

  /// Returns the text from the first visible line on, on one line; `nil` if it is not scrolled.
  func from(_ top: Int) -> String? {
    let top = min(top, lastTop)
    return top > 0 ? ellipsis + lines[top...].joined(separator: " ") : nil
  }
}
