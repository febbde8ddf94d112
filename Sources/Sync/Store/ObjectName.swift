import Foundation

/// The names of objects in a store, or their prefixes.
package enum ObjectName {
  /// The object with the version of the format, which also checks the key.
  package static let diary = "diary"

  /// The prefix of the objects with the diary's key, each encrypted with a passphrase.
  package static let keys = "keys/"

  /// The prefix of the objects with segments.
  package static let log = "log/"

  /// The prefix of the objects with snapshots.
  package static let snapshot = "snap/"

  /// The prefix of the objects with images.
  package static let photo = "photo/"

  /// The names of the files and folders in a store that is a folder.
  package static let topLevel = Set([diary, keys, log, snapshot, photo].map { $0.replacing("/", with: "") })

  /// Returns whether a name consists of one or two parts, separated by a slash, of lowercase letters, digits and
  /// hyphens.
  package static func isValid(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        (1...200).contains(part.utf8.count)
          && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
      }
  }

  /// Throws if a name is not valid, so that no store uses it as a path.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``.
  package static func requireValid(_ names: some Sequence<String>) throws(SyncError) {
    if let name = names.first(where: { !isValid($0) }) { throw .invalidName(name) }
  }

  /// Returns the folder of the names that begin with a prefix; empty for names without a slash.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``.
  package static func folder(ofPrefix prefix: String) throws(SyncError) -> String {
    let folder = prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    guard folder.isEmpty || isValid(folder) else { throw .invalidName(prefix) }
    return folder
  }
}

/// The name of an object with consecutive segments of a device: `log/DEVICE-FIRST-LAST-NONCE`.
///
/// `FIRST` and `LAST` are the sequence numbers of the first and the last segment, and the nonce is that of the last one.
struct LogName: Hashable, Sendable {
  /// The device that has cut the segments.
  let device: DeviceID

  /// The sequence number of the first segment, from 1.
  let first: UInt64

  /// The last segment, which is the first one as well if there are no others.
  let last: SegmentID

  /// Creates the name of an object with the segments of a batch.
  init(_ batch: SegmentBatch) {
    device = batch.first.id.device
    first = batch.first.id.sequence
    last = batch.last.id
  }

  /// Creates the name of an object with one segment.
  init(_ segment: SegmentID) {
    device = segment.device
    first = segment.sequence
    last = segment
  }

  /// Parses a name; `nil` if it does not have this form.
  init?(_ name: String) {
    guard name.hasPrefix(ObjectName.log) else { return nil }
    let parts = name.dropFirst(ObjectName.log.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let device = UInt64(parts[0], radix: 16), let first = UInt64(parts[1]),
      let last = UInt64(parts[2]), let nonce = UInt64(parts[3], radix: 16), first >= 1, first <= last
    else { return nil }
    self.device = DeviceID(device)
    self.first = first
    self.last = SegmentID(device: self.device, sequence: last, nonce: nonce)
    // With leading zeros or capital letters, one object could have several names.
    guard text == name else { return nil }
  }

  /// The name, such as `log/3f9a12c45b6d7e80-1-12-00ff00ff00ff00ff`.
  var text: String {
    "\(ObjectName.log)\(device)-\(first)-\(last.sequence)-\(last.nonce.hexadecimal)"
  }
}
