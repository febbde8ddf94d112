/// Why objects of a store cannot be read, written or understood.
package enum SyncError: Error, Equatable, Sendable {
  /// The bytes are not in the format: what is wrong, and where, in bytes from the start.
  case malformed(Flaw, at: Int)

  /// The bytes are of a newer version of the format.
  case unsupportedVersion(Int)

  /// The object was changed, cut off or put under another name, or is of another diary.
  case unauthentic(String)

  /// The passphrase does not open the diary's key.
  case wrongPassphrase

  /// The passphrase is empty.
  case emptyPassphrase

  /// The store has no diary.
  case noDiary

  /// The store already has a diary.
  case diaryExists

  /// The name is not one of an object, such as `../x`.
  case unsuitableName(String)

  /// A system call failed with this `errno`.
  case system(code: Int32, path: String)

  /// A value that cannot be sent: larger than the limits of the format.
  case tooLarge

  /// What is wrong with bytes that do not follow the format.
  package enum Flaw: Sendable {
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
    case .unsupportedVersion: "A newer version of Beer Diary wrote this. Update Beer Diary."
    case .unauthentic(let name): "\(name) was changed, is incomplete, or is of another diary."
    case .wrongPassphrase: "The passphrase is wrong."
    case .emptyPassphrase: "The passphrase is empty."
    case .noDiary: "There is no diary in the store."
    case .diaryExists: "There is already a diary in the store."
    case .unsuitableName(let name): "\(name) cannot be the name of an object."
    case .system(let code, let path): "\(path): error \(code)."
    case .tooLarge: "A value is too large to be sent."
    }
  }
}
