import Foundation

/// A part of the names of files that belong to a diary, which does not reveal where the diary is.
package enum StoreHash {
  /// Returns the hash of the absolute path of a diary.
  package static func text(ofStoreAt path: String) -> String {
    let bytes = absolutePath(path).utf8
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// Returns the absolute path without `.` and `..`.
  static func absolutePath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
