import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText

extension CommandContext {
  /// Makes a change, and prints the values of other devices that it has discarded because a field was in conflict.
  ///
  /// - Throws: The error of the change; `StoreError`.
  func reportingDiscardedValues<Value>(
    in diary: Diary, _ options: StoreOptions, _ change: () throws -> Value
  ) throws -> Value {
    let watch = try ConflictWatch(diary)
    let value = try change()
    let conflicts = try watch.discarded()
    if let sentence = ChangeText.discarded(conflicts) {
      let ended = conflicts.count == 1 ? "the conflict" : "the conflicts"
      errors.sentence("\(sentence) Until this is sent, \(options.suggestion("undo")) brings \(ended) back.")
    }
    return value
  }
}
