import Crypto
package import Foundation

/// The key of a diary: 256 random bits, which all its devices have.
package struct DiaryKey: Sendable, Equatable {
  let key: SymmetricKey

  package init() { key = SymmetricKey(size: .bits256) }

  init(_ key: SymmetricKey) { self.key = key }

  func subkey(for kind: ObjectKind, salt: Data) -> SymmetricKey {
    derived("beerdiary sync 1 object " + kind.rawValue, salt: salt)
  }

  func derived(_ purpose: String, salt: Data) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Data(purpose.utf8), outputByteCount: 32)
  }
}

/// The key with which a device signs its segments.
package struct DeviceKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  package init() { key = Curve25519.Signing.PrivateKey() }

  /// - Parameter rawRepresentation: 32 bytes.
  package init(rawRepresentation: Data) throws {
    key = try Curve25519.Signing.PrivateKey(rawRepresentation: rawRepresentation)
  }

  package var rawRepresentation: Data { key.rawRepresentation }
  package var device: DeviceID { DeviceID(publicKey: publicKey) }

  var publicKey: Data { key.publicKey.rawRepresentation }

  func signature(of data: Data) throws -> Data { try key.signature(for: data) }
}

extension DeviceID {
  /// A device cannot take the id of another one, because it follows from the key.
  init(publicKey: Data) {
    self.init(SHA256.hash(data: publicKey).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}

/// Encrypts objects with subkeys of the diary's key, and signs those in `log/`.
///
/// An object is a byte with the version, a salt of 16 bytes, and what ChaCha20-Poly1305 makes of the padded content: the
/// length in 4 bytes, the content, zeros. The subkey comes from the salt and is used once, so the nonce is zero. Name and
/// kind are authenticated with it. The content of objects in `log/` begins with a signature of 64 bytes and the public
/// key of the device, whose id is in the name.
package struct SealedEnvelope: Envelope {
  private let key: DiaryKey
  private let device: DeviceKey

  private static let version: UInt8 = 1
  private static let saltLength = 16
  private static let tagLength = 16
  private static let signatureLength = 64
  private static let publicKeyLength = 32

  package init(key: DiaryKey, device: DeviceKey) {
    self.key = key
    self.device = device
  }

  package func seal(_ content: Data, name: String, kind: ObjectKind) throws -> Data {
    let body =
      kind == .log
      ? try device.signature(of: signed(content, name: name)) + device.publicKey + content : content
    guard body.count <= Limits.object else { throw SyncError.tooLarge }
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let box = try ChaChaPoly.seal(
      Padding.padded(body), using: key.subkey(for: kind, salt: salt), nonce: Self.nonce(),
      authenticating: authenticated(name: name, kind: kind))
    return Data([Self.version]) + salt + box.ciphertext + box.tag
  }

  package func open(_ object: Data, name: String, kind: ObjectKind) throws -> Data {
    guard let version = object.first else { throw SyncError.unauthentic(name) }
    guard version == Self.version else {
      throw version > Self.version
        ? SyncError.unsupportedVersion(Int(version)) : SyncError.unauthentic(name)
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

  package func photoName(of digest: Data) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: digest, using: key.derived("beerdiary sync 1 photo names", salt: Data()))
    return ObjectName.photo + Data(code).map { UInt64($0).hexadecimal.suffix(2) }.joined()
  }

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

  private func signed(_ content: Data, name: String) -> Data {
    Data("beerdiary sync 1 segment \(name)\n".utf8) + content
  }

  private func authenticated(name: String, kind: ObjectKind) -> Data {
    Data("\(Self.version) \(kind.rawValue) \(name)".utf8)
  }

  private static func nonce() throws -> ChaChaPoly.Nonce { try ChaChaPoly.Nonce(data: Data(count: 12)) }
}

/// Hides the exact size of contents.
///
/// The size has only its highest bits, as in Padmé, and adds at most 12 % to contents of more than 256 bytes. Source: K.
/// Nikitin and others, "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs", 2019.
enum Padding {
  private static let lengthCount = 4
  static let least = 256

  static func size(of count: Int) -> Int {
    guard count > least else { return least }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let significant = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << max(0, exponent - significant)) - 1
    return (count + mask) & ~mask
  }

  static func padded(_ content: Data) -> Data {
    let count = UInt32(clamping: content.count)
    var padded = Data(
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> UInt32($0)) })
    padded.append(content)
    padded.append(Data(count: size(of: padded.count) - padded.count))
    return padded
  }

  /// `nil` if the length is more than there is.
  static func unpadded(_ padded: Data) -> Data? {
    guard padded.count >= lengthCount else { return nil }
    let count = padded.prefix(lengthCount).reduce(0) { $0 << 8 | Int($1) }
    guard count <= padded.count - lengthCount else { return nil }
    return Data(padded.dropFirst(lengthCount).prefix(count))
  }
}
