import Terminal

/// An action that the palette offers.
struct PaletteEntry: Hashable {
  let action: Action
  /// The screen that performs the action: the one that the palette was opened on, or one below it; `nil` if none can.
  let screen: ScreenKind?
  let isEnabled: Bool
  /// The indexes of the typed letters in the action's name.
  let positions: [Int]

  /// What the action does, and before that whether it cannot be done now, which the style of its name says as well.
  var explanation: String {
    if isEnabled { return action.help }
    return (screen == nil ? "On another screen: " : "Not now: ") + action.help
  }
}

extension PaletteEntry {
  private struct Ranked {
    let entry: PaletteEntry
    /// The lower, the earlier: the action with the typed name or synonym, unless it only works on another screen, then
    /// those that work here.
    let group: Int
    let score: Int
    let tier: Int
  }

  /// Returns the matching actions: those that work here first, the best matches among them first.
  ///
  /// Only an action whose whole name or synonym is typed comes before them, because its reason for not working is what
  /// the user may want to know. That it works on another screen is no such reason.
  ///
  /// - Parameter opener: The screen that the palette was opened on.
  static func entries(typed: String, on opener: ScreenKind, in context: ScreenContext) -> [PaletteEntry] {
    let ranked = context.configuration.actions.actions.compactMap { action -> Ranked? in
      guard let rank = rank(action, typed) else { return nil }
      let screen = context.screenToRun(action)
      let isEnabled = screen != nil && context.isEnabled(action)
      let entry = PaletteEntry(
        action: action, screen: screen, isEnabled: isEnabled, positions: rank.positions)
      let isNamed = ([action.name] + action.synonyms).contains(typed.lowercased())
      let hasReason = screen != nil || action.absence != nil
      let group = isNamed && hasReason ? 0 : isEnabled ? 1 : isNamed ? 2 : 3
      return Ranked(entry: entry, group: group, score: rank.score, tier: tier(entry, on: opener))
    }
    // The offset keeps the order of the table among equals.
    return ranked.enumerated().sorted {
      ($0.element.group, -$0.element.score, $0.element.tier, $0.offset)
        < ($1.element.group, -$1.element.score, $1.element.tier, $1.offset)
    }.map(\.element.entry)
  }

  /// Ranks an action by its name, or by a word of its help or its synonyms; `nil` if it does not match.
  private static func rank(_ action: Action, _ typed: String) -> (score: Int, positions: [Int])? {
    let isOffered =
      ![.palette, .repeatMovement].contains(action)
      && action.bindings.contains { !$0.screens.isSubset(of: [.opening, .palette]) }
    guard isOffered else { return nil }
    let words = typed.lowercased().split(separator: " ")
    let described =
      action.help.lowercased().split { !$0.isLetter && !$0.isNumber } + action.synonyms.map { $0[...] }
    let describes = words.allSatisfy { word in described.contains { $0.hasPrefix(word) } }
    guard let match = FuzzyMatch(typed, in: action.name) else { return describes ? (0, []) : nil }
    return (describes ? match.score + 1 : match.score, match.positions)
  }

  /// The lower, the earlier: actions of this screen first, and moves last.
  private static func tier(_ entry: PaletteEntry, on opener: ScreenKind) -> Int {
    let isHere = entry.screen == opener
    return (isHere ? 0 : 2) + (entry.action.group == .moving ? 1 : 0)
  }
}

extension ScreenContext {
  /// Returns the topmost open screen that has the action; does not leave a screen with unsaved text.
  fileprivate func screenToRun(_ action: Action) -> ScreenKind? {
    let reachable = path.lastIndex(where: isKeptOpen).map { path[$0...] } ?? path[...]
    return reachable.last { $0 != .palette && has(action, on: $0) }
  }
}
