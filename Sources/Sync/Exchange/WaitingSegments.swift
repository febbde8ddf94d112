/// Segments that wait for others to be applied.
struct WaitingSegments {
  /// The segments and the names of their objects, by one of the segments that each lacks.
  private var blocked: [SegmentID: [(segment: Segment, name: String)]] = [:]

  /// The names of the objects that the segments are in.
  var names: Set<String> { Set(blocked.values.joined().map(\.name)) }

  /// Applies each segment after its dependencies, and then those that waited for it.
  ///
  /// A segment is tried again only when one of its dependencies was applied, because two devices that take turns for
  /// years leave long chains.
  ///
  /// - Parameter apply: Applies a segment if its dependencies are applied; otherwise returns the missing ones.
  mutating func apply(
    _ segments: [(segment: Segment, name: String)], _ apply: (Segment) throws -> Set<SegmentID>
  ) throws {
    var ready = segments
    var next = 0
    while next < ready.count {
      let entry = ready[next]
      next += 1
      if let missing = try apply(entry.segment).min() {
        blocked[missing, default: []].append(entry)
      } else {
        ready += blocked.removeValue(forKey: entry.segment.id) ?? []
      }
    }
  }

  /// Removes all segments, and returns the names of their objects.
  mutating func removeAll() -> [SegmentID: String] {
    defer { blocked = [:] }
    return Dictionary(blocked.values.joined().map { ($0.segment.id, $0.name) }) { first, _ in first }
  }
}
