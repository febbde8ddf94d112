import Terminal

struct PaletteState: Hashable, Sendable {
  /// The screen that it was opened on.
  var about = ScreenKind.list
  var input = TextInput()
  var scroll = ScrollPosition()
}

/// All actions by name: what is typed narrows them down, Enter carries one out.
enum PaletteScreen: ScreenBehavior {
  static func begin(from screen: ScreenKind, in state: inout AppState) {
    state.screens.palette = PaletteState(about: screen)
  }

  static func textInput(_ state: AppState) -> TextInputKind { .line }

  /// What is typed narrows the actions down; there is nothing left to take away where nothing is typed.
  static func type(_ key: Key, in state: inout AppState) {
    if key == Key(.backspace), state.screens.palette.input.isEmpty { return state.goBack() }
    guard state.screens.palette.input.press(key) else { return }
    state.screens.palette.scroll = ScrollPosition()
  }

  static func insert(_ text: String, in state: inout AppState) {
    state.screens.palette.input.insert(text)
    state.screens.palette.scroll = ScrollPosition()
  }

  static func move(_ move: Move, in state: inout AppState) {
    state.screens.palette.scroll.move(
      move, count: PaletteEntry.entries(state).count, visible: state.layout.body.count)
  }

  static func open(in state: inout AppState) -> [Effect] {
    let entries = PaletteEntry.entries(state)
    let cursor = state.screens.palette.scroll.cursor
    return entries.indices.contains(cursor) ? state.run(entries[cursor]) : []
  }

  /// A click goes to an action, a double click carries it out.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] {
    guard case .press = event.kind, state.layout.body.contains(event.point.row) else { return [] }
    let index = state.screens.palette.scroll.top + event.point.row - state.layout.body.lowerBound
    guard PaletteEntry.entries(state).indices.contains(index) else { return [] }
    state.notice = nil
    state.screens.palette.scroll.cursor = index
    state.pressed = event.point
    return []
  }

  static func settle(_ state: inout AppState) {
    state.screens.palette.scroll.settle(
      count: PaletteEntry.entries(state).count, visible: state.layout.body.count)
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let entries = PaletteEntry.entries(state)
    let scroll = state.screens.palette.scroll
    let selected = entries.indices.contains(scroll.cursor) ? entries[scroll.cursor] : nil
    ScreenFrame(
      title: StyledLine(":", theme.accent), aside: "all actions",
      status: StyledLine(selected?.action.help ?? "", theme.secondary),
      position: entries.isEmpty ? "" : "\(scroll.cursor + 1) of \(entries.count)"
    ).draw(state, into: &canvas)
    if entries.isEmpty {
      BodyMessage(lines: [StyledLine("No action is called that.", theme.secondary)]).draw(
        state, into: &canvas)
    }
    for (row, index) in zip(state.layout.body, scroll.top..<max(scroll.top, entries.count)) {
      let line = PaletteLine(entries[index], isSelected: index == scroll.cursor, state)
      line.draw(row: row, into: &canvas)
    }
    let width = max(2, state.layout.contentWidth - 15)
    state.screens.palette.input.draw(
      at: Point(column: 2, row: 0), width: width, style: theme.name, into: &canvas)
  }
}

/// An action with what it does and its keys.
private struct PaletteLine {
  private static let nameColumns = 17
  private static let leastHelp = 20

  private let entry: PaletteEntry
  private let isSelected: Bool
  private let appearance: Appearance
  private let keys: String

  init(_ entry: PaletteEntry, isSelected: Bool, _ state: AppState) {
    self.entry = entry
    self.isSelected = isSelected
    appearance = state.environment.appearance
    keys = entry.action.keys(on: entry.screen ?? state.screens.palette.about).prefix(2).map(\.label)
      .joined(separator: ", ")
  }

  func draw(row: Int, into canvas: inout Canvas) {
    let theme = appearance.theme
    let input = canvas.cursor
    if isSelected { RowCursor.draw(row: row, appearance, into: &canvas) }
    canvas.cursor = input
    let end = canvas.size.width - 1
    canvas.put(name, at: Point(column: 1, row: row), maxWidth: Self.nameColumns)
    canvas.put(StyledLine(keys, style(theme.key)), endingAt: end, row: row)
    let start = 1 + Self.nameColumns + 1
    let room = end - start - keys.columns - 2
    guard room >= Self.leastHelp else { return }
    canvas.put(
      entry.action.help, at: Point(column: start, row: row), style: style(theme.secondary), maxWidth: room)
  }

  /// The letters that were typed underlined.
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

extension AppState {
  /// The topmost open screen that an action is for; a form is not left for one.
  func screenToRun(_ action: Action) -> ScreenKind? {
    let reachable = path.lastIndex(of: .form).map { path[$0...] } ?? path[...]
    return reachable.last { $0 != .palette && !action.keys(on: $0).isEmpty }
  }

  /// Carries out what was chosen, or says why not and begins anew.
  mutating func run(_ entry: PaletteEntry) -> [Effect] {
    guard let screen = entry.screen else {
      let place = entry.action.bindings.first?.screens.first.map(HelpScreen.subject) ?? ""
      refuse(entry, "This is for another screen: \(place).")
      return []
    }
    guard entry.isEnabled else {
      if case .refused(let reason) = availability(of: entry.action) {
        refuse(entry, reason)
      } else {
        refuse(entry, "There is nothing to do that with.")
      }
      return []
    }
    while path.count > 1, path.last != screen { goBack() }
    return perform(entry.action)
  }

  /// Names what was refused, of which nothing typed is left.
  private mutating func refuse(_ entry: PaletteEntry, _ reason: String) {
    screens.palette = PaletteState(about: screens.palette.about)
    notice = Notice(text: "\(entry.action.name): \(reason)")
  }
}
