import DiaryStore
import Terminal

// Actions of several screens.
extension Action {
  static let open = Action(
    "open", .beers, "Open the beer, list the beers counted, or run the action",
    hint: Hint { $0.topScreen.openHint(in: $0) },
    keys: [Key(.enter)], on: ScreenKind.having(.opensItems), [.closesRange, .isObvious, .sharesKeys],
    when: { $0.topScreen.canOpen(in: $0) }
  ) { _ in [.openSelection] }
  // Between cards, these keys move right.
  .binding([.character("l"), Key(.right)], on: [.list])
  .binding([Key(.right)], on: [.files])

  static let countAll = Action(
    "count-all", .program, "Switch between all beers and those in the list",
    hint: Hint {
      ($0.topScreen as? any BeerCounting)?.counted.hasAllBeers == true ? "list only" : "all beers"
    },
    keys: [.character("a")], on: ScreenKind.counting,
    when: {
      Availability(!$0.list.window.query.hasAllBeers, else: "All beers are already counted.")
    }
  ) { _ in [.switchCountedBeers] }

  /// Undoes what this session has changed; then it offers what the log has of earlier sessions and of commands.
  static let undo = Action(
    "undo", .program, "Undo the last change",
    hint: Hint { $0.changes.canUndo && $0.topScreen.undoRefusal == nil ? "undo" : nil },
    keys: [.character("u")], on: ScreenKind.having(.undoes), [.changesDiary, .followsChange],
    when: { $0.changesSaved() }
  ) { [$0.changes.canUndo ? .undo : .effect(.loadChangeToUndo)] }
  .alsoCalled("revert")

  static let redo = Action(
    "redo", .program, "Redo the undone change", keys: [.control("r")],
    on: ScreenKind.having(.undoes), [.changesDiary, .followsChange],
    when: { $0.changesSaved(and: $0.changes.canRedo, else: "Nothing to redo.") }
  ) { _ in [.redo] }

  static let changes = [undo, redo]

  static let stopChange = Action(
    "stop-change", .program, "Stop a change of many beers while it is saved",
    hint: Hint { $0.changes.stoppableChange.map { _ in "stop" } },
    keys: [Key(.escape)], on: [.list], .keepsRange,
    when: { Availability($0.changes.isStoppable) }
  ) { _ in [.stopChange] }

  static let stopExport = Action(
    "stop-export", .program, "Stop the export, which then writes no file",
    hint: Hint { $0.isExportStoppable ? "stop" : nil }, keys: [.character("x")], on: [.list, .year],
    // Until an export runs, the key is like one that nothing uses.
    when: {
      Availability(
        $0.isExportStoppable, else: $0.sentence("No export is running.", press: (.help, "see the keys")))
    }
  ) { _ in [.stopExport] }

  static let help = Action(
    "help", .program, "Show the keys of this screen", hint: "help",
    keys: [.character("?"), Key(.function(1))],
    on: ScreenKind.scrollable.subtracting([.help]), .isEssential
  ) { _ in [.open(.help)] }
  .binding([Key(.function(1))], on: ScreenKind.takingText.subtracting([.palette]))
  .alsoCalled("h", "shortcuts")

  /// Only in words; otherwise, what a line has no room for is elsewhere on the screen.
  static let readOn = Action(
    "read-on", .program, "Read the next part of a long line or message, for screen readers",
    hint: Hint { $0.appearance.usesWords && $0.screen.readsOn ? "read on" : nil }, keys: [.character(".")],
    on: ScreenKind.scrollable, [.isObvious, .keepsRange],
    when: { Availability($0.appearance.usesWords, else: "This is for screen readers.") }
  ) { _ in [.readOn] }
  .binding([Key(.character("."), .alt)], on: [.menu, .palette])

  static let palette = Action(
    "palette", .program, "Find an action by name and run it", hint: "actions",
    keys: [.character(":")], on: ScreenKind.scrollableScreens, .keepsRange
  ) { _ in [.open(.palette)] }

  static let back = Action(
    "back", .program, "Back", hint: Hint { $0.topScreen.backHint(in: $0) },
    keys: [.character("q"), Key(.escape)],
    on: ScreenKind.scrollableScreens.subtracting([.list]),
    [.worksWhileReading, .leavesScreen, .isEssential, .isObvious]
  ) { _ in [.goBack] }
  .binding([Key(.escape)], on: ScreenKind.takingText)
  .binding([Key(.left), .character("h")], on: [.beer])
  .binding([Key(.backspace)], on: ScreenKind.scrollable.subtracting([.list, .movingPhoto]))
  .binding([.character("?"), Key(.function(1))], on: [.help])

  static let quit = Action(
    "quit", .program, "Quit; in the trash or in beers opened from another screen, go back",
    hint: Hint { $0.topScreen.leaveHint(in: $0) }, keys: [.character("q")],
    on: [.list, .welcome, .tooSmall], [.leavesScreen, .isEssential]
  ) { _ in [.leaveScreen] }
  .alsoCalled("q", "q!", "qa", "wq", "x", "exit")

  static let editSettings = Action(
    "settings", .program, "Open the settings file in your editor", keys: [.character(",")], on: [.list]
  ) { _ in [.effect(.editSettings)] }
  .alsoCalled(
    "config", "configure", "options", "preferences", "theme", "colors", "date format", "screen-reader")

  static let reload = Action(
    "reload", .program, "Reload the diary", keys: [Key(.function(5))], on: [.list, .label, .beer, .photos]
  ) { _ in [.reloadAll] }
  .alsoCalled("refresh")

  static let redraw = Action(
    "redraw", .program, "Redraw the screen", keys: [.control("l")], on: Set(ScreenKind.allCases),
    .worksInPrompts
  ) { _ in [.effect(.redrawAll)] }

  static let suspend = Action(
    "suspend", .program, "Suspend the program; fg resumes it", keys: [.control("z")],
    on: Set(ScreenKind.allCases), .worksInPrompts
  ) { _ in [.effect(.suspend)] }

  static let interrupt = Action(
    "interrupt", .program,
    "Cancel a prompt, a range or a form, or else quit; twice within a second always quits",
    keys: [.control("c")],
    on: Set(ScreenKind.allCases), [.worksInPrompts, .keepsRange]
  ) { _ in [.interrupt] }

  /// Actions of most screens; the hint for searching the help comes after that of the palette.
  static let program = [
    help, palette, readOn, searchHelp, back, quit, editSettings, reload, redraw, suspend, interrupt,
  ]
}

extension ScreenContext {
  /// Whether an export is running that can be stopped.
  fileprivate var isExportStoppable: Bool { background.export?.isStopping == false }

  /// Enabled if all changes are saved, a condition holds, and the screen has undo.
  ///
  /// - Parameter reason: Why the action is refused if the condition does not hold.
  fileprivate func changesSaved(and condition: Bool = true, else reason: String = "") -> Availability {
    if changes.isSaving { return .saving }
    if let refusal = topScreen.undoRefusal { return .refused(refusal) }
    return Availability(condition, else: reason)
  }
}
