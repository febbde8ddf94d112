package import SQLiteKit

/// Why a custom field could not be changed or indexed; the diary is as it was before.
package enum CustomFieldError: OperationError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// No beer has a field with this name.
  case noSuchField(String)
  /// The new name is empty, or means a built-in field; `reason` is the end of a sentence.
  case invalidName(String, reason: String)
  /// Another field has the new name.
  case nameInUse(String)
  /// The fields to merge are the same.
  case sameField(String)
  /// The field's name has characters that an index cannot have.
  case notIndexable(String)
}

extension CustomFieldError {
  /// The error of `.store`; `nil` for all other cases.
  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .noSuchField(let name):
      "No beer has a custom field “\(name)”. See the fields with `beerdiary fields`."
    case .invalidName(let name, let reason): "“\(name)” cannot be the name of a custom field: \(reason)."
    case .nameInUse(let name):
      "There is already a field “\(name)”. To move the values there, use `beerdiary fields merge`."
    case .sameField(let name): "“\(name)” cannot be merged with itself."
    case .notIndexable(let name):
      "“\(name)” cannot have an index, because its name has characters that an index does not allow."
    }
  }
}
