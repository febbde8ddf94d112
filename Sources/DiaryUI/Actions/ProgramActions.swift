import Terminal

// Actions of several screens.
extension Action {
  static let open = Action(
    "open", .beers, "Open the beer, or the beers of a bar", hint: Hint { $0.topScreen.openLabel(in: $0) },
    keys: [Key(.enter), .character("l"), Key(.right)], on: [.list], .closesRange,
    when: { $0.topScreen.canOpen(in: $0) }
  ) { _ in [.openSelection] }
  .binding([Key(.enter)], on: [.statistics, .palette])

  static let undo = Action(
    "undo", .program, "Take the last change back", hint: "undo", keys: [.character("u")],
    on: [.list, .beer, .photos, .importing], [.changesDiary, .followsChange],
    when: { Availability($0.changes.history.canUndo, else: $0.nothingToRepeat("undo")) }
  ) { _ in [.undo] }

  static let redo = Action(
    "redo", .program, "Make it again", keys: [.control("r")], on: [.list, .beer, .photos, .importing],
    [.changesDiary, .followsChange],
    when: { Availability($0.changes.history.canRedo, else: $0.nothingToRepeat("redo")) }
  ) { _ in [.redo] }

  static let changes = [undo, redo]

  static let help = Action(
    "help", .program, "Show the keys of this screen", hint: "help",
    keys: [.character("?"), Key(.function(1))],
    on: [.list, .beer, .photos, .movingPhoto, .warnings, .statistics, .importing]
  ) { _ in [.open(.help)] }
  .binding([Key(.function(1))], on: [.form])

  static let palette = Action(
    "palette", .program, "All actions by name; Enter carries one out", hint: "actions",
    keys: [.character(":")], on: [.list, .beer, .photos, .warnings, .statistics, .importing, .help]
  ) { _ in [.open(.palette)] }

  static let back = Action(
    "back", .program, "Back to the screen before", hint: "back", keys: [.character("q"), Key(.escape)],
    on: [.beer, .photos, .help, .warnings, .statistics, .importing]
  ) { _ in [.goBack] }
  .binding([Key(.escape)], on: [.form, .palette])
  .binding([Key(.left), .character("h")], on: [.beer])
  .binding([Key(.backspace)], on: [.beer, .photos])
  .binding([.character("?"), Key(.function(1))], on: [.help])

  static let quit = Action(
    "quit", .program, "Leave the diary; from the trash or a bar's beers, go back",
    hint: Hint { $0.topScreen.leaveLabel(in: $0) }, keys: [.character("q")], on: [.list, .tooSmall]
  ) { _ in [.leaveScreen] }

  static let reload = Action(
    "reload", .program, "Read the diary again", keys: [Key(.function(5))], on: [.list, .beer, .photos]
  ) { _ in [.reloadAll] }

  static let redraw = Action(
    "redraw", .program, "Draw the screen anew", keys: [.control("l")], on: Set(ScreenKind.allCases)
  ) { _ in [.effect(.redrawAll)] }

  static let suspend = Action(
    "suspend", .program, "Back to the shell for a while; fg returns", keys: [.control("z")],
    on: Set(ScreenKind.allCases)
  ) { _ in [.effect(.suspend)] }

  static let interrupt = Action(
    "interrupt", .program, "Quit; twice within a second: at once", keys: [.control("c")],
    on: Set(ScreenKind.allCases)
  ) { _ in [.interrupt] }

  static let program = [
    showWarnings, help, palette, searchHelp, cancel, back, quit, reload, redraw, suspend, interrupt,
  ]
}

extension ScreenContext {
  /// Why nothing can be undone or redone.
  fileprivate func nothingToRepeat(_ verb: String) -> String {
    changes.isStoring ? AppState.storingSentence : "There is nothing to \(verb)."
  }
}
