import Crypto
import Foundation

/// The key of a diary, 256 random bits that all its devices share.
package struct DiaryKey: Sendable, Equatable {
  let key: SymmetricKey

  /// Creates a random key.
  package init() { key = SymmetricKey(size: .bits256) }

  init(_ key: SymmetricKey) { self.key = key }

  /// Returns the key with which an object is encrypted.
  func subkey(for kind: ObjectKind, salt: Data) -> SymmetricKey {
    derived("beerdiary sync 1 object " + kind.rawValue, salt: salt)
  }

  /// Returns a key for a purpose, derived with HKDF-SHA-256 (RFC 5869).
  func derived(_ purpose: String, salt: Data) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Data(purpose.utf8), outputByteCount: 32)
  }
}
