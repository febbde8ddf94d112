import DiaryStore
package import SQLiteKit

/// Texts about a locked diary.
package enum WaitingText {
  /// Returns `Waiting for sqlite3 (process 4711), which has the diary locked`.
  package static func sentence(_ holder: LockHolder) -> String {
    "Waiting for \(holder.title), which has the diary locked"
  }
}
