package import DiaryStore

/// For whom opening a diary waits.
package enum WaitingText {
  /// `Waiting for sqlite3 (process 4711), which has the diary locked`.
  package static func sentence(_ holder: LockHolder) -> String {
    "Waiting for \(name(holder)), which has the diary locked"
  }

  private static func name(_ holder: LockHolder) -> String {
    switch (holder.program, holder.process) {
    case (let program?, let process?): "\(program) (process \(process))"
    case (nil, let process?): "process \(process)"
    case (_, nil): "another program"
    }
  }
}
