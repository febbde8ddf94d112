package import Foundation

/// What an object is for.
///
/// Its subkey depends on it, so that none is taken for another.
package enum ObjectKind: String, Sendable {
  case diary
  case log
  case snapshot = "snap"
  case photo
}

/// Makes objects of bytes, and bytes of objects.
package protocol Envelope: Sendable {
  func seal(_ content: Data, name: String, kind: ObjectKind) throws -> Data

  /// - Throws: ``SyncError/unauthentic(_:)``.
  func open(_ object: Data, name: String, kind: ObjectKind) throws -> Data

  /// Returns the name of an image's object, which tells nothing about the image.
  func photoName(of digest: Data) -> String
}
