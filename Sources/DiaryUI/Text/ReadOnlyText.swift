import DiaryStore
import SQLiteKit

/// Why the diary cannot be changed.
enum ReadOnlyCause: Hashable, Sendable {
  /// The diary was opened with `--read-only`.
  case requested
  case error(StoreError)
}

/// Texts in the status line about a diary that cannot be changed.
enum ReadOnlyText {
  static func notice(_ reason: StoreError) -> String {
    let (what, advice) = parts(reason)
    return "Read-only: \(what). \(advice)"
  }

  static func refusal(_ cause: ReadOnlyCause) -> String {
    switch cause {
    case .requested: return "Opened with --read-only. Restart without it to make changes."
    case .error(let reason):
      let (what, advice) = parts(reason)
      return "Cannot make changes: \(what). \(advice)"
    }
  }

  private static func parts(_ reason: StoreError) -> (what: String, advice: String) {
    switch reason {
    case .busy: ("another program has the diary locked", "Close it and restart.")
    case .moved:
      (
        "the diary's file was moved, replaced or deleted",
        "If it was moved, earlier changes are in it or its -wal; if not, export the beers before you quit."
      )
    case .diskFull, .noSpace: ("the disk is full", "Free some space and restart.")
    case .permissionDenied:
      ("no write permission for the file or folder", "Change the permissions.")
    case .inputOutput(_, let detail): ("the disk cannot be written to (\(detail))", "Check the disk.")
    default: (ErrorText.reason(reason), "Restart to make changes.")
    }
  }
}
