import Terminal

// Ways to begin a diary, next to adding a beer and importing a file.
extension Action {
  static let adoptDiary = Action(
    "adopt", .program, "Add the beers of Beer Diary for iOS, or of another diary", keys: [.character("i")],
    on: [.list], .changesDiary
  ) { [.browse(AdoptPathPrompt().prompt(in: $0))] }

  static let showSample = Action(
    "sample", .program, "Look around in a sample diary; your own diary stays as it is",
    keys: [.character("d")], on: [.welcome]
  ) { _ in [.effect(.runCommand(.showSample))] }

  static let onWelcome = [adoptDiary, showSample]
}
