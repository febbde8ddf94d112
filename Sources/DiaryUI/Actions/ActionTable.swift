package import Terminal

/// All actions with their keys.
package struct ActionTable: Sendable {
  /// All actions, in the order in which hints and help show those of a screen.
  package let actions: [Action]

  package init(_ actions: [Action]) { self.actions = actions }

  /// Returns the action of a key on a screen; `nil` if there is none.
  package func action(for key: Key, on screen: ScreenKind) -> Action? {
    candidates(for: key, on: screen).first
  }

  /// Returns the actions of a key on a screen: the first that is enabled is performed.
  func candidates(for key: Key, on screen: ScreenKind) -> [Action] {
    let candidates = actions.filter { $0.keys(on: screen).contains(key) }
    guard candidates.count > 1 else { return candidates }
    return candidates.filter { !$0.traits.contains(.isFallback) }
      + candidates.filter { $0.traits.contains(.isFallback) }
  }

  /// Returns the actions of a screen, in the table's order; the settings may have left some without a key.
  package func actions(on screen: ScreenKind) -> [Action] {
    actions.filter { action in action.bindings.contains { $0.screens.contains(screen) } }
  }

  /// The action with a name; `nil` if there is none.
  package subscript(name: String) -> Action? { actions.first { $0.name == name } }
}

extension ActionTable {
  /// The screens whose actions come first, because these screens share most of them.
  ///
  /// Hints show shared actions in this order. It differs from that of ``ScreenKind/allCases``, in which the manual
  /// lists the screens. Screens that share no actions are not here.
  private static let first: [ScreenKind] = [.label, .list, .form, .photos, .photo, .beer]

  /// The default table, in the order in which hints and help show the actions of a screen.
  ///
  /// Screens have the order of ``ScreenKind/allCases``, except for the first ones.
  package static let standard: ActionTable = {
    let onFirst = first.flatMap { $0.actions() }
    let onOthers = ScreenKind.allCases.filter { !first.contains($0) }.flatMap { $0.actions() }
    let common: [Action] = Action.moving + [.repeatMovement, .open]
    return ActionTable(common + onFirst + Action.changes + onOthers + Action.program)
  }()
}

extension ActionTable: Hashable {
  package static func == (one: ActionTable, other: ActionTable) -> Bool {
    one.actions == other.actions && one.actions.map(\.bindings) == other.actions.map(\.bindings)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(actions)
    hasher.combine(actions.map(\.bindings))
  }
}
