import Crypto
package import Foundation

/// The key of a diary, 256 random bits that all its devices share.
package struct DiaryKey: Sendable, Equatable {
  let key: SymmetricKey

  /// Creates a random key.
  package init() { key = SymmetricKey(size: .bits256) }

  init(_ key: SymmetricKey) { self.key = key }

  /// Creates a key from its 32 bytes; `nil` if their number is wrong.
  package init?(rawRepresentation: Data) {
    guard rawRepresentation.count == 32 else { return nil }
    key = SymmetricKey(data: rawRepresentation)
  }

  /// The 32 bytes of the key.
  package var rawRepresentation: Data { key.withUnsafeBytes { Data($0) } }

  /// Distinguishes the diary from others without revealing its key: 16 bytes.
  package var fingerprint: Data {
    derived("beerdiary sync 1 fingerprint", salt: Data()).withUnsafeBytes { Data($0.prefix(16)) }
  }

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
