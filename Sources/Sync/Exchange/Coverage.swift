/// The segments that objects contain, according to the names of the objects.
struct Coverage<Storage: ReplicaStorage> {
  /// The last segments of the objects.
  private let lasts: Set<SegmentID>

  /// The objects with several segments, whose last one is applied.
  private let batches: [DeviceID: [LogName]]
  private let replica: Replica<Storage>

  init(_ names: [LogName], replica: Replica<Storage>) throws {
    lasts = Set(names.map(\.last))
    let batches = try names.filter { try $0.first < $0.last.sequence && replica.isApplied($0.last) }
    self.batches = Dictionary(grouping: batches, by: \.device)
    self.replica = replica
  }

  /// Returns whether one of the objects contains an applied segment.
  func contains(_ id: SegmentID) throws -> Bool {
    if lasts.contains(id) { return true }
    return try batches[id.device]?.contains { name in
      guard (name.first..<name.last.sequence).contains(id.sequence) else { return false }
      // An object of a clone may have other segments with the same sequence numbers.
      return try replica.contains([name.last], id)
    } ?? false
  }
}
