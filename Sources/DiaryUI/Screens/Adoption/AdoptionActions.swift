import Terminal

// Actions that add the beers of another diary.
extension Action {
  /// Asks for the path of another diary, to show what adding its beers would do.
  package static let adoptDiary = Action(
    "adopt", .program, "Add the beers of Beer Diary for iOS, or of another diary", keys: [.character("i")],
    on: [.list], .changesDiary
  ) { [.browse(AdoptPathPrompt().prompt(in: $0))] }

  /// Adds the beers on the terminal, where the progress and the warnings are shown.
  ///
  /// The command waits for changes, with nothing on the terminal, so it begins only when they are saved.
  static let startAdoption = Action(
    "start-adoption", .program, "Add the beers and photos of the other diary",
    // Before that, the key does not add them yet.
    hint: Hint { $0.state(of: AdoptionScreen.self).isSettling ? nil : "add" },
    keys: [.character("y")], on: [.adopting], [.changesBeers, .followsChange],
    when: {
      guard $0.state(of: AdoptionScreen.self).canBegin else { return .disabled }
      return $0.changes.isSaving ? .saving : .enabled
    }, changing: AdoptionScreen.self
  ) { $0.start(in: $1) }

  static let cancelAdoption = Action(
    "cancel-adoption", .program, "Go back and add nothing", hint: "cancel",
    keys: [.character("n"), .character("N")], on: [.adopting],
    when: { Availability($0.state(of: AdoptionScreen.self).canBegin) }
  ) { _ in [.goBack] }

  /// The action that asks for the other diary is among the ways to begin a diary.
  static let onAdoption: [Action] = [startAdoption, cancelAdoption]
}
