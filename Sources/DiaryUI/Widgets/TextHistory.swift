/// Characters of a text that were replaced with others.
struct TextEdit: Hashable, Sendable {
  /// The index of the first character.
  let start: Int
  let removed: [Character]
  let inserted: [Character]

  var inverse: TextEdit { TextEdit(start: start, removed: inserted, inserted: removed) }

  /// Returns this edit and the next one as a single edit; `nil` if they are steps of their own.
  ///
  /// The characters of a word belong together, with the blanks after it, and so do characters that are deleted one by
  /// one.
  fileprivate func joined(with next: TextEdit) -> TextEdit? {
    if removed.isEmpty, next.removed.isEmpty, next.inserted.count == 1, next.start == start + inserted.count,
      let last = inserted.last, let typed = next.inserted.first
    {
      let beginsWord = !typed.isWhitespace && last.isWhitespace
      return beginsWord || typed.isNewline
        ? nil : TextEdit(start: start, removed: [], inserted: inserted + next.inserted)
    }
    guard inserted.isEmpty, next.inserted.isEmpty, next.removed.count == 1 else { return nil }
    if next.start + 1 == start {
      return TextEdit(start: next.start, removed: next.removed + removed, inserted: [])
    }
    return next.start == start ? TextEdit(start: start, removed: removed + next.removed, inserted: []) : nil
  }
}

/// The edits of a text, for undo and redo.
struct TextHistory: Hashable, Sendable {
  private static let maxSteps = 1000

  private var done: [TextEdit] = []
  private var undone: [TextEdit] = []
  /// Whether the next edit can become a part of the last step.
  private var isStepOpen = false

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  mutating func note(_ edit: TextEdit) {
    undone = []
    let last = isStepOpen ? done.popLast() : nil
    if let last, let joined = last.joined(with: edit) {
      done.append(joined)
    } else {
      done += [last, edit].compactMap { $0 }
    }
    if done.count > Self.maxSteps { done.removeFirst() }
    isStepOpen = true
  }

  /// Makes the next edit a step of its own.
  mutating func endStep() { isStepOpen = false }

  /// Returns the edit that undoes the last step; `nil` if there is none.
  mutating func undo() -> TextEdit? {
    guard let edit = done.popLast() else { return nil }
    undone.append(edit)
    isStepOpen = false
    return edit.inverse
  }

  /// Returns the edit that redoes the last undone step; `nil` if there is none.
  mutating func redo() -> TextEdit? {
    guard let edit = undone.popLast() else { return nil }
    done.append(edit)
    isStepOpen = false
    return edit
  }
}
