/// Why a store, or another file, cannot be used: what the file system or SQLite refuses.
package enum StoreError: Error, Hashable, Sendable {
  /// There is no file at the path.
  case notFound(path: String)
  /// The path is that of a folder.
  case isFolder(path: String)
  /// It is a named pipe or the like; `what` says which.
  case notAFile(path: String, what: String)
  /// It is a symbolic link to a file that does not exist.
  case danglingLink(path: String, target: String)
  /// The file has another name, under which SQLite would not find its -wal.
  case hardLinked(path: String)
  /// The file is not an SQLite database.
  case notADatabase(path: String)
  /// The file is damaged; `detail` is the end of a sentence.
  case damaged(path: String, detail: String)
  /// The file or folder cannot be created; `reason` is the end of a sentence.
  case cannotCreate(path: String, reason: String)
  /// The user may not open, read or write the file.
  case permissionDenied(path: String)
  /// The latest changes are in the -wal, which can only be read by who may write to the folder.
  case unreadableWAL(path: String)
  /// The store was opened only for reading.
  case readOnly(path: String)
  /// A program ended during a transaction, which has to be rolled back before the store can be read; `copyFailure` says
  /// why that cannot be done in a copy.
  indirect case unfinishedTransaction(path: String, copyFailure: StoreError)
  /// The open store has lost its name: it was moved, deleted, or replaced by another file.
  case moved(path: String)
  /// A newer version of the program has migrated the store while it was open.
  case migrated(path: String)
  /// Another process has the store locked.
  case busy(path: String)
  /// The disk is full, or the file has reached a size limit or a quota.
  case diskFull(path: String)
  /// There is too little free space, found before anything was changed; both in bytes.
  case noSpace(path: String, needed: Int, free: Int)
  /// Reading from the disk or writing to it failed.
  case inputOutput(path: String, reason: String)
  /// The system refused something else.
  case failed(path: String, reason: String)
  /// The caller stopped the work before it was finished.
  case cancelled
}

extension StoreError {
  /// Whether a store that could not be opened for writing may still be read.
  package var mayAllowReading: Bool {
    switch self {
    case .busy, .diskFull, .permissionDenied, .inputOutput, .failed, .hardLinked: true
    default: false
    }
  }

  /// The same error about the file that the user named, if it is about one of the program's own temporary files.
  package func naming(_ path: String) -> StoreError {
    switch self {
    case .diskFull(let own) where ScratchFolder.isWithin(own): .diskFull(path: path)
    case .noSpace(let own, let needed, let free) where ScratchFolder.isWithin(own):
      .noSpace(path: path, needed: needed, free: free)
    case .inputOutput(let own, let reason) where ScratchFolder.isWithin(own):
      .inputOutput(path: path, reason: reason)
    case .cannotCreate(let own, let reason) where ScratchFolder.isWithin(own):
      .cannotCreate(path: path, reason: reason)
    case .failed(let own, let reason) where ScratchFolder.isWithin(own): .failed(path: path, reason: reason)
    case .permissionDenied(let own) where ScratchFolder.isWithin(own): .permissionDenied(path: path)
    default: self
    }
  }
}
