import DiaryModel
import DiaryStore
import SQLiteKit

/// Reasons for errors while the diary is open, as the end of a sentence.
enum ErrorText {
  /// Returns the reason without a full stop.
  static func reason(_ error: some DiaryError) -> String {
    let reason =
      switch error {
      case let error as OpeningError: reason(opening: error)
      default: error.storeError.map(reason(store:)) ?? error.refusal?.reason ?? error.sentence
      }
    return reason.hasSuffix(".") ? String(reason.dropLast()) : reason
  }

  private static func reason(opening error: OpeningError) -> String {
    switch error {
    case .store(.cancelled): "the migration was stopped"
    case .store(let error): reason(store: error)
    case .notADiary, .emptyFile: "the file is no longer a diary"
    case .unexpectedSchemaObjects(_, let objects):
      "the diary has an unknown object, \(objects.first ?? "a trigger"); run `beerdiary doctor`"
    case .newer: "a newer version of the program has changed the diary"
    case .needsMigration: "the diary needs to be migrated"
    case .legacyStore: "the diary was made by Beer Diary for iOS"
    case .verificationFailed: "the verification failed"
    }
  }

  private static func reason(store error: StoreError) -> String {
    switch error {
    case .notFound, .danglingLink: "the diary's file is gone"
    case .isFolder: "the diary's file was replaced by a folder"
    case .notADatabase, .notAFile: "the file is no longer a diary"
    case .hardLinked: "the diary's file has another name (a hard link)"
    case .damaged(_, let detail): "the diary's file is damaged (\(detail))"
    case .cannotCreate(_, let reason), .inputOutput(_, let reason), .failed(_, let reason): reason
    case .permissionDenied: "you have no permission to write to the diary's file"
    case .readOnly: "the diary was opened with --read-only"
    case .unfinishedTransaction:
      "a program ended in the middle of a change, which has to be rolled back first"
    case .unreadableWAL: "its latest changes are in the -wal, and you may not write to the folder"
    case .moved: "the diary's file was moved, replaced or deleted; quit and start again"
    case .migrated: "a newer version of Beer Diary has migrated the diary; quit, and start that version"
    case .busy: "another program is using the diary; try again in a moment"
    case .diskFull, .noSpace: "the disk is full"
    case .cancelled: "it was stopped"
    }
  }
}
