import DiaryStore
import DiaryText
import SQLiteKit
import Telemetry

extension Message {
  /// Notes the error that it brings, if any.
  var errorSignals: [Effect] { errorKind.map { [.record(.errorShown($0))] } ?? [] }

  /// What the error is about that it brings; `nil` where it brings none that is shown in the interface.
  var errorKind: ErrorKind? {
    switch self {
    case .summary(_, let result): Self.kind(result)
    case .rows(_, let result): Self.kind(result)
    case .place(_, let result): Self.kind(result)
    case .match(_, let result): Self.kind(result)
    case .marks(_, let result): Self.kind(result)
    case .beer(_, let result): Self.kind(result)
    case .statistics(_, let result): Self.kind(result)
    case .workedInBackground(let result): Self.kind(result)
    case .openedReadOnly(let error): ErrorKind(error)
    case .changed(_, .success(let outcome)): outcome.problem?.kind
    case .changed(_, .failure(let error)): ErrorKind(error)
    case .importPreviewed(_, .failure(let problem)), .imported(_, .failure(let problem)): problem.kind
    case .photoViewed(let problem), .notesEdited(_, _, let problem), .mappingSaved(_, let problem):
      problem?.kind
    // What cannot be compared is not told: the list itself fails as well.
    // A diary that cannot be opened ends the program, which tells that itself.
    case .key, .mouse, .paste, .resized, .tick, .signal, .migrating, .opened, .storeChanged, .changing,
      .vocabulary, .today, .fieldValues, .formHelp, .draftsFound, .pictures, .folder, .importProgress,
      .importPreviewed, .imported, .marksCompared:
      nil
    }
  }

  /// What was given up for something newer is no error.
  private static func kind<Value>(_ result: Result<Value, some DiaryError>) -> ErrorKind? {
    guard case .failure(let error) = result, error.storeError != .cancelled else { return nil }
    return ErrorKind(error)
  }
}
