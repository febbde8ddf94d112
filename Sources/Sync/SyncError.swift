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

  /// The passphrase is wrong, or this object is damaged: one with a key, or `diary`.
  case wrongPassphraseOrDamagedObject(String)

  /// The passphrase is empty.
  case emptyPassphrase

  /// The store has no diary.
  case noDiary

  /// The store already has a diary.
  case diaryExists

  /// The store has objects of a diary, but not the object that says which one.
  case incompleteDiary

  /// The store that a diary is synchronized with no longer has this diary.
  case missingDiary

  /// The store has a diary, but no longer this object, without which a device cannot join.
  case missingObject(String)

  /// This object of a store that has a diary is damaged.
  case damagedObject(String)

  /// The store has another diary than the one that is synchronized with it.
  case otherDiary

  /// The keys in the store would take too much time or memory to try.
  case tooManyKeys

  /// The name is not a valid name of an object, such as `../x`.
  case invalidName(String)

  /// A system call failed with this `errno`.
  case system(code: Int32, path: String)

  /// This folder of the store, or a file in it, cannot be written: a system call failed with this `errno`.
  case unwritable(code: Int32, path: String)

  /// These objects cannot be read although the store can be, each with the `errno` of a system call.
  case unreadable([String: Int32])

  /// A value exceeds the limits of the format and cannot be sent.
  case tooLarge

  /// The reason why bytes do not follow the format.
  package enum FormatError: Sendable {
    /// The bytes end before the value does, or are too few for the elements that they announce.
    case truncated
    /// More bytes follow than belong to the value.
    case trailingBytes
    /// A byte stands for no version, kind of value or kind of change that this program knows.
    case unknownTag
    /// A number, an index or compressed content is not valid, or something occurs twice that may occur once.
    case outOfRange
    /// A text is not valid UTF-8.
    case invalidText
    /// A list, a text or compressed content exceeds the limits of the format.
    case tooLarge
  }
}

extension SyncError: CustomStringConvertible {
  /// The error as a sentence for the user.
  package var description: String {
    switch self {
    case .malformed(_, let offset): "The object is damaged at byte \(offset)."
    case .unsupportedVersion: "The object was written by a newer version of Beer Diary. Update Beer Diary."
    case .unauthentic(let name): "The file “\(name)” was changed, is incomplete, or belongs to another diary."
    case .wrongPassphrase: "The passphrase is wrong."
    case .wrongPassphraseOrDamagedObject(let name): "The passphrase is wrong, or “\(name)” is damaged."
    case .emptyPassphrase: "The passphrase is empty."
    case .noDiary: "The store has no diary."
    case .diaryExists: "The store already has a diary."
    case .incompleteDiary:
      """
      The store has parts of a diary. Wait until all of it has arrived, or choose an empty store. If `beerdiary sync init` \
      was interrupted, repeat it with the same passphrase.
      """
    case .missingDiary:
      """
      The store no longer has this diary. Check that it was not emptied, and that its disk is connected if it is on one. \
      If it is lost, use `beerdiary sync leave` on each device, `beerdiary sync init` on one of them, and \
      `beerdiary sync join` on the others.
      """
    case .missingObject(let name): "The store lacks “\(name)”."
    case .damagedObject(let name): "The file “\(name)” in the store is damaged."
    case .otherDiary: "The store has another diary, or its object “\(ObjectName.diary)” is damaged."
    case .tooManyKeys: "The store has too many keys to try. Remove those that are not of this diary."
    case .invalidName(let name): "\(name) is not a valid name of an object."
    case .system(let code, let path): "\(path): error \(code)."
    case .unwritable(let code, let path): "\(path) cannot be written: error \(code)."
    case .unreadable(let codes):
      "Files of the store cannot be read: \(codes.keys.sorted().joined(separator: ", "))."
    case .tooLarge: "A value is too large to send."
    }
  }
}
