import Crypto
package import Foundation

/// The Ed25519 key with which a device signs its segments.
package struct DeviceKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  /// Creates a random key.
  package init() { key = Curve25519.Signing.PrivateKey() }

  /// Creates a key from its 32 bytes.
  ///
  /// - Throws: `CryptoKitError` if the number of bytes is wrong.
  package init(rawRepresentation: Data) throws {
    key = try Curve25519.Signing.PrivateKey(rawRepresentation: rawRepresentation)
  }

  /// The 32 bytes of the private key.
  package var rawRepresentation: Data { key.rawRepresentation }

  /// The id of the device, which is derived from its public key.
  package var device: DeviceID { DeviceID(publicKey: publicKey) }

  var publicKey: Data { key.publicKey.rawRepresentation }

  func signature(of data: Data) throws -> Data { try key.signature(for: data) }
}

extension DeviceID {
  /// Derives the id from the device's key, so that no device can use the id of another one.
  init(publicKey: Data) {
    self.init(SHA256.hash(data: publicKey).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
