import DiaryText

/// Whether to delete all beers in the trash.
struct EmptyTrashQuestion: Question {
  typealias Owner = ListScreen

  let beerCount: Int

  var question: String { "Delete \(NumberText.count(beerCount, "beer")) for good?" }
  var agreement: String { "delete them" }
  var refusal: String { "keep them" }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.emptyTrash))]
  }
}
