import DiaryModel
import DiaryText
import Terminal

// Actions for synchronizing, and for choosing between the values of devices.
extension Action {
  static let synchronize = Action(
    "sync", .program, "Synchronize with your other devices now",
    hint: Hint { $0.sync.status.map { _ in "sync" } }, keys: [.character("U")],
    on: [.list, .label, .beer, .conflicts], .changesDiary, when: \.withSynchronization
  ) { _ in [.effect(.synchronize(.asked)), .say("Synchronizing…")] }
  .alsoCalled("synchronize", "devices", "send", "upload")

  static let showConflicts = Action(
    "conflicts", .beers, "Show values that differ between your devices, and choose",
    hint: Hint { ($0.sync.status?.conflictCount ?? 0) > 0 ? "conflicts" : nil }, keys: [.character("!")],
    on: [.list, .beer], when: \.withSynchronization, changing: ConflictsScreen.self
  ) { conflicts, context in
    conflicts.select(beer: context.currentBeer?.detail?.beer.uuid)
    return [.open(.conflicts)]
  }

  static let chooseConflictValue = Action(
    "use-value", .beers, "Use the selected value on all devices", hint: Hint { $0.hint("use", "this value") },
    keys: [Key(.enter)],
    on: [.conflicts], [.changesDiary, .ignoresDoubledKey], when: \.withConflict,
    changing: ConflictsScreen.self
  ) { conflicts, context in conflicts.useValue(in: context) }

  static let useOwnValues = Action(
    "use-own-values", .beers, "Use the values of this device for all conflicts; asks first",
    keys: [.character("A")], on: [.conflicts], .changesDiary, when: { $0.withValues(of: .thisDevice) }
  ) { $0.askToResolveAll(.thisDevice) }

  static let useNewestValues = Action(
    "use-newest-values", .beers, "Use the newest values for all conflicts; asks first",
    keys: [.character("N")], on: [.conflicts], .changesDiary, when: { $0.withValues(of: .newest) }
  ) { $0.askToResolveAll(.newest) }

  static let nextConflictValue = Action(
    "next-value", .moving, "Select the next value", hint: Hint { $0.hint("next", "value") },
    keys: [Key(.tab)], on: [.conflicts],
    when: { Availability($0.conflict != nil) }, changing: ConflictsScreen.self
  ) { conflicts, _ in
    conflicts.selectValue(by: 1)
    return []
  }

  static let previousConflictValue = Action(
    "previous-value", .moving, "Select the previous value", keys: [Key(.backTab)], on: [.conflicts],
    when: { Availability($0.conflict != nil) }, changing: ConflictsScreen.self
  ) { conflicts, _ in
    conflicts.selectValue(by: -1)
    return []
  }

  static let scrollValuesDown: Action = Action(
    "scroll-value-down", .moving, "Scroll down in long values",
    hint: Hint(with: { scrollValuesUp }) { _ in "scroll" }, keys: [.control("d")], on: [.conflicts],
    when: \.withLongValues, changing: ConflictsScreen.self
  ) { conflicts, context in
    conflicts.scrollValues(by: 1, in: context)
    return []
  }

  static let scrollValuesUp = Action(
    "scroll-value-up", .moving, "Scroll up in long values", keys: [.control("u")], on: [.conflicts],
    when: \.withLongValues, changing: ConflictsScreen.self
  ) { conflicts, context in
    conflicts.scrollValues(by: -1, in: context)
    return []
  }

  static let openConflictBeer = Action(
    "open-beer", .beers, "Open the beer", hint: "open beer", keys: [.character("o")], on: [.conflicts],
    when: {
      $0.withConflict == .enabled
        ? Availability($0.conflict?.beer != nil, else: "This value belongs to a label.")
        : $0.withConflict
    }, changing: ConflictsScreen.self
  ) { conflicts, _ in conflicts.openBeer() }

  static let onConflicts: [Action] = [
    showConflicts, chooseConflictValue, useOwnValues, useNewestValues, nextConflictValue,
    previousConflictValue, scrollValuesDown, scrollValuesUp, openConflictBeer, synchronize,
  ]
}

extension ScreenContext {
  /// The minimum width for hints with a verb and an object.
  private static let minWidthOfLongHints = 48

  /// Returns a verb with its object, or alone on a narrow screen, so that the keys of both actions are shown.
  fileprivate func hint(_ verb: String, _ object: String) -> String {
    size.width < Self.minWidthOfLongHints ? verb : "\(verb) \(object)"
  }

  /// Available if the diary is synchronized.
  fileprivate var withSynchronization: Availability {
    Availability(
      sync.status != nil, else: "This diary is not synchronized. Start with `beerdiary sync init` in a shell."
    )
  }

  /// The conflict under the cursor; `nil` if there is none.
  fileprivate var conflict: SyncConflict? { state(of: ConflictsScreen.self).conflictUnderCursor }

  /// Available if a conflict is under the cursor, and not before the last one is saved, because the next one takes its
  /// place.
  fileprivate var withConflict: Availability {
    changes.isSaving ? .saving : Availability(conflict != nil)
  }

  /// Available if a value of the conflict under the cursor is longer than its place.
  fileprivate var withLongValues: Availability {
    guard conflict != nil else { return .disabled }
    return Availability(
      state(of: ConflictsScreen.self).lastValuesTop(in: self) > 0, else: "No value is cut off."
    )
  }

  /// Available if conflicts have a preferred value.
  fileprivate func withValues(of preference: SyncConflict.Preference) -> Availability {
    withConflict == .enabled
      ? Availability(!conflicts(with: preference).isEmpty, else: "This device wrote none of the values.")
      : withConflict
  }

  private func conflicts(with preference: SyncConflict.Preference) -> [SyncConflict] {
    state(of: ConflictsScreen.self).conflicts?.filter { $0.index(of: preference) != nil } ?? []
  }

  /// Asks whether to end all conflicts that have a preferred value.
  fileprivate func askToResolveAll(_ preference: SyncConflict.Preference) -> [Intent] {
    let conflicts = conflicts(with: preference)
    let question = ChangeText.question(resolving: conflicts.count, with: preference)
    let request = ChangeRequest.resolveAll(conflicts, choosing: preference)
    return [.prompt(Prompt(LargeChangeQuestion(request: request, question: question)))]
  }
}
