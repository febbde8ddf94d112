package import DiaryStore
package import SQLiteKit

/// Why a store was not restored, or merged into a diary.
package enum TransferError: DiaryError {
  /// The file system or SQLite reported an error; `.cancelled` if the caller stopped the operation.
  case store(StoreError)
  /// A store could not be opened or migrated.
  case opening(OpeningError)
  /// The store to restore or merge is the diary itself.
  case sameFile(path: String)
}

extension TransferError {
  /// Converts any error; one of opening becomes `.opening`, and any other `.store`.
  package init(mapping error: any Error, path: String) {
    switch error {
    case TransferError.store(let error): self = .store(error.naming(path))
    case let error as TransferError: self = error
    default:
      let opening = OpeningError(mapping: error, path: path)
      self = opening.storeError.map { .store($0) } ?? .opening(opening)
    }
  }

  /// The error of the file system or SQLite; `nil` if a store is the reason.
  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .opening(let error): error.sentence
    case .sameFile(let path): "\(path) is the diary itself. Name another file."
    }
  }
}
