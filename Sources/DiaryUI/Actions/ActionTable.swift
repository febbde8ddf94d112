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
  /// The default table, in the order in which hints and help show the actions of a screen.
  package static let standard = ActionTable(
    ([
      Action.moving, [.repeatMovement, .open], Action.onLabel, Action.onList, Action.onForm, Action.onPhotos,
      Action.onPhoto, Action.onBeer, Action.changes, Action.onStatistics, Action.onYear, Action.onTimeline,
      Action.onMap, Action.onImport, Action.onWelcome, Action.onFiles, Action.onMenu, Action.onSuggestions,
      Action.onConflicts, Action.program,
    ] as [[Action]]).flatMap { $0 })
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
