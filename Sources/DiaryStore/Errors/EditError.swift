import DiaryModel
package import SQLiteKit

/// Why a beer could not be added, edited or split; the diary is as it was before.
package enum EditError: ChangeError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// The beer does not exist; the value is its id, or what the user typed for it.
  case noSuchBeer(String)
  /// The beer has changed since the user began to edit it; `what` names it, such as `“Orval”`.
  case changedSince(what: String)
  /// A value is not accepted; `reason` is the end of a sentence.
  case invalid(field: String, reason: String)
}

extension EditError {
  package static func converted(_ error: any Error, path: String) -> EditError? {
    (error as? InvalidValue).map { .invalid(field: $0.field, reason: $0.reason) }
  }

  /// The error of the file system or SQLite, or why the diary refused the change.
  package var cause: ChangeErrorCause {
    switch self {
    case .store(let error): .store(error)
    case .noSuchBeer(let name): .refusal(.noSuchBeer(name))
    case .changedSince(let what): .refusal(.changedSince(what))
    case .invalid(let field, let reason): .refusal(.invalid(field, reason))
    }
  }
}
