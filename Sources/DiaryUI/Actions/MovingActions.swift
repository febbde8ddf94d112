import Terminal

/// A step of a cursor, or of a page that scrolls.
enum Move: Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown
  case first, last
  /// In rows of photos alone.
  case left, right
}

// Actions that move the cursor, or scroll, on most screens.
extension Action {
  private static let scrolled: Set<ScreenKind> = [
    .list, .beer, .photos, .movingPhoto, .help, .warnings, .statistics, .importing,
  ]
  private static let grid: Set<ScreenKind> = [.photos, .movingPhoto]

  private init(
    _ name: String, _ help: String, keys: [Key], on screens: Set<ScreenKind> = scrolled, _ move: Move
  ) {
    self.init(name, .moving, help, keys: keys, on: screens, .keepsRange) { _ in [.move(move)] }
  }

  static let moveDown = Action("move-down", "Down a line", keys: [.character("j"), Key(.down)], .down)
    .binding([Key(.enter)], on: [.help, .warnings])
    .binding([Key(.down), .control("n")], on: [.palette])
  static let moveUp = Action("move-up", "Up a line", keys: [.character("k"), Key(.up)], .up)
    .binding([Key(.up), .control("p")], on: [.palette])
  static let pageDown = Action("page-down", "Down a page", keys: [Key(.pageDown), .control("f")], .pageDown)
    .binding([.character(" ")], on: scrolled.subtracting([.list]))
    .binding([Key(.pageDown)], on: [.palette])
  static let pageUp = Action("page-up", "Up a page", keys: [Key(.pageUp), .control("b")], .pageUp)
    .binding([Key(.pageUp)], on: [.palette])
  static let halfPageDown = Action(
    "half-page-down", "Down half a page", keys: [.control("d")], .halfPageDown)
  static let halfPageUp = Action("half-page-up", "Up half a page", keys: [.control("u")], .halfPageUp)
  static let moveToFirst = Action("first", "To the top", keys: [.character("g"), Key(.home)], .first)
  static let moveToLast = Action("last", "To the end", keys: [.character("G"), Key(.end)], .last)
  static let moveLeft = Action("left", "To the left", keys: [.character("h"), Key(.left)], on: grid, .left)
  static let moveRight = Action(
    "right", "To the right", keys: [.character("l"), Key(.right)], on: grid, .right)

  static let moving = [
    moveDown, moveUp, pageDown, pageUp, halfPageDown, halfPageUp, moveToFirst, moveToLast, moveLeft,
    moveRight,
  ]
}
