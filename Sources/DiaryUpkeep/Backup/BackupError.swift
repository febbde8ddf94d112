package import DiaryStore
package import SQLiteKit

/// Why a backup was not made.
package enum BackupError: UpkeepError {
  /// The file system or SQLite reported an error; `.cancelled` if the caller stopped the operation.
  case store(StoreError)
  /// A store could not be opened or migrated.
  case opening(OpeningError)
  /// The folder of images, or an item in it, cannot be copied; `reason` is a clause for the end of a sentence.
  case unusableImage(path: String, reason: String)
  /// A finished copy did not open as a diary, and was removed.
  case invalidCopy(path: String)
}

extension BackupError {
  /// The error of the file system or SQLite; `nil` if the store or the copy is the reason.
  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .opening(let error): error.sentence
    case .unusableImage(let path, let reason): "\(path) cannot be backed up: \(reason)."
    case .invalidCopy(let path):
      "The copy of \(path) could not be opened and was removed. Please report this."
    }
  }
}
