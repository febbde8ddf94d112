import GRDB

/// One entry of the log for changes that several transactions make and that are undone together.
struct SharedLogEntry {
  /// The `updated_at` that the changes set.
  let timestamp: String
  private var id: Int64?
  private var batch = ChangeBatch()

  init(at timestamp: String) { self.timestamp = timestamp }

  /// Records the changes of a transaction, within it.
  ///
  /// If another program has undone the earlier ones in the meantime, the entry is a new one.
  mutating func append(_ changes: [DiaryChange], _ db: Database) throws {
    if changes.isEmpty { return }
    let log = ChangeLog(db)
    let longer = batch.appending(changes)
    if let id, try log.extend(id, from: batch, to: longer) {
      batch = longer
    } else {
      batch = ChangeBatch().appending(changes)
      id = try log.record(batch, at: timestamp)
    }
  }
}
