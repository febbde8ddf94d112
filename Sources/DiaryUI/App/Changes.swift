import DiaryStore

extension AppState {
  /// What is to be taken back is known only once the store has answered.
  private mutating func waitsForStore() -> Bool {
    guard changesUnderWay > 0 || moves.isAnyUnderWay else { return false }
    notice = Notice(text: "The last change is still being stored.")
    return true
  }

  mutating func undo() -> [Effect] {
    if waitsForStore() { return [] }
    guard let change = history.takeLast() else {
      notice = Notice(text: "There is nothing to undo.")
      return []
    }
    return [.change(.undo(change))]
  }

  mutating func redo() -> [Effect] {
    if waitsForStore() { return [] }
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
    changesUnderWay = max(0, changesUnderWay - 1)
    if case .save = request { formSaved(result) }
    switch result {
    case .success(let outcome): note(outcome, of: request)
    case .failure(let error):
      if error.isPassing { keep(request) }
      notice = Notice(text: Self.refusal(of: request) + ErrorText.reason(error) + ".", kind: .problem)
    }
    return reload()
  }

  /// What could not be taken back now can be later.
  private mutating func keep(_ request: ChangeRequest) {
    switch request {
    case .undo(let change): history.noteRedone(change)
    case .redo(let change): history.noteUndone(change)
    default: break
    }
  }

  private mutating func note(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    let text = outcome.changes.last.map(ChangeText.done)
    switch request {
    case .undo(let change):
      outcome.changes.forEach { history.noteUndone($0) }
      notice = Notice(text: "Undone: " + ChangeText.done(change))
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

extension DiaryError {
  /// Whether trying again may help: what is to be changed is still as it was left.
  fileprivate var isPassing: Bool {
    switch self {
    case .changedMeanwhile, .noSuchBeer, .noSuchPhoto, .noSuchImport: false
    default: true
    }
  }
}
