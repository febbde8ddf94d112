import DiaryText

/// Changes that can be undone, changes that have not been saved yet, and those to exchange with other devices.
struct ChangeState: Hashable, Sendable {
  /// The progress of a change of many beers.
  struct Progress: Hashable, Sendable {
    let done: Int
    let total: Int

    /// `30,000 of 66,000`.
    var text: String { "\(NumberText.count(done)) of \(NumberText.count(total))" }
  }

  /// Requested changes of one kind without an answer.
  private struct Unanswered: Hashable, Sendable {
    var count = 0
    var ticks = 0

    var isAny: Bool { count > 0 }
    /// Whether the answer takes about half a second.
    var isSlow: Bool { isAny && ticks >= 6 }

    mutating func tick() { ticks = isAny ? ticks + 1 : 0 }
  }

  var history = ChangeHistory()
  /// Changes that the screen shows only when they are saved.
  private var shownWhenSaved = Unanswered()
  /// Changes that the screen shows before they are saved.
  private var shownImmediately = Unanswered()
  /// How many of the unanswered changes can be stopped.
  private var stoppableCount = 0
  /// Whether the user has stopped them.
  private(set) var isStopping = false
  /// The progress of the change that is being saved; `nil` if it is unknown.
  var progress: Progress?
  var photoMoves = PhotoMoves()
  var sync = SyncState()
  /// Whether the program ends as soon as the last change is saved.
  var isLeaving = false

  /// Whether a change is being saved.
  ///
  /// What can be undone is known only after that.
  var isSaving: Bool { shownWhenSaved.isAny || shownImmediately.isAny }

  /// Whether a change is being saved that the screen does not show yet.
  var hasUnshownChange: Bool { shownWhenSaved.isAny }

  /// Whether a change is being saved that takes no longer than usual, so that its result can be waited for.
  var isSavedSoon: Bool { [shownWhenSaved, shownImmediately].contains { $0.isAny && !$0.isSlow } }

  /// Whether a change takes long enough to be shown.
  var isSlow: Bool { shownWhenSaved.isSlow }

  /// Whether the user can stop a change that takes long enough to be shown.
  var canBeStopped: Bool { isSlow && stoppableCount > 0 && !isStopping }

  /// Notes that the user has stopped what can be stopped.
  mutating func stop() { isStopping = true }

  /// Whether a change that is made in a moment takes so long that another program must have locked the diary.
  var isBlocked: Bool { shownImmediately.isSlow }

  /// Counts a requested change.
  mutating func noteRequest(_ request: ChangeRequest) {
    if request.canBeStopped { stoppableCount += 1 }
    if request.isShownImmediately { shownImmediately.count += 1 } else { shownWhenSaved.count += 1 }
  }

  /// Counts an answer of the store.
  mutating func noteAnswer(to request: ChangeRequest) {
    progress = nil
    if request.canBeStopped { stoppableCount = max(0, stoppableCount - 1) }
    if stoppableCount == 0 { isStopping = false }
    if request.isShownImmediately {
      // No other program has locked the diary.
      shownImmediately = Unanswered(count: max(0, shownImmediately.count - 1))
    } else {
      shownWhenSaved.count = max(0, shownWhenSaved.count - 1)
    }
  }

  /// Counts the ticks without an answer.
  mutating func tick() {
    shownWhenSaved.tick()
    shownImmediately.tick()
  }
}

extension ChangeRequest {
  /// Whether the screen shows the change before it is saved.
  fileprivate var isShownImmediately: Bool { if case .movePhoto = self { true } else { false } }
}
