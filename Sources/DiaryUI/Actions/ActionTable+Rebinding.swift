package import Terminal

extension ActionTable {
  /// Keys that an action is to have instead of its usual ones.
  package struct Rebinding: Hashable, Sendable {
    package let action: Action
    package let keys: [Key]

    package init(_ action: Action, keys: [Key]) {
      self.action = action
      self.keys = keys
    }
  }

  /// Why an action keeps its usual keys.
  package enum RebindingProblem: Hashable, Sendable {
    /// A key is another action's, on a screen that has both.
    case taken(Key, by: Action)
    /// It is the one that has to work always.
    case fixed
    case noKey
  }

  /// The table with other keys for some actions, on all screens that have them.
  ///
  /// Of two that want the same key the first has it. Where text is typed, a key that types stays with the text.
  package func rebound(_ wanted: [Rebinding]) -> (table: ActionTable, problems: [Action: RebindingProblem]) {
    var problems: [Action: RebindingProblem] = [:]
    var accepted: [Rebinding] = []
    for rebinding in wanted {
      if rebinding.action == .interrupt {
        problems[rebinding.action] = .fixed
      } else if rebinding.keys.isEmpty {
        problems[rebinding.action] = .noKey
      } else {
        accepted.append(rebinding)
      }
    }
    while true {
      let table = applying(accepted)
      guard let (index, problem) = table.lastConflict(of: accepted) else { return (table, problems) }
      problems[accepted.remove(at: index).action] = problem
    }
  }

  private func applying(_ rebindings: [Rebinding]) -> ActionTable {
    ActionTable(
      actions.map { action in
        rebindings.first { $0.action == action }.map { action.rebound(to: $0.keys) } ?? action
      })
  }

  private func lastConflict(of rebindings: [Rebinding]) -> (Int, RebindingProblem)? {
    for (index, rebinding) in rebindings.enumerated().reversed() {
      for screen in ScreenKind.allCases {
        for key in self[rebinding.action.name]?.keys(on: screen) ?? [] {
          let other = actions.first { $0 != rebinding.action && $0.keys(on: screen).contains(key) }
          if let other { return (index, .taken(key, by: other)) }
        }
      }
    }
    return nil
  }
}

extension Action {
  /// The screens that text is typed on.
  private static let typing: Set<ScreenKind> = [.form, .palette]

  fileprivate func rebound(to keys: [Key]) -> Action {
    let screens = bindings.reduce(into: Set<ScreenKind>()) { $0.formUnion($1.screens) }
    var rebound = self
    rebound.bindings = [Binding(keys: keys, screens: screens.subtracting(Self.typing))]
    let untyped = keys.filter { !$0.types }
    for screen in screens.intersection(Self.typing) {
      let kept = untyped.isEmpty ? self.keys(on: screen) : untyped
      rebound.bindings.append(Binding(keys: kept, screens: [screen]))
    }
    return rebound
  }
}

extension Key {
  /// Whether it puts a character into a text.
  fileprivate var types: Bool {
    if case .character = code { modifiers.isEmpty } else { false }
  }
}
