import DiaryStore

/// The changes since the diary was opened that can be undone or redone, in steps of one or several changes.
struct ChangeHistory: Hashable, Sendable {
  /// More than anyone undoes by hand.
  private static let limit = 10_000

  private var done: [[DiaryChange]] = []
  private var undone: [[DiaryChange]] = []

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Adds changes, each of which is undone on its own, and discards those that could be redone.
  mutating func note(_ changes: [DiaryChange]) { note(steps: changes.map { [$0] }) }

  /// Adds changes that are undone together, and discards those that could be redone.
  mutating func noteTogether(_ changes: [DiaryChange]) { note(steps: changes.isEmpty ? [] : [changes]) }

  private mutating func note(steps: [[DiaryChange]]) {
    guard !steps.isEmpty else { return }
    done += steps
    if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
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
}
