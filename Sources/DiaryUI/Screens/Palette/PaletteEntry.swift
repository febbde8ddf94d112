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
    /// The lower, the earlier: the action with the typed name or synonym, unless it only works on another screen, then the
    /// one whose key is typed, then those that work here.
    let group: Int
    let rank: Rank
    let tier: Int
  }

  /// How well an action matches.
  private struct Rank {
    let closeness: Closeness
    let score: Int
    let positions: [Int]

    /// That of an action whose key is typed, and not its name.
    static let key = Rank(closeness: .words, score: 0, positions: [])
  }

  /// Where the typed words are, the best first.
  private enum Closeness: Int, Comparable {
    /// They are whole words, possibly in the plural.
    case words
    case beginnings
    case insideWords
    /// Only their letters are in the name, with others between them.
    case letters

    static func < (one: Closeness, other: Closeness) -> Bool { one.rawValue < other.rawValue }
  }

  /// Returns the matching actions: those that work here first, the best matches among them first.
  ///
  /// Only an action whose whole name or synonym is typed comes before them, because its reason for not working is what
  /// the user may want to know. That it works on another screen is no such reason. Loose letters only count if nothing
  /// else matches.
  ///
  /// - Parameter opener: The screen that the palette was opened on.
  static func entries(typed: String, on opener: ScreenKind, in context: ScreenContext) -> [PaletteEntry] {
    let typedKey = typed.count == 1 ? typed.first.map { Key.character($0) } : nil
    let matching = context.configuration.actions.actions.compactMap { action -> Ranked? in
      let screen = context.screenToRun(action)
      let hasKey = typedKey.map { key in screen.map { action.keys(on: $0).contains(key) } ?? false } ?? false
      guard isOffered(action), let rank = rank(action, typed) ?? (hasKey ? Rank.key : nil) else { return nil }
      let isEnabled = screen != nil && context.isEnabled(action)
      let entry = PaletteEntry(
        action: action, screen: screen, isEnabled: isEnabled, positions: rank.positions)
      let isNamed = ([action.name] + action.synonyms).contains(typed.lowercased())
      let hasReason = screen != nil || action.absence != nil
      let group = isNamed && hasReason ? 0 : hasKey ? 1 : isEnabled ? 2 : isNamed ? 3 : 4
      return Ranked(entry: entry, group: group, rank: rank, tier: tier(entry, on: opener))
    }
    let close = matching.filter { $0.rank.closeness < .letters }
    // The offset keeps the order of the table among equals.
    return (close.isEmpty ? matching : close).enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      return (one.group, one.rank.closeness, -one.rank.score, one.tier, $0.offset)
        < (other.group, other.rank.closeness, -other.rank.score, other.tier, $1.offset)
    }.map(\.element.entry)
  }

  private static func isOffered(_ action: Action) -> Bool {
    ![.palette, .repeatMovement].contains(action)
      && action.bindings.contains { !$0.screens.isSubset(of: [.opening, .palette]) }
  }

  /// Ranks an action by its name, its synonyms and the words of its help; `nil` if it does not match.
  private static func rank(_ action: Action, _ typed: String) -> Rank? {
    let words = typed.lowercased().split(separator: " ")
    let joined = action.name.filter { $0 != "-" }
    let named = [action.name[...], joined[...]] + action.name.split(separator: "-")
    let described =
      action.synonyms.map { $0[...] } + action.help.lowercased().split { !$0.isLetter && !$0.isNumber }
    let match = FuzzyMatch(typed, in: action.name)
    guard let closeness = closeness(words, in: named + described) else {
      return match.map { Rank(closeness: .letters, score: $0.score, positions: $0.positions) }
    }
    // Among equals, those with the words in their name come first.
    guard let match, self.closeness(words, in: named) != nil else {
      return Rank(closeness: closeness, score: 0, positions: [])
    }
    let isDescribed = self.closeness(words, in: described).map { $0 <= .beginnings } ?? false
    return Rank(
      closeness: closeness, score: match.score + (isDescribed ? 1 : 0), positions: match.positions)
  }

  /// Returns how closely all typed words match; `nil` if one of them is in no word.
  private static func closeness(_ typed: [Substring], in words: [Substring]) -> Closeness? {
    var closeness = Closeness.words
    for typed in typed {
      let levels = words.compactMap { word -> Closeness? in
        if word == typed || word == typed + "s" || word + "s" == typed { return .words }
        return word.hasPrefix(typed) ? .beginnings : word.contains(typed) ? .insideWords : nil
      }
      guard let best = levels.min() else { return nil }
      closeness = max(closeness, best)
    }
    return closeness
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
