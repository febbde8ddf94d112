import Crypto
import Dispatch
import Foundation
package import Pictures
import Synchronization

/// SHA-256 as text: 64 lowercase hexadecimal digits.
package enum SHA256Digest {
  /// Returns the SHA-256 of all bytes, which are read in parts.
  ///
  /// - Throws: What reading the bytes throws.
  package static func hexadecimal(of bytes: some ByteSource) throws -> String {
    var hash = SHA256()
    try bytes.forEachPart { hash.update(bufferPointer: $0) }
    return hash.finalize().hexadecimal
  }

  static func hexadecimal(of text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).hexadecimal
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits, two for each.
  package var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

/// The SHA-256 of bytes, computed on another thread while they are written.
final class ParallelDigest: Sendable {
  /// A serial queue: concurrent ones use the system's thread pool, which a timer wakes up every second after its first
  /// use.
  private static let queue = DispatchQueue(label: "diary.digests", qos: .userInitiated)

  private let result = Mutex("")
  private let group = DispatchGroup()

  init(of data: Data) {
    Self.queue.async(group: group) {
      let digest = SHA256.hash(data: data).hexadecimal
      self.result.withLock { $0 = digest }
    }
  }

  /// The digest as 64 lowercase hexadecimal digits; waits until it is computed.
  var hexadecimal: String {
    group.wait()
    return result.withLock { $0 }
  }
}
