import DiaryText

/// Whether to delete all beers in the trash.
struct EmptyTrashQuestion: Question {
  let beerCount: Int

  var question: String { "Delete \(NumberText.count(beerCount, "beer")) for good?" }
  var agreement: String { "delete them" }
  var refusal: String { "keep them" }

  func agree(in state: inout AppState) -> [Effect] { [.change(.emptyTrash)] }
}

extension AppState {
  /// Asks before the trash is emptied.
  ///
  /// The question says how many beers that deletes, so the list has to show all of them.
  mutating func askToEmptyTrash() {
    guard list.rows.query.hasWholeTrash else {
      notice = Notice(text: "Esc first: the trash is emptied as a whole.")
      return
    }
    prompt = Prompt(EmptyTrashQuestion(beerCount: list.rows.count ?? 0))
  }
}
