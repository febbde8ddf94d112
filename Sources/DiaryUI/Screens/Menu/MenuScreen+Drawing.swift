import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension MenuScreen {
  private static let prompt = "Beer: "
  private static let maxWidth = 120
  /// The columns of the answer: `unsure`.
  private static let answerColumns = 6
  /// Narrower details are not shown; those of the line under the cursor are then in the status line.
  private static let minDetailColumns = 16

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    ScreenFrame(
      title: [.init("Have I had this?", theme.title), .init(counts, theme.secondary)],
      status: StyledLine(cutDetails(context), theme.secondary),
      position: lines.isEmpty
        ? "" : "\(NumberText.count(scroll.cursor + 1)) of \(NumberText.count(lines.count))"
    ).draw(context, into: &canvas)
    if lines.isEmpty { drawExplanation(context, into: &canvas) }
    for (row, index) in zip(context.layout.body.dropFirst(), scroll.top..<max(scroll.top, lines.count)) {
      draw(index, row: row, context, into: &canvas)
    }
    let row = context.layout.body.lowerBound
    let columns = columns(context)
    canvas.put(Self.prompt, at: Point(column: columns.lowerBound, row: row), style: theme.key)
    let start = columns.lowerBound + Self.prompt.columns
    // A screen reader does not read the selected line.
    let repeatsLine = context.appearance.usesWords && input.isEmpty
    context.drawInput(
      input, repeating: repeatsLine ? selectedLine(context) : nil, at: Point(column: start, row: row),
      until: columns.upperBound, style: theme.name, into: &canvas)
  }

  /// The details of the line under the cursor, if they have no room next to it.
  private func cutDetails(_ context: ScreenContext) -> String {
    let text = answer(to: scroll.cursor).map { details($0, context) } ?? ""
    let room = roomForTexts(context).details
    return room.map { text.columns <= $0 } == true ? "" : text
  }

  /// The columns for the line of the menu, and for what the diary has; `nil` if there is no room for that.
  private func roomForTexts(_ context: ScreenContext) -> (line: Int, details: Int?) {
    let room = columns(context).count - Self.answerColumns - 2
    guard room >= 2 * Self.minDetailColumns + 2 else { return (room, nil) }
    let longest = lines[scroll.top...].prefix(context.layout.body.count).map(\.columns).max() ?? 0
    let line = min(longest, max(Self.minDetailColumns, room * 2 / 5))
    return (line, room - line - 2)
  }

  private func columns(_ context: ScreenContext) -> Range<Int> {
    context.layout.textColumns(atMost: Self.maxWidth)
  }

  /// The answer to the line under the cursor, which Enter opens while nothing is typed.
  private func selectedLine(_ context: ScreenContext) -> PromptChoice? {
    guard lines.indices.contains(scroll.cursor) else { return nil }
    let (line, answer) = (lines[scroll.cursor], answer(to: scroll.cursor))
    guard let answer else { return PromptChoice(title: line) }
    let word = answer.kind.word
    return PromptChoice(
      title: word.isEmpty ? line : "\(word): \(line)", explanation: details(answer, context))
  }

  /// How many lines have each answer: `   3 had, 2 new, 1 unsure`.
  private var counts: String {
    let words = lines.indices.compactMap { answer(to: $0)?.kind.word }.filter { !$0.isEmpty }
    let counts = ["had", "new", "unsure"].compactMap { word in
      let count = words.count { $0 == word }
      return count > 0 ? "\(NumberText.count(count)) \(word)" : nil
    }
    return counts.isEmpty ? "" : "   " + counts.joined(separator: ", ")
  }

  private func drawExplanation(_ context: ScreenContext, into canvas: inout Canvas) {
    let columns = columns(context)
    let lines = [
      "", "Paste a menu or a tap list, or type the name of a beer and press Enter.",
      "Each line is looked up in your diary.",
    ].flatMap { $0.isEmpty ? [""] : $0.wrapped(to: columns.count) }
    for (row, line) in zip(context.layout.body.dropFirst(), lines) {
      canvas.put(
        line, at: Point(column: columns.lowerBound, row: row), style: context.theme.secondary,
        maxWidth: columns.count)
    }
  }

  /// Draws a line of the menu: the answer, the line, and what the diary has.
  private func draw(_ index: Int, row: Int, _ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let isSelected = index == scroll.cursor
    func style(_ style: Style) -> Style { isSelected ? theme.selected(style) : style }
    let columns = columns(context)
    let left = columns.lowerBound
    let width = columns.count
    if isSelected {
      RowCursor.draw(row: row, column: left - 1, width: width, context.appearance, into: &canvas)
    }
    let answer = answer(to: index)
    let word = answer?.kind.word ?? String(context.glyphs.ellipsis)
    let wordStyle = answer?.kind.style(theme) ?? theme.placeholder
    canvas.put(
      word, at: Point(column: left, row: row), style: style(wordStyle),
      maxWidth: min(width, Self.answerColumns))
    let start = Self.answerColumns + 2
    let (textColumns, detailRoom) = roomForTexts(context)
    guard textColumns > 0 else { return }
    let ellipsis = String(context.glyphs.ellipsis)
    let isBeer = answer.map { $0.kind != .noBeer } ?? true
    canvas.put(
      lines[index].truncated(to: textColumns, ellipsis: ellipsis), at: Point(column: left + start, row: row),
      style: style(isBeer ? theme.name : theme.secondary), maxWidth: textColumns)
    guard let detailRoom, let answer else { return }
    canvas.put(
      details(answer, context).truncated(to: detailRoom, ellipsis: ellipsis),
      at: Point(column: left + start + textColumns + 2, row: row), style: style(theme.secondary),
      maxWidth: detailRoom)
  }

  /// What the diary has of a line, or the nearest label with what differs; empty if it has nothing.
  private func details(_ answer: MenuAnswer, _ context: ScreenContext) -> String {
    let separator = " \(context.glyphs.separator) "
    switch answer.kind {
    case .new, .noBeer: return ""
    case .had(let labels):
      guard let label = labels.first else { return "" }
      let more = labels.count > 1 ? ["and " + NumberText.count(labels.count - 1, "other")] : []
      return (history(label, context) + [LabelText.title(label.facts)] + more).joined(separator: separator)
    case .unsure(let candidates):
      guard let nearest = candidates.first else { return "" }
      let texts =
        [LabelText.title(nearest.label.facts), LabelText.differences(nearest.differences)]
        + history(nearest.label, context)
      return texts.joined(separator: separator)
    }
  }

  /// How often, how well and when last: `12 times`, `4.17`, `last 1 May 2024`.
  private func history(_ label: Label, _ context: ScreenContext) -> [String] {
    let history = label.history
    let times = history.times == 1 ? "once" : NumberText.count(history.times, "time")
    let last = history.last.map { (history.times == 1 ? "" : "last ") + context.appearance.dates.short($0) }
    let rating = history.meanRating.map { BeerText.rating($0) }
    return [times, rating, last].compactMap { $0 }
  }
}

extension MenuAnswer.Kind {
  /// The answer in a word; empty for a line that names no beer.
  fileprivate var word: String {
    switch self {
    case .noBeer: ""
    case .new: "new"
    case .had: "had"
    case .unsure: "unsure"
    }
  }

  fileprivate func style(_ theme: Theme) -> Style {
    switch self {
    case .had: theme.stars
    case .new: theme.accent
    case .unsure, .noBeer: theme.secondary
    }
  }
}
