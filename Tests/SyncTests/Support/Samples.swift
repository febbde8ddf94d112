import Foundation

@testable import Sync

/// Segments and records to encode.
enum Samples {
  static let device = DeviceKey()
  static let beer = RecordID(
    entity: "beer", uuid: UUID(uuidString: "6F1D3C0A-0000-4000-8000-000000000001") ?? UUID())

  static let values: [Value] = [
    .null, .integer(.min), .integer(-1), .integer(.max), .real(-0.0), .real(.infinity), .text(""),
    .text("Žatecký 🍺"),
    .blob(Data([0, 255])), .list([.real(52.5), .real(13.4)]), .list([]),
  ]

  /// A batch with segments of all kinds.
  static func batch(by device: DeviceID = device.device) throws -> SegmentBatch {
    let other = SegmentID(device: DeviceID(7), sequence: 300, nonce: 9)
    let first = Segment(
      after: nil, by: device, context: [other],
      changes: [
        .set(
          beer,
          values.enumerated().map { number, value in
            FieldValue(field: "field\(number)", value: value, stamp: 1_700_000_000_000 - Int64(number))
          })
      ])
    let second = Segment(
      after: first.id, by: device, context: [other, first.id], changes: [.purge(beer)])
    let third = Segment(
      after: second.id, by: device, context: [], original: other,
      changes: [.set(Register(beer, "name"), .text("Pils"), stamp: .max)])
    guard let batch = SegmentBatch([first, second, third]) else { throw SyncError.tooLarge }
    return batch
  }

  /// A state with conflicts and a purge.
  static func snapshot() throws -> Snapshot {
    var replica = Replica(device: DeviceID(1), storage: MemoryStorage())
    try replica.cut(
      values.enumerated().map { .set(Register(beer, "field\($0)"), $1) } + [
        .set(Register(RecordID(entity: "photo", uuid: UUID()), "caption"), .text("x"))
      ], now: 5)
    try replica.cut([.purge(beer), .set(Register(beer, "name"), .text("Bock"))], now: 6)
    var other = Replica(device: DeviceID(2), storage: MemoryStorage())
    if let segment = try other.cut([.set(Register(beer, "name"), .text("Pils"))], now: 7) {
      try replica.receive(segment, after: [], now: 8)
    }
    return try replica.snapshot()
  }
}

extension WrappedKey.Cost {
  /// Makes passphrases fast to check.
  static let minimal = Self(exponent: 4, blockSize: 8, parallelism: 1)
}

extension Replica {
  /// Applies a segment as a synchronization does that finds nothing else in the store.
  ///
  /// - Returns: The device's new segments.
  @discardableResult
  mutating func receive(_ segment: Segment, after local: [LocalChange], now: Int64) throws -> [Segment] {
    try apply(segment, after: local, now: now) + reissuePurged(after: [], now: now)
  }
}
