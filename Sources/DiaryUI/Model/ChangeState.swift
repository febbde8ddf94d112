import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit

/// The changes that the user has requested: those without an answer, and those that can be undone or redone.
struct ChangeState: Hashable, Sendable {
  /// The progress of a change of many beers.
  struct Progress: Hashable, Sendable {
    let done: Int
    let total: Int

    /// `30,000 of 66,000`.
    var text: String { "\(NumberText.count(done)) of \(NumberText.count(total))" }
  }

  /// About half a second.
  private static let slowTicks = 6
  /// The number of beers from which a change takes long enough to be stopped before that is known.
  private static let manyBeers = 1000
  /// The maximum number of steps that can be undone, which is more than anyone undoes by hand.
  private static let maxSteps = 10_000

  /// The requests without an answer, the oldest first.
  private var unanswered: [ChangeRequest] = []
  /// For how many ticks the oldest of them has been the next to be answered.
  private var ticksWithoutAnswer = 0
  /// Whether the user has stopped the oldest request without an answer.
  private(set) var isStopping = false
  /// The progress of the change that is being saved; `nil` if it is unknown.
  var progress: Progress?
  /// Whether the program ends as soon as the last change is saved.
  var isLeaving = false

  /// The steps that can be undone, of one or several changes each, the oldest first.
  private var done: [[DiaryChange]] = []
  /// The steps that can be redone, given as the changes that undid them.
  private var undone: [[DiaryChange]] = []
}

// MARK: - Requests and answers

extension ChangeState {
  /// Whether a change is being saved.
  ///
  /// What can be undone is known only after that.
  var isSaving: Bool { !unanswered.isEmpty }

  /// Whether a change is being saved that the screen does not show yet.
  var hasUnshownChange: Bool { unanswered.contains { !$0.isShownImmediately } }

  /// Whether a change is being saved that the screen shows already.
  var hasShownChange: Bool { unanswered.contains { $0.isShownImmediately } }

  /// Whether the change that is being saved takes longer than usual, so that its result is not waited for.
  private var isLate: Bool { isSaving && ticksWithoutAnswer >= Self.slowTicks }

  /// Whether a change is being saved whose result can be waited for.
  var isSavedSoon: Bool { isSaving && !isLate }

  /// Whether a change is being saved that the screen does not show yet, and whose result can be waited for.
  var isUnshownChangeSavedSoon: Bool { hasUnshownChange && !isLate }

  /// Whether a change that the screen does not show yet takes long enough for a sentence about it.
  var isSlow: Bool { hasUnshownChange && isLate }

  /// The change that the user can stop, because it is of many beers or takes long; `nil` if there is none.
  ///
  /// Changes are made one at a time, so the others have not begun.
  var stoppableChange: ChangeRequest? {
    guard !isStopping, !isLeaving, let oldest = unanswered.first, oldest.canBeStopped else { return nil }
    return isSlow || oldest.beerCount >= Self.manyBeers ? oldest : nil
  }

  /// Whether the user can stop a change, or has stopped one that has no answer yet.
  var isStoppable: Bool { stoppableChange != nil || isStopping }

  /// Notes that the user has stopped ``stoppableChange``.
  mutating func noteStop() { isStopping = true }

  /// Returns whether the user has stopped a change that has no answer yet.
  func isStopping(_ request: ChangeRequest) -> Bool { isStopping && unanswered.first == request }

  /// Whether a change that is made in a moment takes so long that another program must have locked the diary.
  var isBlocked: Bool { isLate && unanswered.first?.isShownImmediately == true }

  mutating func noteRequest(_ request: ChangeRequest) { unanswered.append(request) }

  mutating func noteAnswer(to request: ChangeRequest) {
    progress = nil
    if let index = unanswered.firstIndex(of: request) {
      unanswered.remove(at: index)
      if index == 0 { isStopping = false }
    }
    // No other program has locked the diary, and the next change begins only now.
    ticksWithoutAnswer = 0
  }

  /// Counts the ticks without an answer.
  mutating func tick() { ticksWithoutAnswer = isSaving ? ticksWithoutAnswer + 1 : 0 }
}

// MARK: - Changes that can be undone and redone

extension ChangeState {
  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Adds changes, each of which is undone on its own, and discards those that could be redone.
  mutating func note(_ changes: [DiaryChange]) { note(steps: changes.map { [$0] }) }

  /// Adds changes that are undone together, and discards those that could be redone.
  mutating func noteTogether(_ changes: [DiaryChange]) { note(steps: changes.isEmpty ? [] : [changes]) }

  private mutating func note(steps: [[DiaryChange]]) {
    guard !steps.isEmpty else { return }
    done += steps
    if done.count > Self.maxSteps { done.removeFirst(done.count - Self.maxSteps) }
    undone = []
  }

  /// The next changes to undo.
  var last: [DiaryChange]? { done.last }

  /// Removes and returns the next changes to undo.
  mutating func takeLast() -> [DiaryChange]? { done.popLast() }

  /// Removes and returns the next changes to redo, as the changes that undid them.
  mutating func takeLastUndone() -> [DiaryChange]? { undone.popLast() }

  /// Adds the result of undoing `takeLast()`, which can be redone.
  mutating func noteUndone(_ changes: [DiaryChange]) { undone.append(changes) }

  /// Adds the result of redoing `takeLastUndone()`, which can be undone.
  mutating func noteRedone(_ changes: [DiaryChange]) { done.append(changes) }

  /// Discards changes that can no longer be undone, because their beers were permanently deleted.
  mutating func forget(_ emptied: EmptiedTrash) {
    func isLost(_ changes: [DiaryChange]) -> Bool { changes.contains { $0.cannotBeUndone(after: emptied) } }
    done.removeAll(where: isLost)
    undone.removeAll(where: isLost)
  }

  /// Discards what could be undone and redone.
  mutating func forgetAll() {
    done = []
    undone = []
  }
}

// MARK: - Undo and redo

extension AppState {
  /// Undoes the last step, or asks first if that would remove what was imported or adopted.
  mutating func undo() -> [Effect] {
    guard let step = changes.last else { return [] }
    guard let question = UndoQuestion(step) else { return undo(step) }
    prompt = Prompt(question)
    return []
  }

  /// Undoes a step, unless a newer one was made since the user was asked.
  mutating func undo(_ step: [DiaryChange]) -> [Effect] {
    guard changes.last == step else {
      notice = Notice(text: "Nothing was undone. Something else was changed since.")
      return []
    }
    return changes.takeLast().map { [.change(.undo($0))] } ?? []
  }

  mutating func redo() -> [Effect] {
    changes.takeLastUndone().map { [.change(.redo($0))] } ?? []
  }
}

// MARK: - Answers

extension AppState {
  mutating func changed(_ request: ChangeRequest, _ result: Result<ChangeOutcome, ChangeFailure>) -> [Effect]
  {
    let isStopped = changes.isStopping(request)
    changes.noteAnswer(to: request)
    var effects: [Effect] = []
    if case .movePhoto(let move) = request {
      effects += endShowing(move, isSaved: (try? result.get()) != nil)
    }
    effects += applyChangeResult(request, result, isStopped: isStopped)
    effects += updateSync { $0.handle(.changed(request, result), in: $1) }
    return leaving(after: result, of: request, effects)
  }

  private mutating func applyChangeResult(
    _ request: ChangeRequest, _ result: Result<ChangeOutcome, ChangeFailure>, isStopped: Bool
  ) -> [Effect] {
    let effects = broadcast(.changed(request, result))
    switch result {
    case .success(let outcome) where request.isShownImmediately:
      changes.note(outcome.changes)
      return effects
    case .success(let outcome):
      promptMemory.choices.noteChange()
      note(outcome, of: request)
      leaveDeletedBeer(outcome.changes)
      return effects + reload() + workAfterImport(outcome.changes)
    case .failure(let error):
      // What the diary refuses to undo, it would refuse again.
      if error.refusal == nil { keep(request) }
      notice =
        isStopped && error.isCancellation
        ? Notice(text: "Stopped. Nothing was changed.")
        : Notice(text: Self.refusal(of: request) + ErrorText.reason(error) + ".", kind: .problem)
      if error.refusal?.kind == .missing, request.revertsOneBeer {
        return effects + reload() + goOn(after: request)
      }
    }
    return effects + reload()
  }

  /// Undoes or redoes the next step instead of one whose beer another device or program has permanently deleted.
  private mutating func goOn(after request: ChangeRequest) -> [Effect] {
    switch request {
    case .undo: undo()
    case .redo: redo()
    default: []
    }
  }

  /// The exit statuses of commands that no signal has ended.
  private static let statusesWithoutSignal: Range<Int32> = 0..<128

  /// Reads what a command has added, which can be undone, or says that it could not be started.
  mutating func commandEnded(
    _ command: TerminalCommand, _ status: Int32?, _ change: Result<LoggedChange?, StoreError>
  ) -> [Effect] {
    if status == nil { notice = Notice(text: "The command could not be started.", kind: .problem) }
    guard case .adopt = command, let status else { return [] }
    let reading: [Effect] =
      [.invalidateListCache] + reload() + (background.isWorking ? [] : [.doBackgroundWork])
    switch change {
    // Only a signal ends it after it has added beers and before it writes them to the log.
    case .success(nil) where Self.statusesWithoutSignal.contains(status): return reading
    case .success(let change?) where !change.changes.isEmpty:
      changes.noteTogether(change.changes)
      notice = Notice(text: ChangeText.logged(change), advice: ScreenContext(self).undoAdvice)
    // Undo would skip what was added, and undo an older change.
    default: changes.forgetAll()
    }
    return reading + updateSync { sync, _ in sync.synchronizeChange() }
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
    let changesSeveralBeers = if case .set(_, let beers, _, _) = request { beers.count > 1 } else { false }
    let discarded = ChangeText.discarded(outcome.discarded, namesTitle: changesSeveralBeers)
    switch request {
    case .undo(let made): noteUndo(of: made, outcome)
    case .undoLogged(let change): noteUndo(of: change.changes, outcome)
    case .redo:
      changes.noteRedone(outcome.changes)
      let done =
        outcome.changes.count == 1
        ? sentence(about: outcome, of: request)
        : ChangeText.done(together: outcome.changes, name: outcome.subject)
      let warning = discarded.map { "  " + $0 } ?? ""
      let advice = discarded == nil ? nil : ScreenContext(self).undoAdvice.map { $0 + " until sent" }
      notice = done.map { Notice(text: "Redone: " + ChangeText.continued($0) + warning, advice: advice) }
    case .emptyTrash:
      guard let emptied = outcome.emptied else { break }
      changes.forget(emptied)
      pictures.forget()
      let rest = emptied.wasCancelled ? " The rest is still in the trash." : ""
      let deleted = TrashText.contents(beers: emptied.beers.count, photos: emptied.photos.count)
      notice = Notice(text: "Permanently deleted \(deleted)." + rest)
    default:
      switch request {
      // As in the log, where they are one change.
      case .set, .addPhotos, .restorePhotos, .restoreAllPhotos, .resolveAll:
        changes.noteTogether(outcome.changes)
      default: changes.note(outcome.changes)
      }
      let warning =
        dateWarning(for: request) + pictureWarning(outcome.formatsWithoutPicture)
        + (discarded.map { "  " + $0 } ?? "")
        + (outcome.fitsLog
          ? "" : "  This change is too large for the log, so it can be undone only until you quit.")
      let endsConflict =
        switch request {
        case .resolve, .resolveAll: true
        default: discarded != nil
        }
      // Afterwards, undoing is another edit, which does not bring the conflict back.
      let advice = ScreenContext(self).undoAdvice.map { $0 + (endsConflict ? " until sent" : "") }
      notice =
        sentence(about: outcome, of: request).map { Notice(text: $0 + warning, advice: advice) }
        ?? Notice(text: "Nothing was changed.")
    }
    guard let problem = outcome.problem else { return }
    // A reopened prompt shows the problem itself.
    notice =
      prompt?.problem?.sentence != problem.sentence ? Notice(text: problem.sentence, kind: .problem) : nil
  }

  /// Returns the sentence about a change that was saved; `nil` if nothing was changed.
  private func sentence(about outcome: ChangeOutcome, of request: ChangeRequest) -> String? {
    switch request {
    case .set, .resolveAll, .addPhotos:
      return ChangeText.done(together: outcome.changes, name: outcome.subject)
    case .restorePhotos, .restoreAllPhotos:
      return outcome.changes.isEmpty
        ? nil : ChangeText.restored(photoCount: outcome.changes.count, name: outcome.subject)
    default: break
    }
    return outcome.changes.last.map {
      ChangeText.done($0, name: outcome.subject, position: outcome.position, times: outcome.times)
    }
  }

  private mutating func noteUndo(of made: [DiaryChange], _ outcome: ChangeOutcome) {
    let unchanged = ChangeText.changedNothing(
      outcome.changes.count { [$0].changedNothing }, of: outcome.changes.count)
    if outcome.changes.changedNothing {
      // The choices are still in effect, so there is nothing to redo either.
      notice = unchanged.map { Notice(text: $0) }
      return
    }
    changes.noteUndone(outcome.changes)
    let discarded = ChangeText.discarded(outcome.discarded).map { "  " + $0 } ?? ""
    notice = ChangeText.done(together: made, name: outcome.subject).map { done in
      let sentences = [ChangeText.continued(done), unchanged].compactMap { $0 }
      return Notice(
        text: "Undone: " + sentences.joined(separator: " ") + discarded,
        advice: ScreenContext(self).redoAdvice)
    }
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
    guard dates.saved != dates.before, let now = clock.now ?? clock.today,
      let saved = dates.saved?.localTime(in: configuration.appearance.timeZone), saved.begins(after: now)
    else {
      return ""
    }
    return "  The date is in the future."
  }

  /// Returns a sentence about added photos that the program cannot show; empty if there are none.
  private func pictureWarning(_ formats: Set<String>) -> String {
    if formats.isEmpty { return "" }
    return "  \(formats.sorted().joined(separator: " and ")) cannot be shown here."
  }

  /// The beginning of a sentence that ends with the reason.
  private static func refusal(of request: ChangeRequest) -> String {
    switch request {
    case .undo, .undoLogged: "The change was not undone: "
    case .redo: "The change was not redone: "
    case .save, .addAgain: "The beer was not saved: "
    case .trash: "Nothing was moved to the trash: "
    case .restore: "Nothing was restored: "
    case .set: "Nothing was changed: "
    case .emptyTrash: "The trash was not emptied: "
    case .addPhotos: "No photo was added: "
    case .movePhoto: "The photo was not moved: "
    case .removePhoto: "The photo was not removed: "
    case .restorePhotos, .restoreAllPhotos: "The photos were not restored: "
    case .caption(_, let text?): "The caption “\(text)” was not saved: "
    case .caption: "The caption was not removed: "
    case .mergeLabels: "The labels were not merged: "
    case .keepApart: "The labels were not kept apart: "
    case .splitLabel: "The beer was not given a label of its own: "
    case .splitBeer: "The beer was not split: "
    case .resolve, .resolveAll: "Nothing was chosen: "
    }
  }
}
