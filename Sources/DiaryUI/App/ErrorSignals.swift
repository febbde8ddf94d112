package import DiaryStore
import DiaryUpkeep
import SQLiteKit
package import Telemetry

extension ErrorKind {
  /// What an error of an operation on the diary is about.
  package init(_ error: some DiaryError) {
    self =
      switch error {
      case let error as OpeningError: ErrorKind(opening: error)
      case let error as ChangeError: ErrorKind(change: error)
      case let error as UpkeepError: ErrorKind(upkeep: error)
      default: error.storeError.map(ErrorKind.init(store:)) ?? .other
      }
  }

  private init(opening error: OpeningError) {
    self =
      switch error {
      case .store(let error): ErrorKind(store: error)
      case .emptyFile, .foreign: .foreignStore
      case .foreignSchema: .damagedStore
      case .newer, .needsMigration, .legacyStore: .newerStore
      case .verificationFailed, .migrationCancelled: .migrationFailed
      }
  }

  private init(change error: ChangeError) {
    self =
      switch error {
      case .store(let error): ErrorKind(store: error)
      case .noSuchBeer, .noSuchPhoto, .noSuchImport: .noInput
      case .invalid, .samePhoto: .badData
      case .changedSince: .storeBusy
      }
  }

  private init(upkeep error: UpkeepError) {
    self =
      switch error {
      case .store(let error): ErrorKind(store: error)
      case .opening(let error): ErrorKind(opening: error)
      case .sameFile, .unusableImage: .badData
      case .invalidCopy: .damagedStore
      }
  }

  private init(store error: StoreError) {
    self =
      switch error {
      case .notFound, .danglingLink: .noInput
      case .isFolder, .notAFile, .notADatabase, .hardLinked: .foreignStore
      case .damaged: .damagedStore
      case .cannotCreate: .cannotCreate
      case .permissionDenied, .readOnly: .permission
      case .busy, .unfinishedTransaction: .storeBusy
      case .diskFull, .noSpace: .diskFull
      case .inputOutput: .inputOutput
      case .failed, .cancelled: .other
      }
  }
}

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
    case .photoMoved(_, let result): Self.kind(result)
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
