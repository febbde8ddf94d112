import DiaryModel
package import SQLiteKit

/// Why a change could not be made or undone; the diary is as it was before.
package enum ChangeError: DiaryError {
  /// The file system or SQLite refused; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// The beer does not exist; named by its id, or as the user named it.
  case noSuchBeer(String)
  /// No beer has the photo.
  case noSuchPhoto(Int64)
  /// The import does not exist, or cannot be undone; `nil` if there is none at all.
  case noSuchImport(Int64?)
  /// What was to be changed or undone has been changed since; `what` names it, such as `“Orval”`.
  case changedSince(what: String)
  /// The beer already has this photo, at a position from 0.
  case samePhoto(order: Int)
  /// A value is outside what the diary accepts.
  case invalid(field: String, reason: String)
}

extension ChangeError {
  package init(mapping error: any Error, path: String) {
    switch error {
    case ChangeError.store(let error): self = .store(error.naming(path))
    case let error as ChangeError: self = error
    case let invalid as InvalidValue: self = .invalid(field: invalid.field, reason: invalid.reason)
    default: self = .store(StoreError(mapping: error, path: path))
    }
  }

  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  package var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .noSuchBeer(let name): "There is no beer \(name) in the diary; see its number with `beerdiary list`."
    case .noSuchPhoto(let id): "There is no photo \(id) in the diary; see its number with `beerdiary show`."
    case .noSuchImport(nil): "There is no import that could be undone."
    case .noSuchImport(let batch?):
      "Import \(batch) cannot be undone; `beerdiary import --batches` lists those that can."
    case .changedSince(let what):
      "\(what) was changed again meanwhile, so this cannot be undone; look at it first."
    case .samePhoto(let order):
      "The beer has this photo already, as number \(order + 1); nothing was added."
    case .invalid(let field, let reason): "The \(field) cannot be stored: \(reason)."
    }
  }
}
