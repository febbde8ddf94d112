import Terminal

/// An action that the palette offers.
struct PaletteEntry: Hashable {
  let action: Action
  /// Where it is carried out: the screen that the palette was opened on, or another that is open below it.
  let screen: ScreenKind?
  let isEnabled: Bool
  /// The letters of its name that were typed.
  let positions: [Int]
}

extension PaletteEntry {
  private struct Ranked {
    let entry: PaletteEntry
    let score: Int
    let tier: Int
  }

  /// What fits what is typed: the best first, and of what is as good what can be done here.
  ///
  /// - Parameter opener: The screen that the palette was opened on.
  static func entries(typed: String, on opener: ScreenKind, in context: ScreenContext) -> [PaletteEntry] {
    let ranked = context.environment.actions.actions.compactMap { action -> Ranked? in
      guard let rank = rank(action, typed) else { return nil }
      let screen = context.screenToRun(action)
      let isEnabled = screen != nil && context.isEnabled(action)
      let entry = PaletteEntry(
        action: action, screen: screen, isEnabled: isEnabled, positions: rank.positions)
      return Ranked(entry: entry, score: rank.score, tier: tier(entry, on: opener))
    }
    // Sorting keeps the table's order among equals.
    return ranked.enumerated().sorted {
      (-$0.element.score, $0.element.tier, $0.offset) < (-$1.element.score, $1.element.tier, $1.offset)
    }.map(\.element.entry)
  }

  /// By its name, or by a word of what it does.
  private static func rank(_ action: Action, _ typed: String) -> (score: Int, positions: [Int])? {
    let isOffered =
      action != .palette && action.bindings.contains { !$0.screens.isSubset(of: [.opening, .palette]) }
    guard isOffered else { return nil }
    let words = typed.lowercased().split(separator: " ")
    let describes = words.allSatisfy { word in
      action.help.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(word) }
    }
    guard let match = FuzzyMatch(typed, in: action.name) else { return describes ? (0, []) : nil }
    return (describes ? match.score + 1 : match.score, match.positions)
  }

  /// What can be done here comes first, then what needs another screen; moves are done with keys.
  private static func tier(_ entry: PaletteEntry, on opener: ScreenKind) -> Int {
    let isHere = entry.screen == opener
    return (entry.isEnabled ? 0 : 4) + (isHere ? 0 : 2) + (entry.action.group == .moving ? 1 : 0)
  }
}

extension ScreenContext {
  /// The topmost open screen that an action is for; a screen that would lose what is typed is not left for one.
  fileprivate func screenToRun(_ action: Action) -> ScreenKind? {
    let reachable = path.lastIndex(where: isKeptOpen).map { path[$0...] } ?? path[...]
    return reachable.last { $0 != .palette && !action.keys(on: $0).isEmpty }
  }
}
