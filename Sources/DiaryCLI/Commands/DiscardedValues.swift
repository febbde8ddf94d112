import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText

extension CommandContext {
  /// Makes a change, and prints the values of other devices that it has discarded by ending conflicts.
  ///
  /// They are printed also if the change fails after a part of it was made.
  ///
  /// - Parameters:
  ///   - diary: The diary that is changed; `nil` to print nothing, for example if there is none yet.
  ///   - namesTitle: Whether to name the beer or the label if only one has conflicts.
  ///   - canUndo: Returns whether undoing the change brings the conflicts back.
  ///   - choices: Returns the changes in which the user has chosen a value; what they discard on purpose is not printed.
  /// - Throws: The error that `change` throws.
  func reportingDiscardedValues<Value>(
    in diary: Diary?, _ options: StoreOptions, namesTitle: Bool = false, canUndo: (Value) -> Bool,
    choices: (Value) -> [DiaryChange] = { _ in [] }, _ change: () throws -> Value
  ) throws -> Value {
    // The change is made, and reported as made, even if the conflicts cannot be read.
    let watch = diary.flatMap { try? ConflictWatch($0) }
    let result = Result { try change() }
    let value = try? result.get()
    let conflicts = (try? watch?.discarded(by: value.map(choices) ?? [])) ?? []
    if let sentence = ChangeText.discarded(conflicts, namesTitle: namesTitle) {
      let ended = conflicts.count == 1 ? "the conflict" : "the conflicts"
      let advice = " Until the change is sent, \(options.suggestion("undo")) brings \(ended) back."
      errors.sentence(sentence + (value.map(canUndo) == true ? advice : ""))
    }
    return try result.get()
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
