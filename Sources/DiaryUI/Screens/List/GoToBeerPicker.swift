import DiaryModel
import DiaryStore
import Terminal

extension Action {
  static let goToBeer = Action(
    "go-to", .finding, "Open a beer by its name or its brewery", keys: [.character("B")], on: [.list],
    .takesText, when: { $0.list.isInTrash ? .refused($0.trashSentence) : $0.withBeersToFind }
  ) { _ in GoToBeerPicker().opening() }
  .alsoCalled("jump")
}

/// A beer to open, by its name.
struct GoToBeerPicker: LabelPicker {
  typealias Owner = ListScreen

  var label: String { "Open beer" }
  var enterHint: String { "open" }

  /// Opens the page of the beer, or of all times that the user had it.
  func choose(
    _ found: FoundLabel, changing list: inout ListScreen, in context: ScreenContext
  ) -> [Intent] {
    [.selectTime(found.newestBeer), .open(found.label.history.times > 1 ? .label : .beer)]
  }
}
