/// Segments that wait for others to be applied.
struct WaitingSegments {
  private struct Entry {
    let segment: Segment

    /// The object that the segment is in.
    let name: String

    /// Its share of the size of the object, in bytes.
    let size: Int
  }

  /// The segments, by one of those that each lacks.
  private var blocked: [SegmentID: [Entry]] = [:]

  /// The approximate size of the segments in their objects, in bytes.
  private(set) var size = 0

  /// The segments, in ascending order.
  var segments: [Segment] { blocked.values.joined().map(\.segment).sorted { $0.id < $1.id } }

  /// Applies each segment after its dependencies, and then those that waited for it.
  ///
  /// A segment is tried again only when one of its dependencies was applied, because two devices that take turns for
  /// years leave long chains.
  ///
  /// - Parameters:
  ///   - segments: The segments of an object, in their order.
  ///   - name: The name of the object.
  ///   - size: The size of the object in bytes.
  ///   - apply: Applies a segment if its dependencies are applied; otherwise returns the missing ones.
  mutating func apply(
    _ segments: [Segment], in name: String, size: Int, _ apply: (Segment) throws -> Set<SegmentID>
  ) throws {
    let share = max(size / max(segments.count, 1), 1)
    var ready = segments.map { Entry(segment: $0, name: name, size: share) }
    var next = 0
    while next < ready.count {
      let entry = ready[next]
      next += 1
      if let missing = try apply(entry.segment).min() {
        blocked[missing, default: []].append(entry)
        self.size += entry.size
      } else if let released = blocked.removeValue(forKey: entry.segment.id) {
        ready += released
        self.size -= released.reduce(0) { $0 + $1.size }
      }
    }
  }

  /// Removes all segments, and returns the names of their objects; of a segment in several objects, the first name.
  mutating func removeAll() -> [SegmentID: String] {
    defer { (blocked, size) = ([:], 0) }
    return Dictionary(blocked.values.joined().map { ($0.segment.id, $0.name) }, uniquingKeysWith: min)
  }
}
