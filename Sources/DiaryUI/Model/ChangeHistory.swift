import DiaryStore

/// The changes since the diary was opened that can be undone or redone.
struct ChangeHistory: Hashable, Sendable {
  /// More than anyone undoes by hand.
  private static let limit = 10_000

  private var done: [DiaryChange] = []
  private var undone: [DiaryChange] = []

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Adds changes and discards those that could be redone.
  mutating func note(_ changes: [DiaryChange]) {
    guard !changes.isEmpty else { return }
    done += changes
    if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    undone = []
  }

  /// Removes and returns the next change to undo.
  mutating func takeLast() -> DiaryChange? { done.popLast() }

  /// Removes and returns the next change to redo, as the change that undid it.
  mutating func takeLastUndone() -> DiaryChange? { undone.popLast() }

  /// Adds the result of undoing `takeLast()`, which can be redone.
  mutating func noteUndone(_ change: DiaryChange) { undone.append(change) }

  mutating func noteRedone(_ change: DiaryChange) { done.append(change) }

  /// Discards changes that can no longer be undone, because their beers were permanently deleted.
  mutating func forget(_ emptied: EmptiedTrash) {
    done.removeAll { $0.cannotBeUndone(after: emptied) }
    undone.removeAll { $0.cannotBeUndone(after: emptied) }
  }
}
