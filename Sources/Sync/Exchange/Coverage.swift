/// The segments that objects contain, according to the names of the objects.
struct Coverage<Storage: ReplicaStorage> {
  /// The last segments of the objects.
  private let lasts: Set<SegmentID>

  /// The objects with several segments.
  private let batches: [DeviceID: [LogName]]
  private let replica: Replica<Storage>

  init(_ names: [LogName], replica: Replica<Storage>) {
    lasts = Set(names.map(\.last))
    batches = Dictionary(grouping: names.filter { $0.first < $0.last.sequence }, by: \.device)
    self.replica = replica
  }

  /// Returns whether one of the objects contains an applied segment.
  func contains(_ id: SegmentID) throws -> Bool {
    if lasts.contains(id) { return true }
    return try batches[id.device]?.contains { name in
      guard (name.first..<name.last.sequence).contains(id.sequence) else { return false }
      // An object of a clone may have other segments with the same sequence numbers.
      return try replica.isApplied(name.last) && replica.contains([name.last], id)
    } ?? false
  }
}
