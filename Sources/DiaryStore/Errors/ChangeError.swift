package import Pictures
package import SQLiteKit

/// The error of an operation that changes the diary, which refuses some changes itself.
///
/// Each operation has its own, with cases only for what it throws. Commands and the interface report all of them by
/// their cause.
package protocol ChangeError: OperationError {
  /// The error of the file system or SQLite, or why the diary refused the change.
  var cause: ChangeErrorCause { get }
}

/// What prevented a change.
package enum ChangeErrorCause: Hashable, Sendable {
  /// The file system or SQLite reported an error.
  case store(StoreError)
  /// The diary refused the change.
  case refusal(ChangeRefusal)
}

/// Why the diary refused a change, in the words for the user.
package struct ChangeRefusal: Hashable, Sendable {
  /// What exit statuses and telemetry tell apart.
  package enum Kind: Hashable, Sendable {
    /// What the change is about does not exist.
    case missing
    /// What the change is about is not as the user has seen it.
    case changedSince
    /// A value is not accepted.
    case invalid
    /// A file cannot be read.
    case unreadable(FileBytesError)
    /// The change makes no sense for what the diary has.
    case impossible
  }

  /// What kind of reason it is.
  package let kind: Kind
  /// What happened and what to do, in whole sentences.
  package let sentence: String
  /// The reason as the end of a sentence, for the screen.
  package let reason: String

  /// Creates a refusal.
  ///
  /// - Parameter reason: `nil` for the sentence without its capital letter and its full stop.
  init(_ kind: Kind, _ sentence: String, reason: String? = nil) {
    self.kind = kind
    self.sentence = sentence
    let end = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    self.reason = reason ?? end.prefix(1).lowercased() + end.dropFirst()
  }
}

// What several operations refuse.
extension ChangeRefusal {
  static func noSuchBeer(_ name: String) -> Self {
    Self(
      .missing, "There is no beer \(name) in the diary. See the ids with `beerdiary list`.",
      reason: "the beer is no longer in the diary")
  }

  static func noSuchPhoto(_ id: Int64) -> Self {
    Self(
      .missing, "There is no photo \(id) in the diary. See the photos of a beer with `beerdiary show`.",
      reason: "the photo is no longer in the diary")
  }

  static func changedSince(_ what: String) -> Self {
    Self(
      .changedSince,
      "\(what) has changed in the meantime. Nothing was saved or undone. Check it, then try again.",
      reason: "\(what) was changed in the meantime")
  }

  static func invalid(_ field: String, _ reason: String) -> Self {
    Self(.invalid, "The \(field) cannot be saved: \(reason).", reason: "\(field): \(reason)")
  }
}

extension ChangeError {
  /// The error of the file system or SQLite; `nil` if the diary refused the change.
  package var storeError: StoreError? { if case .store(let error) = cause { error } else { nil } }

  /// Why the diary refused the change; `nil` for an error of the file system or SQLite.
  package var refusal: ChangeRefusal? { if case .refusal(let refusal) = cause { refusal } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch cause {
    case .store(let error): error.sentence
    case .refusal(let refusal): refusal.sentence
    }
  }
}
