package import DiaryStore
package import SQLiteKit

/// Why a store was not restored, or merged into a diary.
package enum TransferError: UpkeepError {
  /// The file system or SQLite reported an error; `.cancelled` if the caller stopped the operation.
  case store(StoreError)
  /// A store could not be opened or migrated.
  case opening(OpeningError)
  /// The store to restore or merge is the diary itself.
  case sameFile(path: String)
}

extension TransferError {
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
