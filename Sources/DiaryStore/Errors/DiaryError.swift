import DiaryModel
package import SQLiteKit

/// An error of one of the diary's operations, with a sentence for the user.
///
/// - Reading throws ``StoreError``: what the file system or SQLite refuses.
/// - Opening and migrating throw ``OpeningError``.
/// - Changing and undoing throw ``ChangeError``.
package protocol DiaryError: Error, Hashable, Sendable {
  /// Converts any error that came up during the operation on the store at `path`.
  init(mapping error: any Error, path: String)

  /// What the file system or SQLite refused; `nil` if the diary itself is the reason.
  var storeError: StoreError? { get }

  /// What happened and what to do, in one sentence for the user.
  var sentence: String { get }
}

extension DiaryError {
  /// Runs a part of the operation on the store at `path`, and converts any error.
  package static func mapErrors<Value>(at path: String, _ work: () throws -> Value) throws(Self) -> Value {
    do { return try work() } catch { throw Self(mapping: error, path: path) }
  }
}

extension StoreError: DiaryError {
  package var storeError: StoreError? { self }

  /// Converts any error into what the store refused.
  ///
  /// Errors of other operations keep their sentence as the reason.
  package init(mapping error: any Error, path: String) {
    switch error {
    case let error as any DiaryError:
      self = error.storeError?.naming(path) ?? .failed(path: path, reason: error.sentence)
    case is JSONReader.Malformed:
      self = .damaged(path: path, detail: "a beer's custom fields cannot be read")
    default: self.init(error, path: path)
    }
  }
}
