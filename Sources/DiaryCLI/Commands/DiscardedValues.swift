import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText

extension CommandContext {
  /// Makes a change, and prints the values of other devices that it has discarded because their fields were in conflict.
  ///
  /// - Throws: The error that `change` throws; `StoreError`.
  func reportingDiscardedValues<Value>(
    in diary: Diary, _ options: StoreOptions, _ change: () throws -> Value
  ) throws -> Value {
    let watch = try ConflictWatch(diary)
    let value = try change()
    let conflicts = try watch.discarded()
    if let sentence = ChangeText.discarded(conflicts) {
      let ended = conflicts.count == 1 ? "the conflict" : "the conflicts"
      errors.sentence(
        "\(sentence) Until the change is sent, \(options.suggestion("undo")) brings \(ended) back.")
    }
    return value
  }
}
