import DiaryModel
package import SQLiteKit

/// Why a value could not be chosen for a conflict; the diary is as it was before.
package enum ConflictError: ChangeError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// The conflict was resolved, or has changed, since it was listed; or it has no such value.
  case noSuchConflict
  /// The beer does not exist; the value is its UUID or its id.
  case noSuchBeer(String)
  /// The photo cannot be restored, or was removed from its beer.
  case noSuchPhoto(Int64)
  /// The field cannot have the value; `reason` is the end of a sentence.
  case invalid(field: String, reason: String)
}

extension ConflictError {
  package static func converted(_ error: any Error, path: String) -> ConflictError? {
    switch error {
    case EditError.noSuchBeer(let name): .noSuchBeer(name)
    case PhotoError.noSuchPhoto(let id): .noSuchPhoto(id)
    case let invalid as InvalidValue: .invalid(field: invalid.field, reason: invalid.reason)
    default: nil
    }
  }

  /// The error of the file system or SQLite, or why the diary refused the change.
  package var cause: ChangeErrorCause {
    switch self {
    case .store(let error): .store(error)
    case .noSuchConflict:
      .refusal(
        .init(
          .missing,
          "There is no such conflict or value any more. See them with `beerdiary sync conflicts`."))
    case .noSuchBeer(let name): .refusal(.noSuchBeer(name))
    case .noSuchPhoto(let id): .refusal(.noSuchPhoto(id))
    case .invalid(let field, let reason): .refusal(.invalid(field, reason))
    }
  }
}
