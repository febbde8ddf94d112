import DiaryText
import Terminal

extension ScreenKind {
  /// All actions of the screen below it, by name.
  package static let palette = ScreenKind(
    PaletteScreen.self, title: "Palette", keys: .text, suggestsKeys: false, .opensItems)
}

/// All actions by name: typing narrows them down, Enter runs one.
struct PaletteScreen: Screen {
  /// The screen that the palette was opened on.
  private(set) var about = ScreenKind.list
  private(set) var input = TextInput()
  private var scroll = ScrollPosition()

  mutating func willOpen(from screen: ScreenKind) {
    self = PaletteScreen()
    about = screen
  }

  var textInput: TextInputKind { .line }

  /// Narrows the actions down; Backspace in an empty palette closes it.
  mutating func type(_ key: Key, in context: ScreenContext) -> [Intent] {
    if key == Key(.backspace), input.isEmpty { return [.back] }
    if let move = Move(key, in: input) { return [.move(move)] }
    let typed = input.text
    if input.press(key), input.text != typed { scroll = ScrollPosition() }
    return []
  }

  mutating func insert(_ text: String) {
    input.insert(text)
    scroll = ScrollPosition()
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    scroll.move(move, count: entries(context).count, visible: Self.visibleEntries(context))
  }

  func openHint(in context: ScreenContext) -> String { "run" }

  func canOpen(in context: ScreenContext) -> Availability { .enabled }

  mutating func open(in context: ScreenContext) -> [Intent] {
    switch command(context) {
    case .line(let line): return [.backTo(about), .moveToLine(line)]
    case .lastLine: return [.backTo(about), .move(.last)]
    case .action(let action, let text):
      if let reason = reason(against: action, in: context) { return [.say(reason)] }
      // As if it were typed in the place of the present text.
      let keys = [.control("u")] + text.map { Key.character($0) } + [Key(.enter)]
      return [.backTo(about), .perform(action)] + keys.map { .press($0) }
    case nil: break
    }
    let entries = entries(context)
    guard entries.indices.contains(scroll.cursor) else { return [.say(textWithoutMatches(context)[0])] }
    return run(entries[scroll.cursor], in: context)
  }

  /// Runs the chosen action, or says why it cannot be run.
  private func run(_ entry: PaletteEntry, in context: ScreenContext) -> [Intent] {
    guard let screen = entry.screen else {
      if let absence = entry.action.absence { return refuse(entry, absence) }
      let screen = ScreenKind.allCases.first { entry.action.bindings.first?.screens.contains($0) == true }
      let subject = screen.map(context.subject) ?? ""
      return refuse(entry, "Available on another screen: \(subject).")
    }
    guard entry.isEnabled else {
      return refuse(entry, reason(against: entry.action, in: context) ?? Self.notAvailable)
    }
    return [.backTo(screen), .perform(entry.action)]
  }

  private static let notAvailable = "Not available now."

  /// Returns why an action cannot be carried out; `nil` if it can.
  private func reason(against action: Action, in context: ScreenContext) -> String? {
    switch context.availability(of: action) {
    case .enabled: nil
    case .refused(let reason): reason
    case .disabled: Self.notAvailable
    }
  }

  /// Says why an action cannot be run; the text stays, so that another Enter runs nothing else.
  private func refuse(_ entry: PaletteEntry, _ reason: String) -> [Intent] {
    [.say("\(entry.action.name): \(reason)")]
  }

  /// Moves to the clicked action; a double click runs it.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind, context.layout.body.contains(event.point.row) else { return [] }
    let rows = rows(entries(context), context)
    let row = event.point.row - context.layout.body.lowerBound
    guard rows.indices.contains(row), case .entry(let index) = rows[row] else { return [] }
    scroll.cursor = index
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  mutating func clampScrolling(in context: ScreenContext) {
    scroll.clamp(count: entries(context).count, visible: Self.visibleEntries(context))
  }

  // MARK: - Rows

  /// A row of the body: an action by its index, or a line of what the one under the cursor does.
  private enum Row {
    case entry(Int)
    case explanation(String)
  }

  private static let minEntries = 3
  private static let maxExplanationRows = 4

  /// The most rows for what the action under the cursor does, on a screen with no room for it next to the name.
  private static func explanationRows(_ context: ScreenContext) -> Int {
    guard context.size.width < PaletteLine.minWidthWithHelp else { return 0 }
    return max(0, min(maxExplanationRows, context.layout.body.count - minEntries))
  }

  /// The actions that fit besides these rows.
  private static func visibleEntries(_ context: ScreenContext) -> Int {
    context.layout.body.count - explanationRows(context)
  }

  /// What the action under the cursor does, if that has no room in the status line.
  private func longExplanation(_ entries: [PaletteEntry], _ context: ScreenContext) -> [String] {
    let rows = Self.explanationRows(context)
    guard rows > 0, entries.indices.contains(scroll.cursor) else { return [] }
    let text = entries[scroll.cursor].explanation
    guard text.columns > ScreenFrame.roomForStatus(nextTo: position(entries), context) else { return [] }
    return text.wrapped(
      to: context.layout.contentWidth - Self.indent, maxLines: rows, ellipsis: String(context.glyphs.ellipsis)
    )
  }

  private static let indent = 2

  private func rows(_ entries: [PaletteEntry], _ context: ScreenContext) -> [Row] {
    let explanation = longExplanation(entries, context).map { Row.explanation($0) }
    let shown = entries.indices.dropFirst(scroll.top).prefix(context.layout.body.count)
    return shown.flatMap { [Row.entry($0)] + ($0 == scroll.cursor ? explanation : []) }
  }

  private func position(_ entries: [PaletteEntry]) -> String {
    entries.isEmpty ? "" : "\(scroll.cursor + 1) of \(entries.count)"
  }

  /// What Enter does instead of running the selected action.
  private enum Command {
    /// A line of the list, from 1, as in vim's `:12`.
    case line(Int)
    /// The last line of the list, as by vim's `:$`.
    case lastLine
    /// An action and the text for its prompt, as in `:filter style:stout`.
    case action(Action, text: String)
  }

  /// Returns the typed command; `nil` if the text only narrows down the actions.
  private func command(_ context: ScreenContext) -> Command? {
    guard about == .list else { return nil }
    if let line = Int(typedDigits: input.text) { return .line(max(1, line)) }
    if input.text == "$" { return .lastLine }
    let words = input.text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].contains(where: { !$0.isWhitespace }) else { return nil }
    let action = context.configuration.actions.actions.first {
      $0.traits.contains(.takesText) && $0.name == words[0]
    }
    return action.map { .action($0, text: String(words[1])) }
  }

  private func entries(_ context: ScreenContext) -> [PaletteEntry] {
    if command(context) != nil { return [] }
    return PaletteEntry.entries(typed: input.text, on: about, in: context)
  }

  /// Returns what Enter does with a command.
  private func effect(of command: Command, _ context: ScreenContext) -> String {
    switch command {
    case .line(let line) where line <= context.list.window.count ?? .max:
      "Enter goes to line \(NumberText.count(line))."
    case .line, .lastLine: "Enter goes to the last line."
    case .action(let action, let text): "Enter runs \(action.name) with “\(text)”."
    }
  }

  /// Commands without an action of their name, such as `doctor`, may be looked for here.
  private func textWithoutMatches(_ context: ScreenContext) -> [String] {
    command(context).map { [effect(of: $0, context)] }
      ?? ["No action matches “\(input.text)”.", "`beerdiary --help` lists the commands."]
  }

  /// What ends the line of the cursor if no action matches.
  private func lineWithoutMatches(_ context: ScreenContext) -> String {
    command(context).map { effect(of: $0, context) } ?? "No action matches."
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let entries = entries(context)
    let selected = entries.indices.contains(scroll.cursor) ? entries[scroll.cursor] : nil
    ScreenFrame(
      title: Self.label(theme),
      status: StyledLine(
        longExplanation(entries, context).isEmpty ? selected?.explanation ?? "" : "", theme.secondary),
      position: position(entries)
    ).draw(context, into: &canvas)
    if entries.isEmpty {
      let lines = textWithoutMatches(context).map { StyledLine($0, theme.secondary) }
      BodyMessage(lines: lines).draw(context, into: &canvas)
    }
    for (row, content) in zip(context.layout.body, rows(entries, context)) {
      switch content {
      case .entry(let index):
        let line = PaletteLine(
          entries[index], on: about, isSelected: index == scroll.cursor, context.appearance)
        line.draw(row: row, into: &canvas)
      case .explanation(let text):
        canvas.put(
          text, at: Point(column: 1 + Self.indent, row: row), style: theme.secondary,
          maxWidth: context.layout.contentWidth - Self.indent)
      }
    }
    let choice = selected.map { PromptChoice(title: $0.action.name, explanation: $0.explanation) }
    let start = Point(column: 1 + Self.label(theme).columns, row: 0)
    // On a low terminal, the keys are at the end of the header, unless they leave too little room to type.
    let margin = canvas.size.width - 1
    let keys = context.layout.hintRow == nil ? HintLine.essentials(context).columns + 2 : 0
    let hasRoom = margin - keys - start.column >= Self.minInputColumns
    if !hasRoom { canvas.fill(start, Size(width: margin - start.column, height: 1)) }
    context.drawInput(
      input, repeating: choice, or: context.appearance.usesWords ? lineWithoutMatches(context) : nil,
      at: start,
      until: hasRoom ? margin - keys : margin, style: theme.name, into: &canvas)
  }

  private static let minInputColumns = 8

  private static func label(_ theme: Theme) -> StyledLine { StyledLine("Actions: ", theme.accent) }
}

/// An action with what it does and its keys.
private struct PaletteLine {
  private static let nameColumns = 17
  private static let minHelpWidth = 20
  /// On a narrower screen, some or all actions have no room for what they do.
  static let minWidthWithHelp = 60
  /// Keys farther to the right would be hard to tell from those of other lines.
  private static let maxColumns = 112

  private let entry: PaletteEntry
  private let isSelected: Bool
  private let appearance: Appearance
  private let keys: String

  init(_ entry: PaletteEntry, on screen: ScreenKind, isSelected: Bool, _ appearance: Appearance) {
    self.entry = entry
    self.isSelected = isSelected
    self.appearance = appearance
    keys = entry.action.keyLabels(on: entry.screen ?? screen).prefix(2).joined(separator: ", ")
  }

  func draw(row: Int, into canvas: inout Canvas) {
    let theme = appearance.theme
    let input = canvas.cursor
    if isSelected { RowCursor.draw(row: row, appearance, into: &canvas) }
    canvas.cursor = input
    let end = min(canvas.size.width - 1, Self.maxColumns)
    canvas.put(name, at: Point(column: 1, row: row), maxWidth: Self.nameColumns)
    canvas.put(StyledLine(keys, style(theme.key)), endingAt: end, row: row)
    let start = 1 + Self.nameColumns + 1
    let room = end - start - keys.columns - 2
    guard room >= Self.minHelpWidth else { return }
    canvas.put(
      entry.explanation, at: Point(column: start, row: row), style: style(theme.secondary), maxWidth: room)
  }

  /// The name with the typed letters underlined.
  private var name: StyledLine {
    let theme = appearance.theme
    let plain = style(entry.isEnabled ? theme.name : theme.secondary)
    return StyledLine(
      entry.action.name.enumerated().map { index, character in
        var style = plain
        if entry.positions.contains(index) { style.attributes.insert(.underline) }
        return .init(String(character), style)
      })
  }

  private func style(_ style: Style) -> Style { isSelected ? appearance.theme.selected(style) : style }
}
