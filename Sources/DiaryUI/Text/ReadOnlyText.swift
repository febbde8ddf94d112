import DiaryStore
import SQLiteKit

/// Why the diary cannot be changed.
enum ReadOnlyCause: Hashable, Sendable {
  /// It was opened with --read-only.
  case requested
  case error(StoreError)
}

/// The status line's text about a diary that cannot be changed.
enum ReadOnlyText {
  static func announcement(_ reason: StoreError) -> String {
    let (what, advice) = parts(reason)
    return "Read-only: \(what). \(advice)"
  }

  static func refusal(_ cause: ReadOnlyCause) -> String {
    switch cause {
    case .requested: return "The diary was opened with --read-only: nothing can be changed."
    case .error(let reason):
      let (what, advice) = parts(reason)
      return "Nothing can be changed: \(what). \(advice)"
    }
  }

  private static func parts(_ reason: StoreError) -> (what: String, advice: String) {
    switch reason {
    case .busy: ("another program has the diary locked", "Close it and restart.")
    case .diskFull, .noSpace: ("the disk is full", "Free some space and restart.")
    case .permissionDenied:
      ("you may not write to the diary's file or folder", "Change their permissions.")
    case .inputOutput(_, let detail): ("the disk cannot be written to (\(detail))", "Check the disk.")
    default: (ErrorText.reason(reason), "Restart to make changes.")
    }
  }
}
