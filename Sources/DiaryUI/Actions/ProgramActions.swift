import Terminal

// Actions of several screens.
extension Action {
  static let open = Action(
    "open", .beers, "Open the beer, or the beers of a bar", hint: Hint { $0.openingLabel },
    keys: [Key(.enter), .character("l"), Key(.right)], on: [.list], .closesRange,
    when: { $0.screen == .palette ? .enabled : $0.withListedBeer }
  ) { $0.screen.behavior.open(in: &$0) }
  .binding([Key(.enter)], on: [.statistics, .palette])

  static let undo = Action(
    "undo", .program, "Take the last change back", hint: "undo", keys: [.character("u")],
    on: [.list, .beer, .photos, .importing], [.changesDiary, .followsChange],
    when: { Availability($0.changes.history.canUndo, else: $0.nothingToRepeat("undo")) }
  ) { $0.undo() }

  static let redo = Action(
    "redo", .program, "Make it again", keys: [.control("r")], on: [.list, .beer, .photos, .importing],
    [.changesDiary, .followsChange],
    when: { Availability($0.changes.history.canRedo, else: $0.nothingToRepeat("redo")) }
  ) { $0.redo() }

  static let changes = [undo, redo]

  static let help = Action(
    "help", .program, "Show the keys of this screen", hint: "help",
    keys: [.character("?"), Key(.function(1))],
    on: [.list, .beer, .photos, .carrying, .remarks, .statistics, .importing]
  ) {
    $0.open(.help)
    return []
  }
  .binding([Key(.function(1))], on: [.form])

  static let palette = Action(
    "palette", .program, "All actions by name; Enter carries one out", hint: "actions",
    keys: [.character(":")], on: [.list, .beer, .photos, .remarks, .statistics, .importing, .help]
  ) {
    $0.open(.palette)
    return []
  }

  static let back = Action(
    "back", .program, "Back to the screen before", hint: "back", keys: [.character("q"), Key(.escape)],
    on: [.beer, .photos, .help, .remarks, .statistics, .importing]
  ) { $0.screen.behavior.goBack(in: &$0) }
  .binding([Key(.escape)], on: [.form, .palette])
  .binding([Key(.left), .character("h")], on: [.beer])
  .binding([Key(.backspace)], on: [.beer, .photos])
  .binding([.character("?"), Key(.function(1))], on: [.help])

  static let quit = Action(
    "quit", .program, "Leave the diary; from the trash or a bar's beers, go back",
    hint: Hint { $0.quitLabel },
    keys: [.character("q")], on: [.list, .tooSmall]
  ) { $0.screen == .tooSmall ? $0.quitTooSmall() : $0.leaveList() }

  static let reload = Action(
    "reload", .program, "Read the diary again", keys: [Key(.function(5))], on: [.list, .beer, .photos]
  ) {
    $0.pictures.forgetRefusals()
    return [.invalidateListCache] + $0.reload()
  }

  static let redraw = Action(
    "redraw", .program, "Draw the screen anew", keys: [.control("l")], on: Set(ScreenKind.allCases)
  ) { _ in [.redrawAll] }

  static let suspend = Action(
    "suspend", .program, "Back to the shell for a while; fg returns", keys: [.control("z")],
    on: Set(ScreenKind.allCases)
  ) { _ in [.suspend] }

  static let interrupt = Action(
    "interrupt", .program, "Quit; twice within a second: at once", keys: [.control("c")],
    on: Set(ScreenKind.allCases)
  ) { $0.interrupt() }

  static let program = [
    showRemarks, help, palette, searchHelp, cancel, back, quit, reload, redraw, suspend, interrupt,
  ]
}

extension AppState {
  /// Why nothing can be undone or redone.
  fileprivate func nothingToRepeat(_ verb: String) -> String {
    changes.isStoring ? Self.storingSentence : "There is nothing to \(verb)."
  }

  fileprivate var openingLabel: String {
    switch screen {
    case .palette: "do it"
    case .statistics: "show them"
    case .list where list.marks.rangeStart != nil: "mark them"
    default: "open"
    }
  }

  fileprivate var quitLabel: String {
    guard screen == .list else { return "quit" }
    return barBehindList != nil ? "statistics" : isInTrash ? "diary" : "quit"
  }

  /// Leaves the program, keeping what was typed; an opening that can still be stopped is stopped instead.
  mutating func interrupt() -> [Effect] {
    path == [.opening] ? stopOpening() : keepDraft() + [.quit(.signal(.interrupt))]
  }

  fileprivate mutating func quitTooSmall() -> [Effect] {
    path == [.opening] ? stopOpening() : keepDraft() + [.quit(.finished)]
  }
}
