import DiaryText

/// Changes that can be undone, and changes that the store has been asked for and has not answered yet.
struct ChangeState: Hashable, Sendable {
  /// How far a change of many beers is.
  struct Share: Hashable, Sendable {
    let done: Int
    let total: Int

    /// `30,000 of 66,000`.
    var text: String { "\(NumberText.count(done)) of \(NumberText.count(total))" }
  }

  var history = ChangeHistory()
  /// How many changes have not been answered, except for those that the screen shows already.
  private(set) var underWay = 0
  /// How far the change that is being stored is; `nil` if that is not known.
  var share: Share?
  var photoMoves = PhotoMoves()
  /// Whether the user wants to leave as soon as the last change is stored.
  var isLeaving = false
  private var ticks = 0

  /// Whether the store has not answered yet: what is to be undone is known only then.
  var isStoring: Bool { underWay > 0 || photoMoves.isAnyUnderWay }

  /// Whether a change takes so long that it is worth telling: about half a second.
  var isSlow: Bool { underWay > 0 && ticks >= 6 }

  /// Notes that the store has been asked for a change; moves of photos are counted by ``PhotoMoves``.
  mutating func noteRequest(_ request: ChangeRequest) {
    if case .movePhoto = request { return }
    underWay += 1
  }

  /// Notes that the store has answered.
  mutating func noteAnswer(to request: ChangeRequest) {
    if case .movePhoto = request { return }
    underWay = max(0, underWay - 1)
    share = nil
  }

  /// Notes that time has passed.
  mutating func tick() {
    ticks = underWay > 0 ? ticks + 1 : 0
    photoMoves.tick()
  }
}
