import DiaryModel
package import SQLiteKit

/// An error of one of the diary's operations, with a sentence for the user.
///
/// - Reading throws ``StoreError``: an error of the file system or SQLite.
/// - Opening and migrating throw ``OpeningError``.
/// - Changing throws the error of what is changed: ``EditError`` for beers, ``PhotoError``, ``LabelError``,
///   ``CustomFieldError``, or ``ConflictError`` for conflicts. Undoing throws ``UndoError``. All of them are a
///   ``ChangeError``.
package protocol DiaryError: Error, Hashable, Sendable {
  /// Converts any error that the operation on the store at `path` throws.
  init(mapping error: any Error, path: String)

  /// The error of the file system or SQLite; `nil` if the diary itself refused the operation.
  var storeError: StoreError? { get }

  /// Why the diary refused a change; `nil` for any other error.
  var refusal: ChangeRefusal? { get }

  /// Whether the user stopped the operation.
  var isCancellation: Bool { get }

  /// What happened and what to do, for the user.
  var sentence: String { get }
}

/// The error of an operation, which has those of the file system and SQLite as its case `.store`.
package protocol OperationError: DiaryError {
  /// Creates the error of an operation that the file system or SQLite refused.
  static func store(_ error: StoreError) -> Self

  /// Converts an error of another type that is more than one of the file system or SQLite; `nil` for any other.
  static func converted(_ error: any Error, path: String) -> Self?
}

extension OperationError {
  /// Converts any error; one that is not about the operation itself becomes `.store`.
  package init(mapping error: any Error, path: String) {
    if let error = error as? Self {
      self = error.storeError.map { .store($0.naming(path)) } ?? error
    } else {
      self = Self.converted(error, path: path) ?? .store(StoreError(mapping: error, path: path))
    }
  }

  package static func converted(_ error: any Error, path: String) -> Self? { nil }
}

extension DiaryError {
  /// Why the diary refused a change; `nil`, as for operations that refuse none.
  package var refusal: ChangeRefusal? { nil }

  /// Whether the user stopped the operation.
  package var isCancellation: Bool { storeError == .cancelled }

  /// Runs a part of the operation on the store at `path`, and converts the error that it throws.
  package static func mapErrors<Value>(at path: String, _ work: () throws -> Value) throws(Self) -> Value {
    do { return try work() } catch { throw Self(mapping: error, path: path) }
  }
}

extension StoreError: DiaryError {
  /// The error itself.
  package var storeError: StoreError? { self }

  /// Converts any error.
  ///
  /// Errors of other operations become `.failed`, with their sentence as the reason.
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
