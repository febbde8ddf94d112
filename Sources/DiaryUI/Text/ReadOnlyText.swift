import DiaryStore

/// Why the diary cannot be changed.
enum ReadOnlyCause: Hashable, Sendable {
  /// It was opened with --read-only.
  case asked
  case because(DiaryError)
}

/// What the status line says of a diary that cannot be changed.
enum ReadOnlyText {
  static func announcement(_ reason: DiaryError) -> String {
    let (what, advice) = parts(reason)
    return "Read-only: \(what). \(advice)"
  }

  static func refusal(_ cause: ReadOnlyCause) -> String {
    switch cause {
    case .asked: return "The diary was opened with --read-only: nothing can be changed."
    case .because(let reason):
      let (what, advice) = parts(reason)
      return "Nothing can be changed: \(what). \(advice)"
    }
  }

  private static func parts(_ reason: DiaryError) -> (what: String, advice: String) {
    switch reason {
    case .busy: ("another program has the diary locked", "Close that, then start again.")
    case .diskFull, .noSpace: ("the disk is full", "Make room, then start again.")
    case .permissionDenied: ("you may not write to the diary's file or folder", "Change their permissions.")
    case .inputOutput(_, let detail): ("the disk cannot be written (\(detail))", "Check the disk.")
    default: (ErrorText.reason(reason), "Start again to change it.")
    }
  }
}
