import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Telemetry

extension AppState {
  mutating func undo() -> [Effect] {
    changes.takeLast().map { [.change(.undo($0))] } ?? []
  }

  mutating func redo() -> [Effect] {
    changes.takeLastUndone().map { [.change(.redo($0))] } ?? []
  }

  mutating func changed(_ request: ChangeRequest, _ result: Result<ChangeOutcome, ChangeError>) -> [Effect] {
    let isStopped = changes.isStopping(request)
    changes.noteAnswer(to: request)
    let isSaved = (try? result.get()) != nil
    let effects =
      (request.isShownImmediately ? endShowing(request, isSaved: isSaved) : [])
      + applyChangeResult(request, result, isStopped: isStopped)
      + updateSync { $0.handle(.changed(request, result), in: $1) }
    return leaving(after: result, effects)
  }

  private mutating func applyChangeResult(
    _ request: ChangeRequest, _ result: Result<ChangeOutcome, ChangeError>, isStopped: Bool
  ) -> [Effect] {
    let effects = broadcast(.changed(request, result))
    switch result {
    case .success(let outcome):
      note(outcome, of: request)
      leaveDeletedBeer(outcome.changes)
      if request.isShownImmediately { return effects }
      return effects + reload() + workAfterImport(outcome.changes)
    case .failure(let error):
      if error.isTransient { keep(request) }
      notice =
        isStopped && error == .store(.cancelled)
        ? Notice(text: "Stopped. Nothing was changed.")
        : Notice(text: Self.refusal(of: request) + ErrorText.reason(error) + ".", kind: .problem)
    }
    return effects + reload()
  }

  /// Keeps an undo or redo that failed, so that it can be tried again.
  private mutating func keep(_ request: ChangeRequest) {
    switch request {
    case .undo(let made): changes.noteRedone(made)
    case .redo(let undone): changes.noteUndone(undone)
    default: break
    }
  }

  private mutating func note(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    let text = outcome.changes.last.map {
      ChangeText.done($0, name: outcome.subject, position: outcome.position, times: outcome.times)
    }
    switch request {
    case .undo(let made):
      changes.noteUndone(outcome.changes)
      notice = ChangeText.done(together: made, name: outcome.subject).map {
        Notice(text: "Undone: " + ChangeText.continued($0), advice: ScreenContext(self).redoAdvice)
      }
    case .redo:
      changes.noteRedone(outcome.changes)
      let isOne = outcome.changes.count == 1
      let done = isOne ? text : ChangeText.done(together: outcome.changes, name: outcome.subject)
      notice = done.map { Notice(text: "Redone: " + ChangeText.continued($0)) }
    case .emptyTrash:
      guard let emptied = outcome.emptied else { break }
      changes.forget(emptied)
      pictures.forget()
      let rest = emptied.wasStopped ? " The rest is still in the trash." : ""
      notice = Notice(text: "Permanently deleted \(NumberText.count(emptied.beers.count, "beer"))." + rest)
    default:
      changes.note(outcome.changes)
      if request.isShownImmediately { return }
      let warning = dateWarning(for: request)
      var advice = ScreenContext(self).undoAdvice
      // Afterwards, undoing is another edit, which does not bring the conflict back.
      if case .resolve = request { advice = advice.map { $0 + " until sent" } }
      notice =
        text.map { Notice(text: $0 + warning, advice: advice) } ?? Notice(text: "Nothing was changed.")
    }
    guard let problem = outcome.problem else { return }
    // A reopened prompt shows the problem itself.
    notice =
      prompt?.problem?.sentence != problem.sentence ? Notice(text: problem.sentence, kind: .problem) : nil
  }

  /// Closes the page of a beer that is no longer in the diary; the page of its label closes itself if it has to.
  private mutating func leaveDeletedBeer(_ changes: [DiaryChange]) {
    let isGone =
      switch changes.last {
      case .undoneAddition(let beer, _): currentBeer?.id == beer.id
      case .undoneSplit(let split, _): split.added.contains { $0.id == currentBeer?.id }
      case .undoneImport: currentBeer != nil
      case .undoneAdoption(let beers): currentBeer.flatMap(\.id).map(beers.contains) ?? false
      default: false
      }
    if isGone { leaveBeer() }
  }

  /// Returns a warning if the saved date is in the future; empty if it is not.
  private func dateWarning(for request: ChangeRequest) -> String {
    let dates: (saved: DiaryDate?, before: DiaryDate?) =
      switch request {
      case .save(_, let fields, let before): (fields.drunkAt, before?.drunkAt)
      case .addAgain(let fields, _): (fields.drunkAt, nil)
      default: (nil, nil)
      }
    guard dates.saved != dates.before, let saved = dates.saved, let today = clock.today,
      saved.begins(after: today)
    else {
      return ""
    }
    return "  The date is in the future."
  }

  /// The beginning of a sentence that ends with the reason.
  private static func refusal(of request: ChangeRequest) -> String {
    switch request {
    case .undo: "The change was not undone: "
    case .redo: "The change was not redone: "
    case .save, .addAgain: "The beer was not saved: "
    case .trash: "Nothing was moved to the trash: "
    case .restore: "Nothing was restored: "
    case .set: "Nothing was changed: "
    case .emptyTrash: "The trash was not emptied: "
    case .addPhotos: "No photo was added: "
    case .movePhoto: "The photo was not moved: "
    case .removePhoto: "The photo was not removed: "
    case .caption: "The caption was not changed: "
    case .mergeLabels: "The labels were not merged: "
    case .keepApart: "The labels were not kept apart: "
    case .splitLabel: "The beer was not given a label of its own: "
    case .splitBeer: "The beer was not split: "
    case .resolve: "Nothing was chosen: "
    }
  }
}

extension ChangeError {
  /// Whether trying again may help, because what the change affects still exists unchanged.
  fileprivate var isTransient: Bool {
    switch self {
    case .changedSince, .noSuchBeer, .noSuchPhoto, .noSuchLabel, .noSuchImport, .noSuchChange, .nothingToUndo,
      .nothingToRedo, .cannotUndo:
      false
    default: true
    }
  }
}
