import Crypto
import CryptoExtras
package import Foundation

/// Encrypts the key of a diary with a passphrase, as an object in `keys/`.
///
/// An object is a byte with the version; the binary logarithm of scrypt's N, its r and its p, a byte each; a salt of 32
/// bytes; and for ChaCha20-Poly1305 a nonce of 12 bytes, the encrypted key of 32 and a tag of 16. Everything before the
/// nonce is authenticated.
package enum WrappedKey {
  /// The cost parameters of scrypt (RFC 7914), which make it slow to guess a passphrase.
  package struct Cost: Sendable, Equatable {
    /// The binary logarithm of N.
    let exponent: UInt8
    /// The parameter r.
    let blockSize: UInt8
    /// The parameter p.
    let parallelism: UInt8

    /// Takes 128 MB of memory and about a second.
    package static let standard = Cost(exponent: 17, blockSize: 8, parallelism: 1)

    /// The number of blocks of 128 bytes that scrypt mixes, which its time is proportional to.
    var work: Int { Int(blockSize) * Int(parallelism) << Int(exponent) }

    /// Whether it takes at most 256 MB of memory and four times as long as ``standard``, so that a hostile store cannot
    /// exhaust either.
    fileprivate var isAcceptable: Bool {
      // RFC 7914: N must be less than 2 to the power of 16 r.
      (1...20).contains(exponent) && (1...16).contains(blockSize) && (1...4).contains(parallelism)
        && Int(exponent) < 16 * Int(blockSize) && Int(blockSize) << Int(exponent) <= 2 << 20
        && work <= 4 * Cost.standard.work
    }
  }

  private static let version: UInt8 = 1
  private static let saltLength = 32
  private static let headLength = 4 + saltLength
  private static let length = headLength + 12 + 32 + 16

  /// The maximum size of an object in bytes; those of later versions may be larger than those of this one.
  static let maxSize = 4_096

  /// The work that all keys of a store may take together, some ten seconds.
  static let maxTotalWork = 8 * Cost.standard.work

  /// Returns the encrypted key.
  ///
  /// - Throws: ``SyncError/emptyPassphrase``.
  package static func wrap(_ key: DiaryKey, passphrase: String, cost: Cost = .standard) throws -> Data {
    let salt = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    let head = Data([version, cost.exponent, cost.blockSize, cost.parallelism]) + salt
    let box = try ChaChaPoly.seal(
      key.key.withUnsafeBytes { Data($0) }, using: wrappingKey(passphrase, salt: salt, cost: cost),
      authenticating: head)
    return head + box.combined
  }

  /// Returns the decrypted key.
  ///
  /// - Throws: ``SyncError/wrongPassphrase``, ``SyncError/emptyPassphrase``, ``SyncError/malformed(_:at:)``,
  ///   ``SyncError/unsupportedVersion(_:)``.
  package static func unwrap(_ object: Data, passphrase: String) throws -> DiaryKey {
    let object = Data(object)
    let cost = try cost(of: object)
    let wrapping = try wrappingKey(passphrase, salt: object[4..<headLength], cost: cost)
    guard let box = try? ChaChaPoly.SealedBox(combined: object[headLength...]),
      let key = try? ChaChaPoly.open(box, using: wrapping, authenticating: object[..<headLength])
    else { throw SyncError.wrongPassphrase }
    return DiaryKey(SymmetricKey(data: key))
  }

  /// Returns the cost of decrypting a key.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``, ``SyncError/unsupportedVersion(_:)``.
  static func cost(of object: Data) throws -> Cost {
    let object = Data(object)
    guard let first = object.first else { throw SyncError.malformed(.truncated, at: 0) }
    guard first == version else {
      throw ObjectVersion.error(first, damage: .malformed(.unknownTag, at: 0))
    }
    guard object.count >= length else { throw SyncError.malformed(.truncated, at: object.count) }
    guard object.count == length else { throw SyncError.malformed(.trailingBytes, at: length) }
    let cost = Cost(exponent: object[1], blockSize: object[2], parallelism: object[3])
    guard cost.isAcceptable else { throw SyncError.malformed(.outOfRange, at: 1) }
    return cost
  }

  private static func wrappingKey(_ passphrase: String, salt: Data, cost: Cost) throws -> SymmetricKey {
    // Systems differ in whether they compose accented letters.
    let text = passphrase.precomposedStringWithCanonicalMapping
    guard !text.isEmpty else { throw SyncError.emptyPassphrase }
    return try KDF.Scrypt.deriveKey(
      from: Data(text.utf8), salt: Data(salt), outputByteCount: 32, rounds: 1 << Int(cost.exponent),
      blockSize: Int(cost.blockSize), parallelism: Int(cost.parallelism))
  }
}
