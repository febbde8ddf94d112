import DiaryModel
import DiaryStore

/// Why something could not be done while the diary is open, as the end of a sentence.
enum ErrorText {
  static func reason(_ error: DiaryError) -> String {
    switch error {
    case .notFound: "the diary's file is gone"
    case .isFolder: "a folder is where the diary's file was"
    case .notADatabase, .foreign, .notAFile, .emptyFile: "the file is no diary any more"
    case .danglingLink: "the diary's file is gone"
    case .hardLinked: "the diary's file has another name (a hard link)"
    case .foreignSchema(_, let objects):
      "the diary has \(objects.first ?? "a trigger"), which is not its own; see `beerdiary doctor`"
    case .damaged(_, let detail): "the diary's file is damaged (\(detail))"
    case .newer: "a newer version of the program has changed the diary"
    case .cannotCreate(_, let reason), .inputOutput(_, let reason), .failed(_, let reason): reason
    case .permissionDenied: "you may not write to the diary's file"
    case .readOnly: "the diary was opened with --read-only"
    case .needsMigration: "the diary is of an older version"
    case .legacyStore: "the diary is one of Beer Diary for iOS"
    case .unfinishedTransaction:
      "a program ended amid a change of the diary, which has to be rolled back first"
    case .busy: "another program is using the diary; try again in a moment"
    case .diskFull, .noSpace: "the disk is full"
    case .verificationFailed: "a check found a difference"
    case .cancelled, .migrationCancelled: "it was stopped"
    case .noSuchBeer: "the beer is no longer in the diary"
    case .noSuchPhoto: "the photo is no longer in the diary"
    case .noSuchImport: "the import is no longer in the diary"
    case .changedMeanwhile(let what): "\(what) was changed again meanwhile"
    case .samePhoto(let order): "the beer has this photo already, as number \(order + 1)"
    case .invalid(let field, let reason): "\(field): \(reason)"
    }
  }
}
