import Crypto
import CryptoExtras
package import Foundation

/// A diary's key, encrypted with a passphrase: an object in `keys/`.
///
/// A byte with the version; the logarithm of scrypt's N, its r and its p in a byte each; a salt of 32 bytes; a nonce of 12,
/// the encrypted key of 32 and a tag of 16 bytes. All before the nonce is authenticated.
package enum WrappedKey {
  /// How much work a guess of the passphrase is.
  package struct Work: Sendable, Equatable {
    let logarithm: UInt8
    let blockSize: UInt8
    let parallelism: UInt8

    /// 128 MB of memory and about a second.
    package static let standard = Work(logarithm: 17, blockSize: 8, parallelism: 1)

    /// Little work, for tests.
    static let slight = Work(logarithm: 4, blockSize: 8, parallelism: 1)

    /// Whether it is not so much that a hostile store could use up memory or time.
    fileprivate var isAcceptable: Bool {
      // RFC 7914: N is less than 2 to the power of 16 r.
      (1...20).contains(logarithm) && (1...8).contains(blockSize) && (1...4).contains(parallelism)
        && Int(logarithm) < 16 * Int(blockSize)
    }
  }

  private static let version: UInt8 = 1
  private static let saltLength = 32
  private static let headLength = 4 + saltLength
  private static let length = headLength + 12 + 32 + 16

  /// - Throws: ``SyncError/emptyPassphrase``.
  package static func wrap(_ key: DiaryKey, passphrase: String, work: Work = .standard) throws -> Data {
    let salt = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    let head = Data([version, work.logarithm, work.blockSize, work.parallelism]) + salt
    let box = try ChaChaPoly.seal(
      key.key.withUnsafeBytes { Data($0) }, using: wrappingKey(passphrase, salt: salt, work: work),
      authenticating: head)
    return head + box.combined
  }

  /// - Throws: ``SyncError/wrongPassphrase``, ``SyncError/emptyPassphrase``, ``SyncError/malformed(_:at:)``,
  ///   ``SyncError/unsupportedVersion(_:)``.
  package static func unwrap(_ object: Data, passphrase: String) throws -> DiaryKey {
    let object = Data(object)
    guard let first = object.first else { throw SyncError.malformed(.truncated, at: 0) }
    guard first == version else { throw SyncError.unsupportedVersion(Int(first)) }
    guard object.count >= length else { throw SyncError.malformed(.truncated, at: object.count) }
    guard object.count == length else { throw SyncError.malformed(.trailingBytes, at: length) }
    let work = Work(logarithm: object[1], blockSize: object[2], parallelism: object[3])
    guard work.isAcceptable else { throw SyncError.malformed(.outOfRange, at: 1) }
    let wrapping = try wrappingKey(passphrase, salt: object[4..<headLength], work: work)
    guard let box = try? ChaChaPoly.SealedBox(combined: object[headLength...]),
      let key = try? ChaChaPoly.open(box, using: wrapping, authenticating: object[..<headLength])
    else { throw SyncError.wrongPassphrase }
    return DiaryKey(SymmetricKey(data: key))
  }

  private static func wrappingKey(_ passphrase: String, salt: Data, work: Work) throws -> SymmetricKey {
    // The same letters typed on different systems are the same passphrase.
    let text = passphrase.precomposedStringWithCanonicalMapping
    guard !text.isEmpty else { throw SyncError.emptyPassphrase }
    return try KDF.Scrypt.deriveKey(
      from: Data(text.utf8), salt: Data(salt), outputByteCount: 32, rounds: 1 << Int(work.logarithm),
      blockSize: Int(work.blockSize), parallelism: Int(work.parallelism))
  }
}
