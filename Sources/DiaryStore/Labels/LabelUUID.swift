import Crypto
import DiaryModel
package import Foundation

extension UUID {
  /// Creates the UUID of a label from its first key, so that two diaries give the same label the same UUID.
  ///
  /// Version 5: a SHA-1 of a name in a namespace. Source: RFC 9562, section 5.5.
  init(label key: LabelKey) {
    var hash = Insecure.SHA1()
    withUnsafeBytes(of: Self.labels.uuid) { hash.update(bufferPointer: $0) }
    hash.update(data: Array(key.text.utf8))
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Whether the label with this UUID was split off by the user, so that the UUID does not follow from its first key.
  package var isSplitOffLabel: Bool { uuid.6 >> 4 != 5 }

  /// The namespace of labels.
  private static let labels = UUID(
    uuid: (0x5B, 0x0E, 0x2C, 0x4D, 0x9A, 0x61, 0x4F, 0x7E, 0x8B, 0x13, 0xD2, 0x70, 0x46, 0xC5, 0x9F, 0x28))
}
