import DiaryStore
import DiaryText
import SQLiteKit
import Telemetry

extension Message {
  /// Records the message's error, if it has one, and what was saved.
  var signals: [Effect] {
    if let errorKind { return [.record(.errorShown(errorKind))] }
    guard case .changed(let request, .success) = self, let signal = request.signal else { return [] }
    return [.record(signal)]
  }

  /// The kind of the message's error; `nil` if it has none that the interface shows.
  var errorKind: ErrorKind? {
    switch self {
    case .summary(_, let result): Self.kind(result)
    case .listItems(_, let result): Self.kind(result)
    case .position(_, let result): Self.kind(result)
    case .match(_, let result): Self.kind(result)
    case .marks(_, let result): Self.kind(result)
    case .beer(_, let result): Self.kind(result)
    case .label(_, let result): Self.kind(result)
    case .menuAnswers(_, let result): Self.kind(result)
    case .choices(_, let result): Self.kind(result)
    case .labelSuggestions(_, let result): Self.kind(result)
    case .repeatedBeer(_, let result): Self.kind(result)
    case .statistics(_, let result): Self.kind(result)
    case .timeline(_, let result): Self.kind(result)
    case .positions(_, let result): Self.kind(result)
    case .year(_, let result): Self.kind(result)
    case .conflicts(_, let result): Self.kind(result)
    case .beerLocated(_, let result): Self.kind(result)
    case .workedInBackground(let result): Self.kind(result)
    case .becameReadOnly(let error): ErrorKind(error)
    case .changeToUndo(.failure(let error)): error == .nothingToUndo ? nil : ErrorKind(error)
    case .changed(_, .success(let outcome)): outcome.problem?.kind
    case .changed(_, .failure(let error)): ErrorKind(error)
    case .importPreviewed(_, .failure(let problem)), .imported(_, .failure(let problem)),
      .adoptionPreviewed(_, .failure(let problem)),
      .exported(_, .failure(let problem)), .settingsEdited(.failure(let problem)),
      .commandRefused(let problem):
      problem.kind
    // Others are repeated every few minutes, and are said once.
    case .synced(let outcome, _): outcome.isAsked ? outcome.problem?.kind : nil
    case .photoViewed(let problem), .notesEdited(_, _, _, let problem), .mappingSaved(_, let problem),
      .imagesFetched(_, let problem):
      problem?.kind
    // A failed comparison is not shown, because reading the list fails as well, and neither are failed times of a beer.
    // The state of the synchronization is only left out.
    // If the diary cannot be opened, the program ends and reports that itself.
    case .key, .mouse, .paste, .resized, .terminalReply, .rendered, .tick, .signal, .migrating, .opened,
      .storeChanged, .changing,
      .vocabulary, .today, .fieldValues, .formSuggestions, .draftsFound, .adoptionInterrupted,
      .migrationWarnings, .adoptionWarnings, .mappingNameTaken, .pictures,
      .folder, .folderBrowsed,
      .commandEnded, .importProgress, .importPreviewed, .imported, .adoptionProgress, .adoptionPreviewed,
      .exportProgress, .exported,
      .changeToUndo(.success), .marksCompared, .times, .settingsEdited, .syncStatus, .syncStarted, .time:
      nil
    }
  }

  /// A request that was canceled for a newer one is not an error.
  private static func kind<Value>(_ result: Result<Value, some DiaryError>) -> ErrorKind? {
    guard case .failure(let error) = result, error.storeError != .cancelled else { return nil }
    return ErrorKind(error)
  }
}
