import DiaryText
import Terminal

// A prompt takes the lowest rows: its label and input, above them the choices of a picker or a problem that has no room
// below, and below them a short problem or the hints. The line with the cursor begins with the label and ends with the
// choice that Enter takes, or in words with what is wrong, so a screen reader needs no other line.
extension ScreenContext {
  func drawPrompt(into canvas: inout Canvas) {
    guard let prompt else { return }
    let room = PromptRoom(prompt, self)
    let below = belowPrompt(prompt, room)
    if let menu = prompt.behavior.menu(in: self) {
      let label = menu.choice.map { _ in StyledLine(prompt.label + " ", theme.accent) }
      let lines = menu.lines + [label].compactMap(\.self)
      BottomLines(abovePrompt(prompt, room) + lines + below).draw(self, into: &canvas)
      let row = firstPromptRow(lineCount: lines.count) + menu.cursor.row
      guard let choice = menu.choice, let label, menu.lines.indices.contains(menu.cursor.row) else {
        return canvas.cursor = Point(column: 1 + menu.cursor.column, row: row)
      }
      drawSelected(menu.lines[menu.cursor.row], row: row, into: &canvas)
      let last = min(size.height - 1, firstPromptRow(lineCount: lines.count) + menu.lines.count)
      let point = Point(column: 1 + label.columns, row: last)
      // The answer to the last key is read instead, which the other lines have as well.
      let answer = appearance.usesWords ? prompt.answer : nil
      return drawInput(
        TextInput(), repeating: answer.map { PromptChoice(title: $0) } ?? choice, at: point, into: &canvas)
    }
    // A long problem may leave no room.
    let page = rowsWithoutChoices(prompt) < size.height ? prompt.behavior.page(in: self) : nil
    let label = room.label.map {
      StyledLine($0, prompt.behavior.isDestructive ? theme.problem : theme.accent)
    }
    BottomLines(abovePrompt(prompt, room) + (page?.lines ?? []) + label + below).draw(self, into: &canvas)
    if let page { drawHighlight(page, into: &canvas) }
    let point = Point(column: room.inputColumn, row: max(0, size.height - below.count - 1))
    guard !prompt.isQuestion else { return drawAnswerAdvice(prompt, at: point, into: &canvas) }
    // The lines above have the message, which a screen reader does not read there.
    let message = appearance.usesWords ? page?.message : nil
    drawInput(
      prompt.input, repeating: page?.highlighted, or: message, at: point,
      style: prompt.input.isSelected ? theme.selected(.plain) : .plain, into: &canvas)
    if page?.message == nil { drawResult(of: prompt, at: point, into: &canvas) }
    if prompt.input.isEmpty, let example = prompt.behavior.example {
      // The label of a search ends with a slash.
      let blank = prompt.isSearch ? " " : ""
      canvas.put(
        "\(blank)(for example \(example))", at: point, style: theme.placeholder, maxWidth: room.inputColumns)
    }
  }

  /// Puts what is wrong with the last key after a question, or else after the keys; the hints stand out in any case.
  ///
  /// Nothing else moves, because the question is being read. In words, the label has it.
  private func drawAnswerAdvice(_ prompt: Prompt, at point: Point, into canvas: inout Canvas) {
    canvas.cursor = point
    guard let problem = prompt.problem, !appearance.usesWords else { return }
    let keys =
      layout.hintRow == nil ? nil : hints(of: prompt).flowed(to: layout.contentWidth, gap: Self.hintGap).first
    let starts = [
      Point(column: point.column + 1, row: point.row),
      Point(column: 1 + (keys?.columns ?? layout.contentWidth) + Self.hintGap, row: point.row + 1),
    ]
    let line = StyledLine(problem.sentence, theme.problem)
    guard let start = starts.first(where: { $0.column + line.columns <= 1 + layout.contentWidth }) else {
      return
    }
    canvas.put(line, at: start, maxWidth: line.columns)
  }

  /// The most rows for the choices of the open prompt: half of the screen, or what the other rows leave.
  var maxChoiceRows: Int {
    let half = size.height / 2 - 2
    return max(1, min(half, prompt.map { size.height - 1 - rowsWithoutChoices($0) } ?? half))
  }

  private func rowsWithoutChoices(_ prompt: Prompt) -> Int {
    let room = PromptRoom(prompt, self)
    return abovePrompt(prompt, room).count + room.label.count + belowPrompt(prompt, room).count
  }

  /// Whether the beginning of a range of the text is visible.
  func showsStart(of range: Range<Int>, in prompt: Prompt) -> Bool {
    prompt.input.column(of: range.lowerBound, width: PromptRoom(prompt, self).inputColumns) >= 0
  }

  /// The screen row of the first choice.
  func firstChoiceRow(of page: PickerPage) -> Int {
    guard let prompt else { return size.height }
    return firstPromptRow(lineCount: page.lines.count + PromptRoom(prompt, self).label.count)
  }

  private func drawHighlight(_ page: PickerPage, into canvas: inout Canvas) {
    guard let index = page.highlightedRow else { return }
    drawSelected(page.lines[index], row: firstChoiceRow(of: page) + index, into: &canvas)
  }

  private func drawSelected(_ line: StyledLine, row: Int, into canvas: inout Canvas) {
    RowCursor.draw(row: row, appearance, into: &canvas)
    canvas.put(theme.selected(line), at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
  }

  /// Draws an input up to a column, the right margin by default, and repeats the choice that Enter takes after it.
  ///
  /// The choice is shown after a text to which nothing is inserted, and its position at the end if there is room. In words,
  /// a screen that has ``Action/readOn`` shows a long choice in parts.
  ///
  /// - Parameter message: What is shown there if there is no choice; `nil` for nothing.
  func drawInput(
    _ input: TextInput, repeating choice: PromptChoice?, or message: String? = nil, at point: Point,
    until margin: Int? = nil, style: Style = .plain, into canvas: inout Canvas
  ) {
    var end = margin ?? size.width - 1
    let position = StyledLine(choice?.position ?? "", theme.secondary)
    if position.columns > 0, end - point.column - position.columns >= 2 * PromptRoom.minInputColumns {
      canvas.put(position, endingAt: end, row: point.row)
      end -= position.columns + 2
    }
    input.draw(at: point, width: end - point.column, style: style, into: &canvas)
    guard input.isAtEnd, let cursor = canvas.cursor else { return }
    let blank = input.isEmpty ? "" : " "
    let choice = choice.map { choice in
      let explanation = choice.explanation.isEmpty ? "" : "  " + choice.explanation
      return "\(blank)\(glyphs.right) \(choice.title)\(explanation)"
    }
    guard let whole = choice ?? message.map({ "   " + $0 }) else { return }
    let width = max(0, end - cursor.column)
    let isReadInParts = appearance.usesWords && prompt == nil && has(.readOn, on: screen)
    let blanks = String(whole.prefix { $0 == " " })
    let text =
      isReadInParts
      ? blanks + part(of: String(whole.dropFirst(blanks.count)), width: width - blanks.count) : whole
    canvas.put(text, at: cursor, style: theme.placeholder, maxWidth: width)
    canvas.cursor = cursor
  }

  /// Draws the result of the text at the right end of its row, if there is room for it.
  private func drawResult(of prompt: Prompt, at point: Point, into canvas: inout Canvas) {
    let end = size.width - 1
    // Leaves room for the cursor and a gap after the text.
    let columns = end - point.column - prompt.input.text.columns - 3
    if let problem = prompt.problem {
      // A screen reader does not read the other lines.
      guard appearance.usesWords, columns >= PromptRoom.minInputColumns else { return }
      let text = problem.sentence.firstSentences(fitting: columns, ellipsis: ellipsis)
      return canvas.put(StyledLine(text, theme.problem), endingAt: end, row: point.row)
    }
    guard !prompt.input.isEmpty else { return }
    // So are the names among which Tab chooses.
    if appearance.usesWords, let names = prompt.answer, columns >= PromptRoom.minInputColumns {
      let text = names.truncated(to: columns, ellipsis: ellipsis)
      return canvas.put(StyledLine(text, theme.secondary), endingAt: end, row: point.row)
    }
    let result = prompt.behavior.result(in: self) ?? prompt.behavior.remark(in: self)
    let key = completionInWords(prompt)
    var texts = (result ?? key).map(parts) ?? []
    if let key, let result { texts.insert(key + "  " + result, at: 0) }
    guard let shown = texts.first(where: { $0.columns <= columns }) else { return }
    canvas.put(StyledLine(shown, theme.secondary), endingAt: end, row: point.row)
  }

  /// Returns a text, and the parts of it that are shown if there is no room for all: what to do says more than what is
  /// wrong.
  private func parts(_ text: String) -> [String] {
    let sentences = text.split(separator: ". ", maxSplits: 1)
    return [text] + (sentences.count == 2 ? [String(sentences[1]), sentences[0] + "."] : [])
  }

  /// What Tab inserts, for a screen reader; `nil` if nothing completes the text, and without words.
  private func completionInWords(_ prompt: Prompt) -> String? {
    guard appearance.usesWords, let behavior = prompt.behavior as? any CompletedPrompt else { return nil }
    return behavior.completion(of: prompt.input, in: self)?.first.map { "Tab: \($0)" }
  }

  /// The screen row of the first of `lineCount` menu lines, which are above the hints or the problem.
  func firstPromptRow(lineCount: Int) -> Int {
    guard let prompt else { return size.height }
    let below = belowPrompt(prompt, PromptRoom(prompt, self))
    return max(0, size.height - lineCount - below.count)
  }

  /// The problem, or the keys and the hint; at least one row if the screen has a row for hints.
  ///
  /// With a problem, there are as many rows as without it, so that the text that is typed stays where it is. If there are
  /// none, all of the problem is here.
  private func belowPrompt(_ prompt: Prompt, _ room: PromptRoom) -> [StyledLine] {
    let usual = keysAndHelp(prompt, room)
    guard let problem = problemLines(prompt, room) else {
      let remark = remarkLines(prompt, room).cut(to: usual.count, self)
      return usual.isEmpty ? usual : remark + usual.dropFirst(remark.count)
    }
    let rows = size.height - room.label.count
    guard !usual.isEmpty else {
      if problem.all.count <= rows { return problem.all }
      return problem.sentence.cut(to: rows, self)
    }
    let below = problem.all.count <= usual.count ? problem.all : problem.mark
    return below + usual.dropFirst(below.count)
  }

  /// The sentence of a problem that has no room below the prompt.
  private func abovePrompt(_ prompt: Prompt, _ room: PromptRoom) -> [StyledLine] {
    let usual = keysAndHelp(prompt, room).count
    guard let problem = problemLines(prompt, room), usual > 0, problem.all.count > usual else { return [] }
    return problem.sentence.cut(to: max(0, size.height - room.label.count - usual), self)
  }

  /// What is wrong with a text that is still being typed, if that has no room next to the text.
  private func remarkLines(_ prompt: Prompt, _ room: PromptRoom) -> [StyledLine] {
    guard prompt.problem == nil, let remark = prompt.behavior.remark(in: self) else { return [] }
    let columns = room.inputColumns - prompt.input.text.columns - 3
    if parts(remark).contains(where: { $0.columns <= columns }) { return [] }
    return StyledLine(remark, theme.secondary).wrapped(to: layout.contentWidth)
  }

  /// The mark under the wrong characters, the sentence, and both in as few lines as possible; `nil` for no problem, and for
  /// a question, which keeps its keys and its hint.
  private func problemLines(
    _ prompt: Prompt, _ room: PromptRoom
  ) -> (mark: [StyledLine], sentence: [StyledLine], all: [StyledLine])? {
    guard let problem = prompt.problem, !prompt.isQuestion else { return nil }
    let sentence = StyledLine(problem.sentence, theme.problem).wrapped(to: layout.contentWidth)
    let all = problem.lines(
      below: prompt.input, from: room.inputColumn, width: room.inputColumns,
      contentWidth: layout.contentWidth, theme.problem)
    return (all.count > sentence.count ? Array(all.prefix(1)) : [], sentence, all)
  }

  /// The keys and the hint; at least one row if the screen has a row for hints.
  private func keysAndHelp(_ prompt: Prompt, _ room: PromptRoom) -> [StyledLine] {
    guard layout.hintRow != nil else { return [] }
    let hints = hints(of: prompt).flowed(to: layout.contentWidth, gap: Self.hintGap)
    // The sentence and the answers of a question come first.
    let rows = prompt.isQuestion ? max(0, size.height - room.label.count - hints.count) : size.height
    return hints + help(prompt).cut(to: rows, self).prefix(rows)
  }

  /// The next completions, or else the hint, on up to half of the screen.
  private func help(_ prompt: Prompt) -> [StyledLine] {
    if let candidates = prompt.completion?.upcoming, !candidates.isEmpty {
      let text = candidates.joined(separator: "  ")
      return [StyledLine(text.truncated(to: layout.contentWidth, ellipsis: ellipsis), theme.secondary)]
    }
    let lines = prompt.hint.map { $0.wrapped(to: layout.contentWidth) } ?? []
    let rows = prompt.behavior.style == .picker ? 1 : max(3, size.height / 2 - 2)
    let shown = Array(lines.prefix(rows))
    return shown.enumerated().map { index, line in
      let isCut = index == rows - 1 && lines.count > rows
      return StyledLine(
        isCut ? (line + " " + ellipsis).truncated(to: layout.contentWidth, ellipsis: ellipsis) : line,
        theme.secondary)
    }
  }

  private var ellipsis: String { String(glyphs.ellipsis) }

  private func hints(of prompt: Prompt) -> [StyledLine] {
    // After a key that does not answer a question, those that do stand out.
    let key = prompt.isQuestion && prompt.problem != nil ? theme.reversed(theme.key) : theme.key
    return keyHints(of: prompt).map { hint in
      [
        .init(hint.key, key),
        .init(" " + hint.text, theme.secondary),
      ]
    }
  }

  private func keyHints(of prompt: Prompt) -> [PromptHint] {
    let hasKeyHints = prompt.behavior.hasKeyHints(in: self)
    return prompt.behavior.keyHints(for: prompt).filter { hasKeyHints || $0.key == "Esc" }
      + (recallsEntries(prompt) ? [PromptHint("Up", "history")] : [])
  }

  /// The key of the hint at a point of the screen; `nil` if there is none.
  func promptHint(at point: Point) -> Key? {
    guard let prompt, prompt.behavior.style != .menu, prompt.problem == nil || prompt.isQuestion,
      layout.hintRow != nil, remarkLines(prompt, PromptRoom(prompt, self)).isEmpty
    else { return nil }
    let lines = hints(of: prompt)
    let first = size.height - belowPrompt(prompt, PromptRoom(prompt, self)).count
    let positions = lines.flowPositions(to: layout.contentWidth, gap: Self.hintGap)
    let index = lines.indices.first { index in
      let column = 1 + positions[index].column
      return point.row == first + positions[index].row
        && column..<column + lines[index].columns ~= point.column
    }
    let label = index.flatMap { keyHints(of: prompt)[$0].key.split(separator: "/").first }
    return label.flatMap { Key(label: String($0)) }
  }

  private static let hintGap = 3
}

extension Prompt {
  /// What is said about the last key: a problem, or a hint in place of the usual one; `nil` for nothing.
  fileprivate var answer: String? { problem?.sentence ?? (hint == behavior.hint ? nil : hint) }

  /// The hint for Enter, which may wait for the words of the diary.
  var enterHint: PromptHint { PromptHint("Enter", awaited == .vocabulary ? "done (reading…)" : "done") }

  /// The hint for Tab, with the position among the candidates: `complete (2 of 7)`.
  var completionHint: PromptHint {
    let position = completion?.position ?? ""
    return PromptHint(
      "Tab",
      awaitedSteps != 0
        ? "complete (reading…)"
        : position.isEmpty ? "complete" : "complete (\(position))")
  }
}

extension PromptProblem {
  /// Returns the sentence, next to or below a mark under the wrong characters if these are visible.
  ///
  /// - Parameters:
  ///   - start: The column of the input on the screen.
  ///   - width: The columns of the input.
  fileprivate func lines(
    below input: TextInput, from start: Int, width: Int, contentWidth: Int, _ style: Style
  ) -> [StyledLine] {
    let alone = StyledLine(sentence, style).wrapped(to: contentWidth)
    guard let range else { return alone }
    let first = input.column(of: range.lowerBound, width: width)
    guard 0..<width ~= first else { return alone }
    let last = input.column(of: range.upperBound, width: width)
    let indent = start - 1 + first
    let length = max(1, min(last, width) - first)
    let marks = "^" + String(repeating: "~", count: length - 1)
    func blank(_ columns: Int) -> String { String(repeating: " ", count: columns) }
    if indent + length + 1 + sentence.columns <= contentWidth {
      return [StyledLine(blank(indent) + marks + " " + sentence, style)]
    }
    if sentence.columns + 1 <= indent {
      return [StyledLine(blank(indent - 1 - sentence.columns) + sentence + " " + marks, style)]
    }
    return [StyledLine(blank(indent) + marks, style)] + alone
  }
}

/// The positions of a prompt's label and input.
private struct PromptRoom {
  static let minInputColumns = 10

  /// The rows of the label; the input is in the last one.
  let label: [String]
  let inputColumn: Int
  let inputColumns: Int

  /// Gives the input its own row if there is too little room after the label.
  init(_ prompt: Prompt, _ context: ScreenContext) {
    let width = context.layout.contentWidth
    let lines = Self.labelLines(prompt, width: width, context.appearance)
    let used = (lines.last?.columns ?? 0) + (prompt.isSearch ? 0 : 1)
    // A question is answered by one key that is not shown.
    let fits = prompt.isQuestion || width - used >= Self.minInputColumns
    label = fits ? lines : lines + [""]
    let column = fits ? min(used, width - 1) : 0
    inputColumn = 1 + column
    inputColumns = width - column
  }

  /// Returns the lines of the label.
  ///
  /// In words, a question says what each answer does or, after a key that is no answer, which keys are. Only the last line
  /// is read, so that of a long question has as much as fits: the last sentence again and the answers, the answers, or what
  /// `y` does, as in `Discard? y/N`.
  private static func labelLines(_ prompt: Prompt, width: Int, _ appearance: Appearance) -> [String] {
    guard appearance.usesWords, let question = prompt.behavior as? any Question else {
      return prompt.label.wrapped(to: width)
    }
    let asked = question.questionInWords
    let answers = prompt.problem?.sentence ?? question.answersInWords
    let whole = "\(asked) \(answers)"
    if whole.columns <= width { return [whole] }
    let end = asked.split(separator: ". ").last.map { "\($0) \(answers)" } ?? ""
    let short = "\(question.agreement.capitalizedFirst)? \(question.answerLabel)"
    let last = [end, answers].first { $0.columns <= width }
    return asked.wrapped(to: width) + (last.map { [$0] } ?? short.wrapped(to: width))
  }
}
