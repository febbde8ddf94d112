/// The segments that objects contain, according to the names of the objects.
struct Coverage<Storage: ReplicaStorage> {
  private let names: [DeviceID: [LogName]]
  private let replica: Replica<Storage>

  init(_ names: [LogName], replica: Replica<Storage>) {
    self.names = Dictionary(grouping: names, by: \.device)
    self.replica = replica
  }

  /// Returns whether one of the objects contains an applied segment.
  func contains(_ id: SegmentID) throws -> Bool {
    try names[id.device]?.contains { name in
      guard (name.first...name.last.sequence).contains(id.sequence) else { return false }
      if name.last == id { return true }
      // An object of a clone may have other segments with the same sequence numbers.
      return try replica.isApplied(name.last) && replica.contains([name.last], id)
    } ?? false
  }
}
