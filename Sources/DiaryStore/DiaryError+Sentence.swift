import Pictures

extension DiaryError {
  /// What happened and what to do, in one sentence for the user.
  package var sentence: String {
    switch self {
    case .notFound(let path):
      """
      There is no diary at \(path); check the path, or make one there with \
      `beerdiary import --store \(path) FILE`.
      """
    case .isFolder(let path): "\(path) is a folder; name the diary's file in it."
    case .notAFile(let path, let what): "\(path) is \(what), not a file; name the diary's file."
    case .danglingLink(let path, let target):
      "\(path) is a symbolic link to \(target), which is not there; bring that file back or remove the link."
    case .emptyFile(let path):
      "\(path) is an empty file, not a diary; restore your last backup, or delete the file to start a new diary."
    case .notADatabase(let path): "\(path) is not a diary: it is no SQLite database; name another file."
    case .foreign(let path, let what): "\(path) is \(what); it was left as it is, name another file."
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)); keep a copy of the file and restore your last backup."
    case .foreignSchema(let path, let objects):
      """
      \(path) has triggers or views that are not the diary's own and could change or remove beers \
      (\(objects.prefix(3).joined(separator: ", "))\(objects.count > 3 ? ", …" : "")); list them with \
      `beerdiary doctor` and remove them with `beerdiary doctor --repair`.
      """
    case .newer(let path, let version):
      "\(path) was written by a newer version of this program (store version \(version)); update the program to open it."
    case .cannotCreate(let path, let reason):
      "\(path) cannot be made (\(reason)); choose another place with --store."
    case .permissionDenied(let path):
      "You have no permission to use \(path); change its permissions or choose another place with --store."
    case .busy(let path): "\(path) is in use by another program; try again when that has finished."
    case .readOnly(let path):
      "\(path) was opened with --read-only, so nothing was changed; leave that out to change it."
    case .needsMigration(let path):
      """
      \(path) was written by an earlier version of this program and must be migrated first: \
      `beerdiary --migrate-only --store \(path)`.
      """
    case .legacyStore(let path):
      """
      \(path) is a diary of Beer Diary for iOS and was left as it is; migrate it with \
      `beerdiary --migrate-only --store \(path)`, or open it on the screen with `beerdiary --store \(path)`.
      """
    case .diskFull(let path):
      FileSizeLimit.advice.map { "\(path) cannot grow: \($0)." }
        ?? "The disk is full; make room for \(path) and try again, nothing was lost."
    case .noSpace(let path, let needed, let free):
      """
      There is too little room for \(path): \(ByteCountText.text(needed)) are needed and \
      \(ByteCountText.text(free)) are free; make room and try again, nothing was changed.
      """
    case .inputOutput(let path, let reason):
      "\(path) cannot be read or written (\(reason)); \(FileSizeLimit.advice ?? "check the disk")."
    case .failed(let path, let reason):
      "\(path) cannot be used right now (\(reason)); nothing was lost, try again."
    case .verificationFailed(let path, let differences):
      """
      \(path) was left as it was, because the migrated diary would not have been the same \
      (\(differences.joined(separator: "; "))); please report this.
      """
    case .cancelled: "The migration was stopped and the diary is as it was; start again to finish it."
    case .noSuchBeer(let name): "There is no beer \(name) in the diary; see its number with `beerdiary list`."
    case .noSuchPhoto(let id): "There is no photo \(id) in the diary; see its number with `beerdiary show`."
    case .noSuchImport(nil): "There is no import that could be taken back."
    case .noSuchImport(let batch?):
      "There is no import \(batch) that could be taken back; see those that there are with `beerdiary import --batches`."
    case .changedMeanwhile(let what):
      "\(what) was changed again meanwhile, so this cannot be taken back; look at it first."
    case .samePhoto(let order):
      "The beer has this photo already, as number \(order + 1); nothing was added."
    case .invalid(let field, let reason): "The \(field) cannot be stored: \(reason)."
    }
  }
}
