/// An error of a store or of the objects in it.
package enum SyncError: Error, Equatable, Sendable {
  /// The bytes do not follow the format, from an offset on.
  case malformed(FormatError, at: Int)

  /// The bytes have a newer version of the format.
  case unsupportedVersion(Int)

  /// The object was changed, truncated or renamed, or belongs to another diary.
  case unauthentic(String)

  /// The passphrase does not decrypt the diary's key.
  case wrongPassphrase

  /// The passphrase is empty.
  case emptyPassphrase

  /// The store has no diary.
  case noDiary

  /// The store already has a diary.
  case diaryExists

  /// The name is not a valid name of an object, such as `../x`.
  case invalidName(String)

  /// A system call failed with this `errno`.
  case system(code: Int32, path: String)

  /// A value exceeds the limits of the format and cannot be sent.
  case tooLarge

  /// The reason why bytes do not follow the format.
  package enum FormatError: Sendable {
    case truncated
    case trailingBytes
    case unknownTag
    case outOfRange
    case invalidText
    case tooLarge
  }
}

extension SyncError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(_, let offset): "The object is damaged at byte \(offset)."
    case .unsupportedVersion: "The object was written by a newer version of Beer Diary. Update Beer Diary."
    case .unauthentic(let name): "\(name) was changed, is incomplete, or belongs to another diary."
    case .wrongPassphrase: "The passphrase is wrong."
    case .emptyPassphrase: "The passphrase is empty."
    case .noDiary: "The store has no diary."
    case .diaryExists: "The store already has a diary."
    case .invalidName(let name): "\(name) is not a valid name of an object."
    case .system(let code, let path): "\(path): error \(code)."
    case .tooLarge: "A value is too large to send."
    }
  }
}
