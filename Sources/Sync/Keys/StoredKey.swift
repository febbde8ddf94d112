import Crypto
package import Foundation

/// The key of a diary, encrypted with a passphrase, as an object in `keys/`.
///
/// Objects in `keys/` are written once, and each passphrase has one of its own. Each device keeps the one with which it
/// has joined, so that it can put it again if the store loses it.
package struct StoredKey: Sendable, Equatable {
  /// The name of the object, such as `keys/3f9a12c45b6d7e80`.
  package let name: String

  /// The encrypted key, as ``WrappedKey/wrap(_:passphrase:cost:)`` returns it.
  package let bytes: Data

  /// Creates the object as the store has it; nothing is checked.
  package init(name: String, bytes: Data) {
    self.name = name
    self.bytes = bytes
  }

  /// Creates the object for an encrypted key.
  init(_ bytes: Data) { self.init(name: Self.name(of: bytes), bytes: bytes) }

  /// Whether the object is certainly intact: its name is a hash of its bytes.
  ///
  /// Earlier versions gave objects random names.
  var matchesName: Bool { name == Self.name(of: bytes) }

  private static func name(of bytes: Data) -> String {
    ObjectName.keys + SHA256.hash(data: bytes).prefix(8).hexadecimal
  }
}
