/// Consecutive segments of one device, stored as one object.
package struct SegmentBatch: Hashable, Sendable {
  /// At least one; each is the predecessor of the next one.
  package let segments: [Segment]

  let first: Segment
  let last: Segment

  /// Creates a batch; `nil` if there are no segments, or they do not follow each other.
  ///
  /// - Parameter segments: The segments in their order.
  package init?(_ segments: [Segment]) {
    guard let first = segments.first, let last = segments.last else { return nil }
    for (segment, next) in zip(segments, segments.dropFirst()) {
      guard next.predecessor == segment.id else { return nil }
    }
    self.segments = segments
    self.first = first
    self.last = last
  }

  /// Returns the batch without changes that a later segment in it had seen and replaced.
  ///
  /// The segments keep their ids and contexts, because other devices may have applied some of them and refer to them.
  func compacted(rules: Rules = .all) -> SegmentBatch {
    var replaced: [Register: Context] = [:]
    var purged: [RecordID: Context] = [:]
    var kept: [Segment] = []
    let ids = Set(segments.map(\.id))
    for segment in segments.reversed() {
      func isSeen(in context: Context?) -> Bool {
        guard let context else { return false }
        // A context with a segment of the batch includes all segments before it.
        return !rules.contains(.compactsOnlyReplacedChanges)
          || context.contains { ids.contains($0) && $0.sequence >= segment.id.sequence }
      }
      let changes = segment.changes.compactMap { change -> Change? in
        guard case .set(let record, let values) = change else { return change }
        if isSeen(in: purged[record]) { return nil }
        let kept = values.filter { !isSeen(in: replaced[Register(record, $0.field)]) }
        return kept.isEmpty ? nil : .set(record, kept)
      }
      for change in segment.changes {
        switch change {
        case .set(let record, let values):
          for value in values {
            replaced[Register(record, value.field), default: []].formUnion(segment.context)
          }
        case .purge(let record): purged[record, default: []].formUnion(segment.context)
        }
      }
      kept.append(
        Segment(
          id: segment.id, previous: segment.previous, context: segment.context, original: segment.original,
          changes: changes))
    }
    return SegmentBatch(kept.reversed()) ?? self
  }
}
