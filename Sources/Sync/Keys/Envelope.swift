package import Foundation

/// The kind of an object.
///
/// The subkey of an object depends on its kind, so that an object cannot be passed off as one of another kind.
package enum ObjectKind: String, Sendable {
  /// The object `diary`, which says which diary the store has.
  case diary
  /// An object in `log/`, with segments.
  case log
  /// An object in `snap/`, with a snapshot.
  case snapshot = "snap"
  /// An object in `photo/`, with an image.
  case photo
}

/// Encrypts and decrypts the contents of objects.
package protocol Envelope: Sendable {
  /// Returns the object for a content.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  func seal(_ content: Data, name: String, kind: ObjectKind) throws -> Data

  /// Returns the size of the object for a content, both in bytes.
  func objectSize(ofContent count: Int, kind: ObjectKind) -> Int

  /// Returns the content of an object.
  ///
  /// - Throws: ``SyncError/unauthentic(_:)``, ``SyncError/unsupportedVersion(_:)``.
  func open(_ object: Data, name: String, kind: ObjectKind) throws -> Data

  /// Returns the name of the object for an image, which reveals nothing about the image.
  ///
  /// - Parameter digest: The SHA-256 of the image.
  func photoName(of digest: Data) -> String
}
