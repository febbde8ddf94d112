import Crypto
import Dispatch
import Foundation
package import Pictures
import Synchronization

package enum SHA256Digest {
  /// The SHA-256 of all bytes as 64 lowercase hexadecimal digits.
  package static func hexadecimal(of bytes: some ByteSource) throws -> String {
    var hash = SHA256()
    try bytes.forEachPart { hash.update(bufferPointer: $0) }
    return hash.finalize().hexadecimal
  }

  static func hexadecimal(of text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).hexadecimal
  }
}

extension SHA256.Digest {
  var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

/// The SHA-256 of bytes, computed on another thread from the start on, while they are written.
final class ParallelDigest: Sendable {
  /// A serial one: those that run several things at once share the threads of the system's own, which a timer looks
  /// after every second from their first use on.
  private static let queue = DispatchQueue(label: "diary.digests", qos: .userInitiated)

  private let result = Mutex("")
  private let group = DispatchGroup()

  init(of data: Data) {
    Self.queue.async(group: group) {
      let digest = SHA256.hash(data: data).hexadecimal
      self.result.withLock { $0 = digest }
    }
  }

  /// 64 lowercase hexadecimal digits, waited for.
  var hexadecimal: String {
    group.wait()
    return result.withLock { $0 }
  }
}
