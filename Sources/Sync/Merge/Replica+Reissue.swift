import Foundation

/// Writing again what purges removed from records that are not gone.
extension Replica {
  /// Keeps versions that purges removed from records that are not gone, until everything in the store is applied.
  ///
  /// Another device may have written them again, or replaced them, in segments that are not applied yet.
  mutating func keepUntilReissue(_ purged: [Register: [Version]]) throws {
    guard rules.contains(.reissuesPurgedRecords), !purged.isEmpty else { return }
    var records = try storage.partlyPurged
    for (record, registers) in try registersOfRemainingRecords(purged) {
      for (register, versions) in registers {
        let left = try storage.versions(of: register)
        let kept = try versions.filter { version in
          try !left.contains { try isSeen(version.segment, by: $0.segment) }
        }
        if kept.isEmpty { continue }
        try storage.setVersions(left + kept, of: register)
        records.insert(record)
      }
    }
    try storage.setPartlyPurged(records)
  }

  /// Removes the versions that were kept although purges had seen them, and returns them.
  mutating func takeVersionsToReissue() throws -> [Register: [Version]] {
    let records = try storage.partlyPurged
    if records.isEmpty { return [:] }
    var kept: [Register: [Version]] = [:]
    for record in records {
      try kept.merge(removeVersions(of: record, seenBy: storage.purges(of: record))) { $0 + $1 }
    }
    try storage.setPartlyPurged([])
    return kept
  }

  /// Returns those of the purged registers whose records are not gone, by their records.
  private func registersOfRemainingRecords(_ purged: [Register: [Version]]) throws
    -> [RecordID: [Register: [Version]]]
  {
    try Dictionary(grouping: purged, by: \.key.record)
      .mapValues { Dictionary($0.map { ($0.key, $0.value) }) { $1 } }
      .filter { try !isGone($0.key, purged: $0.value) }
  }

  /// Cuts the local changes, then removes the versions that purges had seen, and writes those again whose records are
  /// not gone.
  ///
  /// Call it when everything in the store is applied, because then only versions are left that no other device has
  /// written again or replaced.
  ///
  /// - Returns: The device's new segments, which have to be sent.
  @discardableResult
  package mutating func reissuePurged(after local: [LocalChange], now: Int64) throws -> [Segment] {
    var own: [Segment] = []
    if let cut = try cut(local, now: now) { own.append(cut) }
    return try own + reissue(takeVersionsToReissue())
  }

  /// Cuts segments with the values of records that were added again after a purge, and of which versions had arrived that
  /// the purge had not seen.
  ///
  /// The values do not replace these versions, because whoever added the record again had not seen them. Values that are
  /// too large to send are left out.
  ///
  /// - Parameters:
  ///   - local: The values of the records, one change for each record.
  ///   - now: The device's clock, in milliseconds since 1970.
  /// - Returns: The device's new segments, which have to be sent.
  package mutating func cutAddedAgain(_ local: [LocalChange], now: Int64) throws -> [Segment] {
    var contents: [Context: [Change]] = [:]
    for case .set(let record, let values) in local {
      let versions = try storage.registers(of: record).flatMap { try storage.versions(of: $0) }
      let context = try contextOfPurges(of: record, without: versions)
      let stamped = values.filter { !$0.isTooLarge }
        .map { FieldValue(field: $0.field, value: $0.value, stamp: min($0.time ?? now, now)) }
      contents[context, default: []].append(.set(record, stamped))
    }
    var own: [Segment] = []
    let ordered = contents.sorted { $0.key.sorted().lexicographicallyPrecedes($1.key.sorted()) }
    for (context, changes) in ordered {
      if let cut = try cut(changes, context: context, original: nil) { own.append(cut.segment) }
    }
    return own
  }

  /// Returns whether a purged record is gone: no versions are left of it, nor, if it is a photo that was purged only
  /// together with its beer, of the beer.
  ///
  /// - Parameter purged: The versions of the record that the purge removed.
  func isGone(_ record: RecordID, purged: [Register: [Version]]) throws -> Bool {
    guard try storage.registers(of: record).isEmpty else { return false }
    func shown(_ field: String) -> Value? { purged[Register(record, field)]?.winner?.value }
    guard record.entity == RecordID.photo, case .blob(let bytes)? = shown(Register.beerOfPhoto),
      let beer = UUID(bytes).map({ RecordID(entity: "beer", uuid: $0) }),
      try !storage.registers(of: beer).isEmpty
    else { return true }
    // A photo that was removed does not come back with its beer.
    guard shown(Register.photoRemoval) ?? .null == .null else { return true }
    let purgesOfBeer = try storage.purges(of: beer)
    return try storage.purges(of: record).contains { purge in
      try !purgesOfBeer.contains(purge)
        && purged.values.joined().contains { try isSeen($0.segment, by: purge) }
    }
  }

  /// Writes purged registers again if their record has versions that the purge had not seen, so that the record is
  /// whole, and has the conflicts that it had.
  ///
  /// A beer that was in the trash leaves it, because edits there go unnoticed. A removed photo returns to its beer only
  /// if its editor did not know that it was removed. The photos that were purged with a beer are written again as well,
  /// as they were, so that they keep their order.
  ///
  /// - Returns: The device's new segments, which have to be sent: one with a value of each register without any version.
  ///   Others follow if there were conflicts, because a segment has one value for each register.
  private mutating func reissue(_ purged: [Register: [Version]]) throws -> [Segment] {
    let registers = try registersToReissue(purged)
    var own: [Segment] = []
    // The first values of all registers, then the second ones, and so on: a segment has one value for each register.
    for index in 0..<(registers.map(\.values.count).max() ?? 0) {
      var contents: [(context: Context, records: ChangedRecords)] = []
      for reissued in registers where index < reissued.values.count {
        // A segment has one context.
        if contents.last?.context != reissued.context {
          contents.append((reissued.context, ChangedRecords()))
        }
        let last = contents.count - 1
        let record = contents[last].records.index(of: reissued.register.record)
        contents[last].records.append(reissued.values[index], at: record)
      }
      for (context, records) in contents {
        if let cut = try cut(records.changes, context: context, original: nil) { own.append(cut.segment) }
      }
    }
    return own
  }

  /// Returns the purged registers that have to be written again: first those without any version, then the others.
  private func registersToReissue(_ purged: [Register: [Version]]) throws -> [ReissuedRegister] {
    // Taken before the new segments are cut, so that none of their values replaces another one.
    let everything = try storage.tips
    var emptied: [ReissuedRegister] = []
    var others: [ReissuedRegister] = []
    for (record, registers) in try registersOfRemainingRecords(purged) {
      for (register, versions) in registers {
        let left = try storage.versions(of: register)
        let values = try valuesToReissue(of: register, purged: versions, left: left)
        if values.isEmpty { continue }
        if left.isEmpty {
          emptied.append(ReissuedRegister(register: register, values: values, context: everything))
        } else {
          let context = try contextOfPurges(of: record, without: left)
          others.append(ReissuedRegister(register: register, values: values, context: context))
        }
      }
    }
    return emptied.sorted() + others.sorted()
  }

  /// Returns the different values of a register that a purge removed, the shown one last: of equally new values, that of
  /// the last segment is shown.
  ///
  /// - Parameters:
  ///   - purged: The versions that the purge removed.
  ///   - left: The versions that are left; their values, and those that they have replaced, are not returned.
  private func valuesToReissue(of register: Register, purged: [Version], left: [Version]) throws
    -> [FieldValue]
  {
    if register.field == Register.removal {
      guard left.isEmpty, let shown = purged.winner else { return [] }
      return [FieldValue(field: register.field, value: .null, stamp: shown.stamp)]
    }
    if register.field == Register.photoRemoval, left.isEmpty, let shown = purged.winner,
      try isEdited(register.record, withoutSeeing: shown.segment)
    {
      return [FieldValue(field: register.field, value: .null, stamp: shown.stamp)]
    }
    var known = Set(left.map(\.value))
    var values: [FieldValue] = []
    for version in purged.sorted(by: { ($0.stamp, $0.segment) > ($1.stamp, $1.segment) }) {
      if try left.contains(where: { try isSeen(version.segment, by: $0.segment) }) { continue }
      guard known.insert(version.value).inserted else { continue }
      values.append(FieldValue(field: register.field, value: version.value, stamp: version.stamp))
    }
    return values.reversed()
  }

  /// Returns whether a record still has a version whose writer had not seen a segment.
  private func isEdited(_ record: RecordID, withoutSeeing segment: SegmentID) throws -> Bool {
    try storage.registers(of: record).contains { register in
      try storage.versions(of: register).contains { try !isSeen(segment, by: $0.segment) }
    }
  }

  /// Returns a context of the purges of a record and of what they had seen.
  ///
  /// - Parameter versions: The versions of a register that are left, none of which the context may have. So a purge is
  ///   omitted if its own segment has written one of them, because it created the record again.
  private func contextOfPurges(of record: RecordID, without versions: [Version]) throws -> Context {
    var context: Context = []
    for purge in try storage.purges(of: record) {
      let seen = try (self.context(of: purge) ?? []).union([purge])
      if try !versions.contains(where: { try contains(seen, $0.segment) }) { context.formUnion(seen) }
    }
    return context
  }
}

/// The values of a register that are written again after a purge.
private struct ReissuedRegister: Comparable {
  let register: Register

  /// The different values, the shown one last; each gets another segment.
  let values: [FieldValue]

  /// The context of these segments.
  let context: Context

  static func < (left: ReissuedRegister, right: ReissuedRegister) -> Bool {
    (left.register.record, left.register.field) < (right.register.record, right.register.field)
  }
}
