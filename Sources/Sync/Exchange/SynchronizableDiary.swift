package import Foundation

/// A diary that a ``Synchronizer`` can synchronize.
///
/// The functions throw the errors of the diary, and those of the functions that they call.
package protocol SynchronizableDiary {
  /// Stores the state of the diary's replica.
  associatedtype Storage: ReplicaStorage

  /// Calls a function with a consistent view of the state.
  func read<Result>(_ body: (Replica<Storage>) throws -> Result) throws -> Result

  /// Calls a function with the state, the local changes since the last call, and the time in milliseconds since 1970.
  ///
  /// Does this in one transaction, which also stores the segments that the function returns as own segments.
  mutating func merge(_ body: (inout Replica<Storage>, [LocalChange], Int64) throws -> [Segment]) throws

  /// Whether there are records that were never sent and that other devices may also have, such as imported ones.
  var hasUnsentImports: Bool { get throws }

  /// Gives records that were never sent, and that other devices also have, the UUIDs that they have there.
  ///
  /// - Parameter body: Applies some of what other devices have. What it changes in the state is rolled back.
  mutating func join(_ body: (inout Replica<Storage>) throws -> Void) throws

  /// All segments of this device, in their order.
  var ownSegmentIDs: [SegmentID] { get throws }

  /// Returns a segment of this device as the content of an object that has only this segment; compacted if it was
  /// replaced by a compacted one, and `nil` if there is no such segment.
  func ownContent(of id: SegmentID) throws -> Data?

  /// Replaces segments of this device with compacted ones that have the same ids.
  mutating func replaceOwnSegments(by compacted: [Segment]) throws

  /// Records that segments of this device are in the store, and returns the number of their changes of beers, photos and
  /// labels that were not there before.
  mutating func recordSent(_ ids: [SegmentID]) throws -> Int

  /// Returns whether changes of beers, photos or labels have not been sent: those in segments of this device that the
  /// store lacks, and those that are recorded as not sent.
  func hasUnsentChanges(in missing: [SegmentID]) throws -> Bool

  /// The sizes in bytes of the objects that this device has put, or tried to, and of the snapshots that it has applied, by
  /// their names.
  var putSizes: [String: Int] { get throws }

  /// Sets the size in bytes of an object that is about to be put, or whose size is known otherwise; `nil` forgets the
  /// object.
  mutating func setPutSize(_ size: Int?, of name: String) throws

  /// The names of the snapshots that were applied or written, with the last segments of each device in them.
  var knownSnapshots: [String: Context] { get throws }

  /// Sets the last segments of each device in a snapshot that was applied or written; `nil` forgets the snapshot.
  mutating func setKnownSnapshot(_ tips: Context?, named name: String) throws

  /// The SHA-256 of each image that the diary refers to, with its size in bytes; the size is 0 if this device does not
  /// have the image.
  var imageSizes: [Data: Int] { get throws }

  /// The SHA-256 of each image that the diary refers to and this device does not have.
  var missingImageDigests: Set<Data> { get throws }

  /// Returns an image; `nil` if this device does not have it.
  func image(_ digest: Data) throws -> Data?

  /// Inserts images in one transaction.
  mutating func insertImages(_ images: [(digest: Data, bytes: Data)]) throws
}
