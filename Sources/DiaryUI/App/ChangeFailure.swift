package import DiaryStore
package import SQLiteKit

/// Why a change that the user requested was not made: the error of the operation that it called, whichever that is.
package struct ChangeFailure: OperationError {
  private let error: any DiaryError

  /// Takes over the error of an operation.
  package init(_ error: some DiaryError) { self.error = error.storeError ?? error }

  package static func store(_ error: StoreError) -> ChangeFailure { ChangeFailure(error) }

  package static func converted(_ error: any Error, path: String) -> ChangeFailure? {
    (error as? any DiaryError).map { ChangeFailure($0) }
  }

  /// The error of the file system or SQLite; `nil` if the diary refused the change.
  package var storeError: StoreError? { error.storeError }

  /// Why the diary refused the change; `nil` for an error of the file system or SQLite.
  package var refusal: ChangeRefusal? { error.refusal }

  /// What happened and what to do, for the user.
  package var sentence: String { error.sentence }

  package static func == (one: ChangeFailure, other: ChangeFailure) -> Bool {
    one.error.hashable == other.error.hashable
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(error.hashable) }
}

extension DiaryError {
  fileprivate var hashable: AnyHashable { AnyHashable(self) }
}
