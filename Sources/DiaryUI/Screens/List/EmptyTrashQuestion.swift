import DiaryText

/// Whether to delete all beers in the trash.
struct EmptyTrashQuestion: Question {
  typealias Owner = ListScreen

  let beerCount: Int

  var question: String { "Permanently delete \(NumberText.count(beerCount, "beer"))?" }
  var agreement: String { "delete" }
  var refusal: String { "cancel" }
  var isDestructive: Bool { true }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.emptyTrash))]
  }
}
