import Terminal

// The mouse triggers the same actions as the keys.
extension AppState {
  /// How many lines a turn of the wheel scrolls.
  private static let linesPerTurn = 3

  mutating func handleMouse(_ event: MouseEvent) -> [Effect] {
    guard isReady else { return [] }
    let last = pendingDouble.point
    if case .press = event.kind { pendingDouble.point = nil }
    // Keys that wait are for what was under the cursor when they were pressed.
    if !typeAhead.keys.isEmpty, event.kind != .drag, event.kind != .release { return [] }
    switch event.kind {
    case .wheelUp: return scroll(by: -Self.linesPerTurn, like: .moveUp, orInPicker: Key(.up))
    case .wheelDown: return scroll(by: Self.linesPerTurn, like: .moveDown, orInPicker: Key(.down))
    case .press(clicks: 2) where event.point == last && prompt?.isQuestion != true: return openPressed()
    case _ where prompt != nil: return clickInPrompt(event)
    case .press where event.point.row == layout.hintRow: return pressHint(at: event.point.column)
    case .press, .drag, .release: return update(screen) { $0.handle(event, in: $1) }
    }
  }

  private mutating func clickInPrompt(_ event: MouseEvent) -> [Effect] {
    guard let prompt, event.kind == .press(clicks: 1) else { return [] }
    return apply(prompt.behavior.click(at: event.point, in: ScreenContext(self)))
  }

  /// Scrolls the list; on other screens, and where the list ends, moves as an action does.
  private mutating func scroll(by lines: Int, like action: Action, orInPicker key: Key) -> [Effect] {
    if prompt?.behavior.style == .picker { return press(key) }
    guard prompt.map(\.isSearch) ?? true, isOnScreen(action) else { return [] }
    let context = ScreenContext(self)
    if screens[screen].scrollLines(by: lines, in: context) {
      notice = nil
      return []
    }
    // A row of cards is as high as several lines.
    let turns = screen == .list && list.rowSize > 1 ? 1 : Self.linesPerTurn
    return (0..<turns).flatMap { _ in perform(action) }
  }

  /// Opens what the first press of a double click selected, even if it has scrolled away from the mouse since.
  private mutating func openPressed() -> [Effect] {
    prompt?.behavior.style.hasHighlight == true ? press(Key(.enter)) : performHere(.open)
  }

  private mutating func pressHint(at column: Int) -> [Effect] {
    // Unlike a key, a click is not kept until what it is meant for is there.
    if keysWait { return [] }
    return HintLine(ScreenContext(self)).action(atColumn: column, width: size.width).map { performHere($0) }
      ?? []
  }

  /// Performs an action if this screen has it.
  mutating func performHere(_ action: Action) -> [Effect] { isOnScreen(action) ? perform(action) : [] }

  private func isOnScreen(_ action: Action) -> Bool {
    ScreenContext(self).has(action, on: screen)
  }
}
