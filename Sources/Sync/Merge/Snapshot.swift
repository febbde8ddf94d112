/// The whole state of a replica.
///
/// A device that joins applies it instead of all segments, and it replaces segments that are gone from the store.
package struct Snapshot: Sendable {
  /// All segments in it; those without a version or purge have no context.
  package let segments: [AppliedSegment]
  package let repeated: Set<SegmentID>
  package let versions: [Register: [Version]]
  package let purges: [Record: Set<SegmentID>]
}
