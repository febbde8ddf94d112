import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText

extension CommandContext {
  /// Makes a change, and prints the values of other devices that it has discarded because their fields were in conflict.
  ///
  /// - Parameters:
  ///   - canUndo: Returns whether the log had room for the change.
  ///   - choices: Returns the choices between values of conflicts, which are discarded as the user expects.
  /// - Throws: The error that `change` throws.
  func reportingDiscardedValues<Value>(
    in diary: Diary, _ options: StoreOptions, canUndo: (Value) -> Bool,
    choices: (Value) -> [DiaryChange] = { _ in [] }, _ change: () throws -> Value
  ) throws -> Value {
    // The change is made, and reported as made, even if the conflicts cannot be read.
    let watch = try? ConflictWatch(diary)
    let value = try change()
    let conflicts = (try? watch?.discarded(choosing: choices(value))) ?? []
    if let sentence = ChangeText.discarded(conflicts) {
      let ended = conflicts.count == 1 ? "the conflict" : "the conflicts"
      let advice = " Until the change is sent, \(options.suggestion("undo")) brings \(ended) back."
      errors.sentence(sentence + (canUndo(value) ? advice : ""))
    }
    return value
  }

  /// Makes a change that returns itself, `nil` if nothing was changed, and prints the values of other devices that it has
  /// discarded.
  ///
  /// - Throws: The error that `change` throws.
  func reportingDiscardedValues(
    in diary: Diary, _ options: StoreOptions, _ change: () throws -> DiaryChange?
  ) throws -> DiaryChange? {
    try reportingDiscardedValues(in: diary, options, canUndo: { $0?.fitsLog != false }, change)
  }
}
