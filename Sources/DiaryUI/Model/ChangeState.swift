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

  var history = ChangeHistory()
  /// The number of unanswered changes, without those that the screen already shows.
  private(set) var underWay = 0
  /// The progress of the change that is being saved; `nil` if it is unknown.
  var progress: Progress?
  var photoMoves = PhotoMoves()
  var sync = SyncState()
  /// Whether the program ends as soon as the last change is saved.
  var isLeaving = false
  private var ticks = 0

  /// Whether a change is being saved.
  ///
  /// What can be undone is known only after that.
  var isSaving: Bool { underWay > 0 || photoMoves.isAnyUnderWay }

  /// Whether a change takes long enough to be shown: about half a second.
  var isSlow: Bool { underWay > 0 && ticks >= 6 }

  /// Counts a requested change; moves of photos are counted by ``PhotoMoves``.
  mutating func noteRequest(_ request: ChangeRequest) {
    if case .movePhoto = request { return }
    underWay += 1
  }

  /// Counts an answer of the store.
  mutating func noteAnswer(to request: ChangeRequest) {
    if case .movePhoto = request { return }
    underWay = max(0, underWay - 1)
    progress = nil
  }

  /// Counts the ticks without an answer.
  mutating func tick() {
    ticks = underWay > 0 ? ticks + 1 : 0
    photoMoves.tick()
  }
}
