import DiaryStore
import DiaryText

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

  /// Whether this is true of a change that the screen does not show yet.
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

// MARK: - Undo and redo

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
