import DiaryStore

/// What was changed since the diary was opened, to be taken back and made again.
struct ChangeHistory: Hashable, Sendable {
  /// More than anyone takes back by hand.
  private static let limit = 10_000

  private var done: [DiaryChange] = []
  private var undone: [DiaryChange] = []

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Notes a change of the user's; what was taken back before can no longer be made again.
  mutating func note(_ changes: [DiaryChange]) {
    guard !changes.isEmpty else { return }
    done += changes
    if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    undone = []
  }

  /// The change to be taken back next.
  mutating func takeLast() -> DiaryChange? { done.popLast() }

  /// The change to be made again next, as the reversal that took it back.
  mutating func takeLastUndone() -> DiaryChange? { undone.popLast() }

  /// Notes what came of `takeLast`: the reversal, which can be reversed in turn.
  mutating func noteUndone(_ change: DiaryChange) { undone.append(change) }

  mutating func noteRedone(_ change: DiaryChange) { done.append(change) }

  /// Forgets what can no longer be taken back, as what it changed is gone for good.
  mutating func forget(_ emptied: EmptiedTrash) {
    done.removeAll { $0.isLost(with: emptied) }
    undone.removeAll { $0.isLost(with: emptied) }
  }
}
