import Terminal

// The mouse asks for the same actions as the keys do.
extension AppState {
  /// What the wheel moves by.
  private static let linesPerTurn = 3

  mutating func receive(_ event: MouseEvent) -> [Effect] {
    guard isReady else { return [] }
    let last = pressed
    if case .press = event.kind { pressed = nil }
    switch event.kind {
    case .wheelUp: return scroll(.moveUp)
    case .wheelDown: return scroll(.moveDown)
    case .press(clicks: 2) where event.point == last && prompt?.isQuestion != true: return openPressed()
    case _ where prompt != nil: return clickInPrompt(event)
    case .press where event.point.row == layout.hintRow: return pressHint(at: event.point.column)
    case .press, .drag, .release: return screen.behavior.receive(event, in: &self)
    }
  }

  private mutating func clickInPrompt(_ event: MouseEvent) -> [Effect] {
    guard let prompt, event.kind == .press(clicks: 1) else { return [] }
    return prompt.behavior.click(at: event.point, in: &self)
  }

  private mutating func scroll(_ action: ActionID) -> [Effect] {
    guard prompt.map(\.isSearch) ?? true, let action = ownAction(action) else { return [] }
    return (0..<Self.linesPerTurn).flatMap { _ in perform(action) }
  }

  /// Opens what the first press of a double click went to, which may have been scrolled from under the mouse since.
  private mutating func openPressed() -> [Effect] {
    prompt?.behavior.style == .menu ? press(Key(.enter)) : perform(.open)
  }

  private mutating func pressHint(at column: Int) -> [Effect] {
    guard let action = HintLine(self).action(atColumn: column, width: size.width).flatMap(ownAction) else {
      return []
    }
    return perform(action)
  }

  /// Does an action of this screen by its name.
  mutating func perform(_ id: ActionID) -> [Effect] { ownAction(id).map { perform($0) } ?? [] }

  /// An action that this screen has.
  private func ownAction(_ id: ActionID) -> Action? {
    actions[id].flatMap { $0.keys(on: screen).isEmpty ? nil : $0 }
  }
}
