/// The whole state of a replica.
///
/// A device that joins applies it instead of all segments, and it replaces segments that the store has lost.
package struct Snapshot: Sendable {
  /// All segments that are applied in it; those without a version or purge have no context.
  package let segments: [AppliedSegment]

  /// The segments that other segments repeat.
  package let repeated: Set<SegmentID>

  /// The versions of all registers that have any.
  package let versions: [Register: [Version]]

  /// The segments that purged records, by the records.
  package let purges: [RecordID: Set<SegmentID>]

  /// Returns the numbers of records that have versions or purges of some segments, by their entities, such as `beer`.
  func changeCounts(of segments: Set<SegmentID>) -> [String: Int] {
    if segments.isEmpty { return [:] }
    var records = Set(
      versions.lazy.filter { register, versions in
        register.field != Register.photoChange && versions.contains { segments.contains($0.segment) }
      }.map(\.key.record))
    records.formUnion(purges.lazy.filter { !$0.value.isDisjoint(with: segments) }.map(\.key))
    return records.countsByEntity
  }

  /// The last segment of each device in the snapshot.
  var tips: Context {
    let followed = Set(
      segments.lazy.filter { $0.id.sequence > 1 }.map {
        SegmentID(device: $0.id.device, sequence: $0.id.sequence - 1, nonce: $0.previous)
      })
    return Set(segments.lazy.map(\.id)).subtracting(followed)
  }
}
