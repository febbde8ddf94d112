import Pictures
package import SQLiteKit

extension StoreError {
  /// What happened and what to do, in one sentence for the user.
  package var sentence: String {
    switch self {
    case .notFound(let path):
      """
      There is no diary at \(path); check the path, or make one there with \
      \(SuggestedCommand.text(["import", "FILE"], store: path)).
      """
    case .isFolder(let path): "\(path) is a folder; name a file in it."
    case .notAFile(let path, let what): "\(path) is \(what), not a file; name another file."
    case .danglingLink(let path, let target):
      "\(path) is a link to \(target), which does not exist."
    case .hardLinked(let path):
      """
      \(path) has another name (a hard link); changing it could lose beers. Copy it with beerdiary backup, or remove the \
      other name (find -samefile finds it).
      """
    case .notADatabase(let path): "\(path) is not a diary: it is no SQLite database; name another file."
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)); keep a copy of the file and restore your last backup."
    case .cannotCreate(let path, let reason):
      "\(path) cannot be made (\(reason)); choose another place with --store."
    case .permissionDenied(let path):
      "You have no permission to use \(path); change its permissions or choose another place with --store."
    case .busy(let path):
      """
      \(path) is in use by \(Diary.lockHolder(ofStoreAt: path)?.title ?? "another program"); try again when that has \
      finished.
      """
    case .readOnly(let path):
      "Nothing was changed in \(path), because of --read-only."
    case .unfinishedTransaction(let path):
      """
      \(path) cannot be read, because a program ended during a change, which has to be rolled back first; open it \
      on the screen with `beerdiary --store \(path)`, or free some space for a copy of it.
      """
    case .diskFull(let path):
      Self.fileSizeAdvice.map { "\(path) cannot grow: \($0)." }
        ?? "The disk is full; free some space for \(path) and try again, nothing was lost."
    case .noSpace(let path, let needed, let free):
      """
      There is too little room for \(path): \(ByteCountText.text(needed)) are needed and \
      \(ByteCountText.text(free)) are available; free some space and try again, nothing was changed.
      """
    case .inputOutput(let path, let reason):
      "\(path) cannot be read or written (\(reason)); \(Self.fileSizeAdvice ?? "check the disk")."
    case .failed(let path, let reason):
      "\(path) cannot be used right now (\(reason)); nothing was lost, try again."
    case .cancelled: "Stopped before it was done; run the command again."
    }
  }

  /// The end of a sentence about the limit for the size of files (`ulimit -f`); `nil` if there is no limit.
  package static var fileSizeAdvice: String? {
    FileSizeLimit.current.map { limit in
      """
      files may not become larger than \(ByteCountText.text(limit)), so raise that limit (`ulimit -f`) or check the disk
      """
    }
  }
}
