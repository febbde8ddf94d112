import DiaryModel
import DiaryStore
import DiaryText
import Telemetry

extension AppState {
  static let storingSentence = "The last change is still being stored."

  private mutating func waitsForStore() -> Bool {
    guard changes.isStoring else { return false }
    notice = Notice(text: Self.storingSentence)
    return true
  }

  mutating func undo() -> [Effect] {
    if waitsForStore() { return [] }
    guard let change = changes.history.takeLast() else {
      notice = Notice(text: "There is nothing to undo.")
      return []
    }
    return [.change(.undo(change))]
  }

  mutating func redo() -> [Effect] {
    if waitsForStore() { return [] }
    guard let change = changes.history.takeLastUndone() else {
      notice = Notice(text: "There is nothing to redo.")
      return []
    }
    return [.change(.redo(change))]
  }

  /// Moves what is marked, or the beer under the cursor or on the screen, to the trash.
  mutating func trashBeer() -> [Effect] {
    let beers = chosenBeers
    guard !beers.isEmpty else { return [] }
    goBackToList()
    return change(.trash(beers), of: beers, asking: "Move \(countOfChosen(beers)) to the trash?")
  }

  /// So many are rarely chosen one by one, and a slip of a finger would keep the diary busy for a while.
  private static let manyBeers = 1000

  /// Asks the store for a change, and before one of very many beers the user.
  mutating func change(_ request: ChangeRequest, of beers: IDSet, asking question: String) -> [Effect] {
    guard beers.count >= Self.manyBeers else { return [.change(request)] }
    // The list may be another one when the question is answered.
    if waitsForStore() { return [] }
    prompt = Prompt(LargeChangeQuestion(request: request, question: question))
    return []
  }

  mutating func changed(_ request: ChangeRequest, _ result: Result<ChangeOutcome, ChangeError>) -> [Effect] {
    changes.noteAnswer(to: request)
    let effects = settleChange(request, result)
    return leaving(after: result, effects)
  }

  private mutating func settleChange(
    _ request: ChangeRequest, _ result: Result<ChangeOutcome, ChangeError>
  ) -> [Effect] {
    if case .save = request { formSaved(result) }
    if case .addPhotos = request, prompt?.isAwaitingAnswer == true { prompt = nil }
    if case .movePhoto(let move) = request { settle(move, photos: try? result.get().photos) }
    switch result {
    case .success(let outcome):
      if case .movePhoto = request {
        // The screen shows it already.
        changes.history.note(outcome.changes)
        return [.record(.photoMoved)]
      }
      note(outcome, of: request)
      leaveWithdrawn(outcome.changes)
      list.focus = movedBeer(outcome) ?? list.focus
      return reload() + workAfterImport(outcome.changes)
    case .failure(let error):
      if error.isTransient { keep(request) }
      notice = Notice(text: Self.refusal(of: request) + ErrorText.reason(error) + ".", kind: .problem)
    }
    return reload()
  }

  /// What could not be undone now can be later.
  private mutating func keep(_ request: ChangeRequest) {
    switch request {
    case .undo(let change): changes.history.noteRedone(change)
    case .redo(let change): changes.history.noteUndone(change)
    default: break
    }
  }

  private mutating func note(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    let text = outcome.changes.last.map { ChangeText.done($0, name: outcome.subject) }
    screens.photos.focus = outcome.changes.last?.photo
    forgetMarks(outcome, of: request)
    switch request {
    case .undo(let change):
      if change == screens.importing.file?.change { screens.importing.file?.isTakenBack = true }
      outcome.changes.forEach { changes.history.noteUndone($0) }
      notice = Notice(text: "Undone: " + ChangeText.done(change, name: outcome.subject))
    case .redo:
      if let change = outcome.changes.last, change == screens.importing.file?.change {
        screens.importing.file?.isTakenBack = false
      }
      outcome.changes.forEach { changes.history.noteRedone($0) }
      notice = text.map { Notice(text: "Again: " + $0) }
    case .emptyTrash:
      guard let emptied = outcome.emptied else { break }
      changes.history.forget(emptied)
      pictures.forget()
      notice = Notice(text: "\(NumberText.count(emptied.beers.count, "beer")) deleted for good.")
    default:
      changes.history.note(outcome.changes)
      let remark = remark(on: request)
      notice = text.map { Notice(text: $0 + remark + "  u undoes it.") } ?? Notice(text: "Nothing to change.")
    }
    guard let problem = outcome.problem else { return }
    if case .addPhotos(let beer, let paths) = request, paths.count == 1, shown?.id == beer,
      [.beer, .photos].contains(screen),
      PhotoPathPrompt(beer: beer).reopen(with: paths[0], after: problem, in: &self)
    {
      notice = nil
      return
    }
    notice = Notice(text: problem.sentence, kind: .problem)
  }

  /// A beer that is no longer in the diary keeps no page of its own.
  private mutating func leaveWithdrawn(_ changes: [DiaryChange]) {
    let isGone =
      switch changes.last {
      case .withdrawn(let beer): shown?.id == beer.id
      case .undoneImport: shown != nil && screen != .importing
      default: false
      }
    if isGone { goBackToList() }
  }

  /// What is unusual about what was stored.
  private func remark(on request: ChangeRequest) -> String {
    guard case .save(_, let fields, let before) = request, fields.drunkAt != before?.drunkAt,
      let date = fields.drunkAt, let today, date.begins(after: today)
    else { return "" }
    return "  Its date lies in the future."
  }

  /// What is no longer where it was is no longer marked.
  private mutating func forgetMarks(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    switch request {
    case .trash(let beers), .restore(let beers): list.marks.remove(beers)
    default: break
    }
    if let emptied = outcome.emptied { list.marks.remove(emptied.beers) }
    switch outcome.changes.last {
    case .withdrawn(let beer): list.marks.remove([beer.id])
    case .undoneImport: list.marks.removeAll()
    default: break
    }
  }

  /// The beginning of a sentence that ends with the reason.
  private static func refusal(of request: ChangeRequest) -> String {
    switch request {
    case .undo: "This cannot be undone: "
    case .redo: "This cannot be made again: "
    case .save: "The beer was not stored: "
    case .trash: "Nothing went to the trash: "
    case .restore: "Nothing came back from the trash: "
    case .set: "Nothing was changed: "
    case .emptyTrash: "The trash was not emptied: "
    case .addPhotos: "No photo was added: "
    case .movePhoto: "The photo stays where it was: "
    case .removePhoto: "The photo stays: "
    case .caption: "The caption stays: "
    }
  }
}

extension DiaryChange {
  /// The photo that it is about; `nil` if it is about beers.
  fileprivate var photo: Int64? {
    switch self {
    case .movedPhoto(let placement, _, _), .addedPhoto(let placement, _), .removedPhoto(let placement, _):
      placement.photo
    case .captioned(let photo, _, _, _, _): photo
    case .added, .withdrawn, .edited, .fieldSet, .imported, .undoneImport, .trashed, .restored: nil
    }
  }
}

extension ChangeError {
  /// Whether trying again may help: what is to be changed is still as it was left.
  fileprivate var isTransient: Bool {
    switch self {
    case .changedSince, .noSuchBeer, .noSuchPhoto, .noSuchImport: false
    default: true
    }
  }
}
