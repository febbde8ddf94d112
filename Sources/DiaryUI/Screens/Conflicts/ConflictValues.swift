import DiaryModel
import DiaryText
import Terminal

/// The values of a conflict, each wrapped once for its box on the screen.
struct ConflictValues {
  /// The boxes of the visible values.
  let boxes: [ConflictsLayout.Box]
  /// All values, in the order of the conflict's choices.
  let texts: [ConflictText]

  /// Creates the values of a conflict.
  ///
  /// - Parameter choice: The index of the selected value, which is always visible.
  init(_ conflict: SyncConflict, choice: Int, _ layout: ConflictsLayout, _ context: ScreenContext) {
    let boxes = layout.boxes(of: conflict, choice: choice)
    self.boxes = boxes
    // All boxes have the same size.
    texts = conflict.choices.indices.map { index in
      ConflictText(conflict, at: index, size: boxes.first?.size, context)
    }
  }

  /// The number of lines that are visible of a value.
  var rows: Int { texts.compactMap { $0.valueLines?.rows }.max() ?? 0 }
  /// How far the values can be scrolled; 0 if they fit.
  var lastTop: Int { texts.compactMap { $0.valueLines?.lastTop }.max() ?? 0 }
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
  private let size: Size?
  private let context: ScreenContext
  /// The lines of the value in its box; `nil` if it has no box.
  private(set) var valueLines: ConflictValueLines?

  /// Creates the texts of a value.
  ///
  /// - Parameters:
  ///   - index: The index of the value among those of the conflict; the diary shows the first one.
  ///   - size: The columns and rows of the value's box; `nil` if the screen has no room for values.
  init(_ conflict: SyncConflict, at index: Int, size: Size?, _ context: ScreenContext) {
    self.conflict = conflict
    choice = conflict.choices[index]
    isShown = index == 0
    self.size = size
    self.context = context
    valueLines = size.map { wrap(to: $0) }
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
  /// - Parameter top: The first visible line of the value in its box.
  func summary(width: Int, from top: Int) -> String {
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
    let text = valueLines?.text(from: top) ?? shortened { $0.onOneLine.columns <= valueRoom }.onOneLine
    return text.truncated(to: valueRoom, ellipsis: ellipsis) + origin + subject
  }

  /// Returns the whole value with what it is of, its device and whether it is shown, for screen readers:
  /// `Orval, Rating: 4.5 from laptop, shown`.
  ///
  /// A scrolled value begins with its first visible line.
  func sentence(from top: Int) -> String {
    let subject = "\(ConflictColumns.title(conflict)), \(conflict.field): "
    let text = valueLines?.text(from: top) ?? subject + value.onOneLine
    return text + origin
  }

  private var origin: String { " from \(choice.deviceText)" + (isShown ? ", shown" : "") }

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

  // MARK: In its box

  /// The lines below the value.
  private func details(_ size: Size) -> [String] {
    size.height < 2 ? [] : size.height < 4 ? [device + separator + time] : [device, time]
  }

  /// Returns the lines of the value for its box, of which the device and the time need a part.
  private func wrap(to size: Size) -> ConflictValueLines {
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
  func lines(from top: Int) -> [StyledLine] {
    guard let size, let valueLines else { return [] }
    let theme = context.theme
    let lines = valueLines.visible(from: top)
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

/// The lines of a value that can be scrolled in its box.
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
  func text(from top: Int) -> String? {
    let top = min(top, lastTop)
    return top > 0 ? ellipsis + lines[top...].joined(separator: " ") : nil
  }
}
