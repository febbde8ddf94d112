import Terminal

// The mouse asks for the same actions as the keys do.
extension AppState {
  /// What the wheel moves by.
  private static let linesPerTurn = 3

  mutating func receive(_ event: MouseEvent) -> [Effect] {
    guard isReady else { return [] }
    switch event.kind {
    case .wheelUp: return scroll(.moveUp)
    case .wheelDown: return scroll(.moveDown)
    // A question is answered by keys.
    case _ where prompt != nil: return []
    case .press where event.point.row == layout.hintRow: return pressHint(at: event.point.column)
    case .press, .drag, .release: return screen.behavior.receive(event, in: &self)
    }
  }

  private mutating func scroll(_ action: ActionID) -> [Effect] {
    guard prompt.map(\.isSearch) ?? true, let action = ownAction(action) else { return [] }
    return (0..<Self.linesPerTurn).flatMap { _ in perform(action) }
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
