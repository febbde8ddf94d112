package import Foundation

/// What a ``Synchronizer`` needs of a diary.
package protocol SyncDiary {
  associatedtype Storage: ReplicaStorage

  /// Calls a function with the state, as it is at one moment.
  func read<Result>(_ body: (Replica<Storage>) throws -> Result) throws -> Result

  /// Calls a function with the state, the local changes since the last call, and the time in milliseconds since 1970.
  ///
  /// All of it is one transaction: the changes are taken, and the segments that the function returns are kept in
  /// ``ownSegmentIDs``.
  mutating func merge(_ body: (inout Replica<Storage>, [LocalChange], Int64) throws -> [Segment]) throws

  /// Whether there are records that were never sent and that others may have as well, such as those of a file.
  var hasUnsentImports: Bool { get throws }

  /// Calls a function that applies what others have, and gives records that are among it, and were never sent, the
  /// identities that they have there.
  ///
  /// The state is as before afterwards.
  mutating func join(_ body: (inout Replica<Storage>) throws -> Void) throws

  /// All segments of this device, in their order.
  var ownSegmentIDs: [SegmentID] { get throws }

  /// Returns some of the segments of this device, in the given order, as they are to be in the store.
  func ownSegments(with ids: [SegmentID]) throws -> [Segment]

  /// Replaces the first segments by compacted ones with the same identities.
  mutating func replaceOwnSegments(by compacted: [Segment]) throws

  /// The sizes of the objects that this device has put, or tried to.
  var putSizes: [String: Int] { get throws }
  mutating func setPutSize(_ size: Int?, of name: String) throws

  /// The snapshots that were applied or written, with the last segments in them.
  var knownSnapshots: [String: Context] { get throws }
  mutating func setKnownSnapshot(_ tips: Context?, named name: String) throws

  /// The SHA-256 of each image that the diary refers to.
  var imageDigests: Set<Data> { get throws }

  /// The SHA-256 of each of these images that this device does not have.
  var missingImageDigests: Set<Data> { get throws }

  /// Returns an image; `nil` if this device does not have it.
  func image(_ digest: Data) throws -> Data?
  mutating func insertImage(_ image: Data, digest: Data) throws
}
