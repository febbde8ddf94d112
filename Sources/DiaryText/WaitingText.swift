import DiaryStore
package import SQLiteKit

/// For whom opening a diary waits.
package enum WaitingText {
  /// `Waiting for sqlite3 (process 4711), which has the diary locked`.
  package static func sentence(_ holder: LockHolder) -> String {
    "Waiting for \(holder.title), which has the diary locked"
  }
}
