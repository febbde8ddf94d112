import Foundation
import Pictures
package import SQLiteKit

extension StoreError {
  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .notFound(let path) where Self.lacksFolder(path):
      "There is no diary at \(path), because its folder does not exist. Check the path, or make the folder first."
    case .notFound(let path):
      """
      There is no diary at \(path). Check the path, or create one with \
      \(SuggestedCommand.text(["add", "NAME"], store: path)).
      """
    case .isFolder(let path): "\(path) is a folder. Name a file in it."
    case .notAFile(let path, let what): "\(path) is \(what), not a file. Name another file."
    case .danglingLink(let path, let target):
      "\(path) is a link to \(target), which does not exist. Check the link."
    case .hardLinked(let path):
      """
      \(path) has another name (a hard link), so changing it could lose beers. Copy it with `beerdiary backup`, or \
      remove the other name (`find -samefile` finds it).
      """
    case .notADatabase(let path): "\(path) is not a diary: it is not an SQLite database. Name another file."
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)). Keep a copy of the file and restore your last backup."
    case .cannotCreate(let path, let reason):
      "\(path) cannot be created (\(reason)). Choose another path with --store."
    case .permissionDenied(let path) where Self.isOnlyFolderProtected(path):
      """
      You may not write to the folder of \(path), in which a change needs files of its own. Change the permissions of \
      the folder, or choose another path with --store.
      """
    case .permissionDenied(let path):
      "You have no permission to use \(path). Change its permissions, or choose another path with --store."
    case .busy(let path):
      """
      \(path) is in use by \(Diary.lockHolder(ofStoreAt: path)?.title ?? "another program"). Try again when it has \
      finished.
      """
    case .unreadableWAL(let path):
      """
      \(path) cannot be read, because its latest changes are in \(StoreSidecar.wal.path(of: path)), and you may not write \
      to the folder. Copy both files to another folder, and open the copy.
      """
    case .moved(let path):
      """
      \(path) was moved, replaced or deleted while it was open, so nothing more is written. If it was moved, earlier \
      changes are in that file or in its -wal. Start the program again.
      """
    case .migrated(let path):
      """
      \(path) was migrated by a newer version of Beer Diary while it was open, so nothing more is written. Quit, and start \
      the newer version.
      """
    case .readOnly(let path):
      "Nothing was changed in \(path) because of --read-only."
    case .unfinishedTransaction(let path, let copyFailure):
      """
      \(path) cannot be read because a program ended during a change, which must be rolled back first. Open the diary \
      on the screen with \(SuggestedCommand.text([], store: path)). It cannot be copied to be read \
      (\(copyFailure.reason)).
      """
    case .diskFull(let path):
      Self.fileSizeAdvice.map { "\(path) cannot grow. \($0)." }
        ?? "The disk is full. Free some space for \(path) and try again. What was saved before is unchanged."
    case .noSpace(let path, let needed, let free):
      """
      There is not enough disk space for \(path): \(ByteCountText.text(needed)) are needed, \
      \(ByteCountText.text(free)) are free. Nothing was changed. Free some space and try again.
      """
    case .inputOutput(let path, let reason):
      "\(path) cannot be read or written (\(reason)). \(Self.fileSizeAdvice ?? "Check the disk")."
    case .failed(let path, let reason):
      "\(path) cannot be used right now (\(reason)). Nothing was lost. Try again."
    case .cancelled: "Stopped. Run the command again to finish."
    }
  }

  /// The reason for which a file cannot be copied, as the end of a sentence.
  private var reason: String {
    switch self {
    case .cannotCreate(_, let reason), .inputOutput(_, let reason), .failed(_, let reason): reason
    case .permissionDenied(let path): "you have no permission to use \(path)"
    case .diskFull, .noSpace: "the disk is full"
    default: sentence
    }
  }

  /// Advice about the limit for the size of files (`ulimit -f`), without a full stop; `nil` if there is no limit.
  package static var fileSizeAdvice: String? {
    FileSizeLimit.current.map { limit in
      """
      Files may not be larger than \(ByteCountText.text(limit)). Raise this limit (`ulimit -f`), or check the disk
      """
    }
  }
}

extension StoreError {
  /// Returns whether the folder of a file does not exist, so that no command would create the file.
  private static func lacksFolder(_ path: String) -> Bool {
    let folder = (path as NSString).deletingLastPathComponent
    return !folder.isEmpty && !FileManager.default.fileExists(atPath: folder)
  }

  /// Returns whether the user may read and write a file, but not create others in its folder.
  private static func isOnlyFolderProtected(_ path: String) -> Bool {
    let file = StoreFile.resolved(path)
    let folder = (file as NSString).deletingLastPathComponent
    return access(file, R_OK | W_OK) == 0 && access(folder.isEmpty ? "." : folder, W_OK | X_OK) != 0
  }
}
