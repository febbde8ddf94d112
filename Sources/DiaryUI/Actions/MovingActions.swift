import Terminal

/// A movement of a cursor, or of a page that scrolls.
enum Move: Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown
  case first, last
  /// Only in grids, in a photo, and among the values of a conflict.
  case left, right
}

extension Move {
  /// Creates the movement that a key means in a list with a line of text; `nil` if the key is for the text.
  ///
  /// Home and End move in the text if there is one.
  init?(_ key: Key, in input: TextInput) {
    switch key {
    case Key(.home) where input.isEmpty: self = .first
    case Key(.end) where input.isEmpty: self = .last
    default: return nil
    }
  }
}

// Actions that move the cursor, or scroll, on most screens.
extension Action {
  private static let grid = ScreenKind.having(.hasGrid)
  /// Lists with a line of text, into which letters are typed.
  private static let typedLists = ScreenKind.takingText.intersection(ScreenKind.having(.opensItems))
  /// On the map, the arrows and their letters move the map.
  private static let withArrows = ScreenKind.scrollable.subtracting([.map])
  /// Where values differ, the keys scroll the values instead of the list.
  private static let withHalfPages = ScreenKind.scrollable.subtracting([.conflicts])

  private init(
    _ name: String, _ help: String, keys: [Key], on screens: Set<ScreenKind> = ScreenKind.scrollable,
    _ move: Move, _ traits: Traits = [],
    when availability: @escaping @Sendable (ScreenContext) -> Availability = { _ in .enabled }
  ) {
    self.init(
      name, .moving, help, keys: keys, on: screens, traits.union(.keepsRange), when: availability
    ) { [.move(move, times: $0.count)] }
    self.move = move
  }

  static let moveDown = Action(
    "move-down", "Move down a line", keys: [.character("j"), Key(.down)], on: withArrows, .down
  )
  .binding([.character("J")], on: [.map])
  .binding([Key(.enter)], on: [.help, .warnings, .messages])
  .binding([Key(.down), .control("n")], on: typedLists)
  static let moveUp = Action(
    "move-up", "Move up a line", keys: [.character("k"), Key(.up)], on: withArrows, .up
  )
  .binding([.character("K")], on: [.map])
  .binding([Key(.up), .control("p")], on: typedLists)
  static let pageDown = Action(
    "page-down", "Move down a page", keys: [Key(.pageDown), .control("f")], .pageDown
  )
  .binding([.character(" ")], on: ScreenKind.scrollable.subtracting([.list]))
  .binding([Key(.pageDown)], on: typedLists)
  static let pageUp = Action("page-up", "Move up a page", keys: [Key(.pageUp), .control("b")], .pageUp)
    .binding([Key(.pageUp)], on: typedLists)
  static let halfPageDown = Action(
    "half-page-down", "Move down half a page", keys: [.control("d")], on: withHalfPages, .halfPageDown)
  static let halfPageUp = Action(
    "half-page-up", "Move up half a page", keys: [.control("u")], on: withHalfPages, .halfPageUp)
  static let moveToFirst = Action("first", "Move to the top", keys: [.character("g"), Key(.home)], .first)
  static let moveToLast = Action("last", "Move to the end", keys: [.character("G"), Key(.end)], .last)
  static let moveLeft = Action(
    "left", "Move left", keys: [.character("h"), Key(.left)], on: grid, .left,
    when: { Availability($0.topScreen.hasItemsSideBySide, else: "There is nothing to the left.") })
  static let moveRight = Action(
    "right", "Move right", keys: [.character("l"), Key(.right)], on: grid, .right, .sharesKeys,
    when: { Availability($0.topScreen.hasItemsSideBySide) })

  static let moving = [
    moveDown, moveUp, pageDown, pageUp, halfPageDown, halfPageUp, moveToFirst, moveToLast, moveLeft,
    moveRight,
  ]
}
