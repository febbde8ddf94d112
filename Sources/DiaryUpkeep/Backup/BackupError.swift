package import DiaryStore
package import SQLiteKit

/// Why a backup was not made.
package enum BackupError: DiaryError {
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
  /// Converts any error; one of opening becomes `.opening`, and any other `.store`.
  package init(mapping error: any Error, path: String) {
    switch error {
    case BackupError.store(let error): self = .store(error.naming(path))
    case let error as BackupError: self = error
    default:
      let opening = OpeningError(mapping: error, path: path)
      self = opening.storeError.map { .store($0) } ?? .opening(opening)
    }
  }

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
