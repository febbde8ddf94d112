import Crypto
package import Foundation

/// Encrypts objects with subkeys of the diary's key, and signs those in `log/`.
///
/// An object is a byte with the version, a salt of 16 bytes, and the padded content, encrypted with ChaCha20-Poly1305
/// (RFC 8439). The padded content is its length in 4 bytes, the content, and zeros. The subkey is derived from the salt
/// and used only once, so the nonce is zero. The name and the kind of the object are authenticated. In `log/`, a
/// signature of 64 bytes and the public key of the device precede the content; the device's id is in the name.
package struct SealedEnvelope: Envelope {
  private let key: DiaryKey
  private let device: DeviceKey
  private let random: RandomSource

  private static let version: UInt8 = 1
  private static let saltLength = 16
  private static let tagLength = 16
  private static let signatureLength = 64
  private static let publicKeyLength = 32

  /// Creates an envelope.
  ///
  /// - Parameters:
  ///   - key: The key of the diary.
  ///   - device: The key with which objects in `log/` are signed.
  ///   - random: The source of the salts.
  package init(key: DiaryKey, device: DeviceKey, random: RandomSource = .system) {
    self.key = key
    self.device = device
    self.random = random
  }

  /// Returns the object for a content, encrypted with a new salt, and signed if it is for `log/`.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func seal(_ content: Data, name: String, kind: ObjectKind) throws -> Data {
    let body =
      kind == .log
      ? try device.signature(of: signed(content, name: name)) + device.publicKey + content : content
    guard body.count <= Limits.object else { throw SyncError.tooLarge }
    let salt = random.data(Self.saltLength)
    let box = try ChaChaPoly.seal(
      Padding.padded(body), using: key.subkey(for: kind, salt: salt), nonce: Self.nonce(),
      authenticating: authenticated(name: name, kind: kind))
    return Data([Self.version]) + salt + box.ciphertext + box.tag
  }

  /// Returns the size of the object for a content with its padding, both in bytes.
  package func objectSize(ofContent count: Int, kind: ObjectKind) -> Int {
    let body = kind == .log ? Self.signatureLength + Self.publicKeyLength + count : count
    return 1 + Self.saltLength + Padding.paddedSize(ofContent: body) + Self.tagLength
  }

  /// Returns the content of an object after checking its name, its kind and, in `log/`, the signature of the device in
  /// the name.
  ///
  /// - Throws: ``SyncError/unauthentic(_:)``, ``SyncError/unsupportedVersion(_:)``.
  package func open(_ object: Data, name: String, kind: ObjectKind) throws -> Data {
    guard let version = object.first else { throw SyncError.unauthentic(name) }
    guard version == Self.version else {
      throw ObjectVersion.error(version, damage: .unauthentic(name))
    }
    guard object.count >= 1 + Self.saltLength + Self.tagLength else { throw SyncError.unauthentic(name) }
    let salt = Data(object.dropFirst().prefix(Self.saltLength))
    guard
      let box = try? ChaChaPoly.SealedBox(
        nonce: Self.nonce(), ciphertext: object.dropFirst(1 + Self.saltLength).dropLast(Self.tagLength),
        tag: object.suffix(Self.tagLength)),
      let padded = try? ChaChaPoly.open(
        box, using: key.subkey(for: kind, salt: salt), authenticating: authenticated(name: name, kind: kind)),
      let body = Padding.unpadded(padded)
    else { throw SyncError.unauthentic(name) }
    return kind == .log ? try verified(body, name: name) : body
  }

  /// Returns the name of the object for an image: a hash with a key that is derived from that of the diary.
  ///
  /// - Parameter digest: The SHA-256 of the image.
  package func photoName(of digest: Data) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: digest, using: key.derived("beerdiary sync 1 photo names", salt: Data()))
    return ObjectName.photo + Data(code).hexadecimal
  }

  /// Returns the content after a valid signature of the device in the name.
  private func verified(_ body: Data, name: String) throws -> Data {
    guard body.count >= Self.signatureLength + Self.publicKeyLength else { throw SyncError.unauthentic(name) }
    let signature = body.prefix(Self.signatureLength)
    let publicKey = Data(body.dropFirst(Self.signatureLength).prefix(Self.publicKeyLength))
    let content = Data(body.dropFirst(Self.signatureLength + Self.publicKeyLength))
    guard let log = LogName(name), log.device == DeviceID(publicKey: publicKey),
      let verifier = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey),
      verifier.isValidSignature(signature, for: signed(content, name: name))
    else { throw SyncError.unauthentic(name) }
    return content
  }

  /// Returns the bytes that a device signs.
  private func signed(_ content: Data, name: String) -> Data {
    Data("beerdiary sync 1 segment \(name)\n".utf8) + content
  }

  /// Returns the associated data of the encryption.
  private func authenticated(name: String, kind: ObjectKind) -> Data {
    Data("\(Self.version) \(kind.rawValue) \(name)".utf8)
  }

  private static func nonce() throws -> ChaChaPoly.Nonce { try ChaChaPoly.Nonce(data: Data(count: 12)) }
}
