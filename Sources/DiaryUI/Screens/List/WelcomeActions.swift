import DiaryStore
import Terminal

// Ways to begin a diary, next to adding a beer and importing a file.
extension Action {
  /// Asks for the path of another diary, and adds its beers to this one.
  package static let adoptDiary = Action(
    "adopt", .program, "Add the beers of Beer Diary for iOS, or of another diary", keys: [.character("i")],
    on: [.list], .changesDiary
  ) { [.browse(AdoptPathPrompt().prompt(in: $0))] }

  static let showSample = Action(
    "sample", .program, "Look around in a sample diary; your own diary stays as it is",
    keys: [.character("d")], on: [.welcome]
  ) { _ in [.effect(.runCommand(.showSample))] }
}

extension ListScreen {
  func additionalMode(in context: ScreenContext) -> ScreenKind? { context.isWelcoming ? .welcome : nil }
}

extension ScreenContext {
  /// Whether the list shows ways to begin a diary: there are no beers, not even in the trash, and no change to undo.
  var isWelcoming: Bool {
    list.window.failure == nil && list.window.isCounted && list.window.count == 0
      && list.window.query.hasAllBeers && list.window.summary?.isAllInTrash == false
      && !changes.canUndo
  }
}
