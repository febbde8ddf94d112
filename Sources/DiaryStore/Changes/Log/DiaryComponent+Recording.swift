import GRDB

extension DiaryComponent where WriteError == ChangeError {
  /// Makes a change in a write transaction and records it in the log; `nil` if there is nothing to change.
  ///
  /// - Parameter body: Makes the change at the given time.
  func recording(_ body: (Database, _ timestamp: String) throws -> DiaryChange?) throws(ChangeError)
    -> DiaryChange?
  {
    let timestamp = timestamp
    return try write { db -> DiaryChange? in
      guard let change = try body(db, timestamp) else { return nil }
      try ChangeLog(db).record(change, at: timestamp)
      return change
    }
  }
}
