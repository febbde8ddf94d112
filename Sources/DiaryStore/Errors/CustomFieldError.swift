package import SQLiteKit

/// Why a custom field could not be changed or indexed; the diary is as it was before.
package enum CustomFieldError: ChangeError {
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
  /// The error of the file system or SQLite, or why the diary refused the change.
  package var cause: ChangeErrorCause {
    let sentence: String
    switch self {
    case .store(let error): return .store(error)
    case .noSuchField(let name):
      sentence = "No beer has a custom field “\(name)”. See the fields with `beerdiary fields`."
    case .invalidName(let name, let reason):
      sentence = "“\(name)” cannot be the name of a custom field: \(reason)."
    case .nameInUse(let name):
      sentence =
        "There is already a field “\(name)”. To move the values there, use `beerdiary fields merge`."
    case .sameField(let name): sentence = "“\(name)” cannot be merged with itself."
    case .notIndexable(let name):
      sentence =
        "“\(name)” cannot have an index, because its name has characters that an index does not allow."
    }
    // Commands end with the same exit status for all of them.
    return .refusal(ChangeRefusal(.impossible, sentence))
  }
}
