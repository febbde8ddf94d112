import DiaryStore

extension AppState {
  mutating func undo() -> [Effect] {
    guard let change = history.takeLast() else {
      notice = Notice(text: "There is nothing to undo.")
      return []
    }
    return [.change(.undo(change))]
  }

  mutating func redo() -> [Effect] {
    guard let change = history.takeLastUndone() else {
      notice = Notice(text: "There is nothing to redo.")
      return []
    }
    return [.change(.redo(change))]
  }

  /// Moves the beer under the cursor or on the screen to the trash.
  mutating func trashBeer() -> [Effect] {
    guard let id = shown?.id ?? rows[list.scroll.cursor]?.id else { return [] }
    while path.count > 1 { goBack() }
    return [.change(.trash([id]))]
  }

  mutating func changed(_ request: ChangeRequest, _ result: Result<ChangeOutcome, DiaryError>) -> [Effect] {
    if case .save = request { formSaved(result) }
    switch result {
    case .success(let outcome): note(outcome, of: request)
    case .failure(let error):
      notice = Notice(text: Self.refusal(of: request) + ErrorText.reason(error) + ".", kind: .problem)
    }
    return reload()
  }

  private mutating func note(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    let text = outcome.changes.last.map(ChangeText.done)
    switch request {
    case .undo:
      outcome.changes.forEach { history.noteUndone($0) }
      notice = text.map { Notice(text: "Undone: " + $0) }
    case .redo:
      outcome.changes.forEach { history.noteRedone($0) }
      notice = text.map { Notice(text: "Again: " + $0) }
    case .emptyTrash:
      history.forget()
      pictures.forget()
      notice = Notice(text: "\(NumberText.count(outcome.deletedCount, "beer")) deleted for good.")
    default:
      history.note(outcome.changes)
      notice = text.map { Notice(text: $0 + "  u undoes it.") } ?? Notice(text: "Nothing to change.")
    }
    if let problem = outcome.problem { notice = Notice(text: problem, kind: .problem) }
  }

  /// The beginning of a sentence that ends with the reason.
  private static func refusal(of request: ChangeRequest) -> String {
    switch request {
    case .undo: "This cannot be undone: "
    case .redo: "This cannot be made again: "
    case .save: "The beer was not stored: "
    case .trash: "Nothing went to the trash: "
    case .restore: "Nothing came back from the trash: "
    case .emptyTrash: "The trash was not emptied: "
    case .addPhotos: "No photo was added: "
    case .removePhoto: "The photo stays: "
    case .caption: "The caption stays: "
    }
  }
}
