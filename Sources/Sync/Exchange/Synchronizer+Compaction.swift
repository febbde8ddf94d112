extension Synchronizer {
  /// Merges objects with old segments of this device into one, and deletes the objects and snapshots that are replaced.
  ///
  /// Merges one run of objects that follow each other and fit in ``batchSize``, so that it does not take long.
  ///
  /// - Parameters:
  ///   - diary: The diary whose segments are merged.
  ///   - last: The sequence number of the last segment to merge.
  ///   - counts: The number of objects that are merged.
  /// - Returns: Whether objects were merged; then there may be more.
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary``, ``SyncError/missingObject(_:)``,
  ///   ``SyncError/damagedObject(_:)``, errors of the store and the diary.
  package func compact<Diary: SynchronizableDiary>(
    _ diary: inout Diary, through last: UInt64, counts: ClosedRange<Int> = 50...200
  ) throws -> Bool {
    _ = try StoreSetup.requireDiary(in: exchange, envelope: envelope)
    try deleteOldSnapshots(of: &diary)
    let ids = try diary.ownSegmentIDs
    let own = Set(ids)
    let objects = try exchange.list(ObjectName.log).compactMap { object in
      LogName(object.name).map { (name: $0, size: object.size) }
    }
    .filter { own.contains($0.name.last) && $0.name.last.sequence <= last }
    .sorted { ($0.name.first, $0.name.last) < ($1.name.first, $1.name.last) }
    var runs: [[LogName]] = []
    var size = 0
    for (name, objectSize) in objects {
      size += objectSize
      if let run = runs.last, let previous = run.last, previous.last.sequence + 1 == name.first,
        run.count < counts.upperBound, size <= batchSize
      {
        runs[runs.count - 1].append(name)
      } else {
        runs.append([name])
        size = objectSize
      }
    }
    guard let run = runs.first(where: { $0.count >= counts.lowerBound }), let first = run.first,
      let end = run.last
    else { return false }
    let segments = try ids.filter { $0.sequence >= first.first && $0.sequence <= end.last.sequence }
      .compactMap { try diary.ownContent(of: $0) }
      .flatMap { try SegmentBatch(decoding: $0).segments }
    return try merge(segments, replacing: objects.map(\.name), of: &diary)
  }

  /// Puts segments as one object, then deletes the objects whose segments are all in it.
  ///
  /// - Parameters:
  ///   - segments: Consecutive segments.
  ///   - objects: The names of objects with segments of this device.
  ///   - diary: The diary whose segments they are.
  /// - Returns: Whether the object is in the store.
  private func merge<Diary: SynchronizableDiary>(
    _ segments: [Segment], replacing objects: [LogName], of diary: inout Diary
  ) throws -> Bool {
    guard let batch = SegmentBatch(segments)?.compacted(rules: rules) else { return false }
    let ids = Set(segments.map(\.id))
    let new = LogName(batch)
    let old = objects.filter { $0 != new && $0.first >= new.first && ids.contains($0.last) }.map(\.text)
    if !rules.contains(.deletesOnlyReplacedObjects) { try exchange.delete(old) }
    try exchange.write([(new.text, sealed(batch.encoded(), new, of: &diary))])
    try diary.replaceOwnSegments(by: batch.segments)
    // Read the object back, because a store may report success without having it.
    guard let object = try exchange.read([new.text]).get()[new.text],
      (try? self.batch(object, name: new.text)) == batch
    else { return false }
    try exchange.delete(old)
    for name in old { try diary.setPutSize(nil, of: name) }
    return true
  }
}
