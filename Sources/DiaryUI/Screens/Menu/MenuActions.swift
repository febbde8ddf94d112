import Terminal

// Actions of the screen that looks for the beers of a menu.
extension Action {
  static let showMenu = Action(
    "had", .finding, "Have I had this? Paste a menu, or type beers one by one",
    hint: Hint { $0.hintWithBeers("had?") }, keys: [.character("H")], on: [.list, .label]
  ) { _ in [.open(.menu)] }

  /// On other lines, the same key opens the beer.
  static let addFromMenu = Action(
    "add-new", .beers, "Add the new beer under the cursor", hint: "add", keys: [Key(.enter)],
    on: [.menu], [.changesDiary, .sharesKeys],
    when: { Availability($0.state(of: MenuScreen.self).isNew) }
  ) { addLine(in: $0) }

  static let addUnsure = Action(
    "add-unsure", .beers, "Add the line under the cursor as a new beer, even if you may have had it",
    hint: Hint { $0.state(of: MenuScreen.self).isNew ? nil : "new beer" }, keys: [.control("t")],
    on: [.menu], [.changesDiary, .asksFirst],
    when: {
      Availability(
        $0.state(of: MenuScreen.self).nameToAdd != nil,
        else: "First move to a line that is “new” or “unsure”.")
    }
  ) { addLine(in: $0) }

  private static func addLine(in context: ScreenContext) -> [Intent] {
    context.state(of: MenuScreen.self).nameToAdd.map { [.addBeer(named: $0)] } ?? []
  }

  static let clearMenu = Action(
    "clear-menu", .finding, "Remove all lines of the menu",
    hint: Hint { $0.state(of: MenuScreen.self).lines.isEmpty ? nil : "clear" }, keys: [.control("x")],
    on: [.menu], when: { Availability(!$0.state(of: MenuScreen.self).lines.isEmpty) },
    changing: MenuScreen.self
  ) { menu, _ in
    menu.clear()
    return []
  }

  static let onMenu: [Action] = [showMenu, addFromMenu, addUnsure, clearMenu]
}
