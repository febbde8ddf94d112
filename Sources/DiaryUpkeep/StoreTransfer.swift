import DiaryStore
import Foundation
import SQLiteKit

/// A store that replaces a diary, or is merged into it; either way a migrated copy is made first, see ``StagedStore``.
struct StoreTransfer {
  /// The store as the user named it.
  let source: String
  /// The diary as the user named it.
  let path: String
  let clock: @Sendable () -> Date
  let cancellation: CancellationToken
  let freeSpace: FreeSpace
  let progress: @Sendable (MergeProgress) -> Void

  /// Throws if the source is not a store or is the diary itself, before anything is copied.
  func checkSource() throws {
    try StagedStore.requireNonEmptyStore(source)
    if StoreFile.isSame(source, path) { throw TransferError.sameFile(path: source) }
  }
}
