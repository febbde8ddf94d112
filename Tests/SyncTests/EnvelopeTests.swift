import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct EnvelopeTests {
  private let key = DiaryKey()
  private let device = DeviceKey()
  private let batch: SegmentBatch

  init() throws { batch = try Samples.batch(by: device.device) }

  private var envelope: SealedEnvelope { SealedEnvelope(key: key, device: device) }

  @Test(arguments: [ObjectKind.snapshot, .photo, .diary])
  func sealedObjectsAreOpenedUnchanged(kind: ObjectKind) throws {
    for count in [0, 1, 251, 252, 253, 1_000, 100_000] {
      let content = Data(repeating: 7, count: count)
      let object = try envelope.seal(content, name: "snap/a", kind: kind)
      #expect(try envelope.open(object, name: "snap/a", kind: kind) == content)
    }
  }

  @Test(arguments: [ObjectKind.log, .snapshot, .photo])
  func theSizeOfAnObjectIsKnownBeforeItIsSealed(kind: ObjectKind) throws {
    let name = kind == .log ? try log().name : kind.rawValue + "/a"
    for count in [0, 1, 155, 252, 253, 1_000, 100_000] {
      let object = try envelope.seal(Data(count: count), name: name, kind: kind)
      #expect(envelope.objectSize(ofContent: count, kind: kind) == object.count)
    }
  }

  @Test func segmentsOfOtherDevicesAreOpened() throws {
    let (name, object) = try log()
    let other = SealedEnvelope(key: key, device: DeviceKey())
    #expect(try SegmentBatch(decoding: other.open(object, name: name, kind: .log)) == batch)
  }

  @Test func everyChangedByteAndEveryTruncationIsRefused() throws {
    let (name, object) = try log()
    for index in object.indices {
      var changed = object
      changed[index] ^= 0x10
      #expect(throws: SyncError.self, "byte \(index)") { try envelope.open(changed, name: name, kind: .log) }
      #expect(throws: SyncError.unauthentic(name), "\(index) bytes") {
        try envelope.open(object.prefix(index), name: name, kind: .log)
      }
    }
    #expect(throws: SyncError.unauthentic(name)) { try envelope.open(object + [0], name: name, kind: .log) }
  }

  @Test func swappedObjectsAreRefused() throws {
    // Another name, another kind, another diary.
    let (name, object) = try log()
    let other = name.replacingOccurrences(of: "-1-3-", with: "-1-4-")
    #expect(throws: SyncError.unauthentic(other)) { try envelope.open(object, name: other, kind: .log) }
    #expect(throws: SyncError.unauthentic(name)) { try envelope.open(object, name: name, kind: .snapshot) }
    let stranger = SealedEnvelope(key: DiaryKey(), device: device)
    #expect(throws: SyncError.unauthentic(name)) { try stranger.open(object, name: name, kind: .log) }
  }

  @Test func aDeviceCannotWriteSegmentsOfAnotherDevice() throws {
    // given
    let forger = SealedEnvelope(key: key, device: DeviceKey())
    let name = try log().name

    // when
    let object = try forger.seal(batch.encoded(), name: name, kind: .log)

    // then
    #expect(throws: SyncError.unauthentic(name)) { try envelope.open(object, name: name, kind: .log) }
  }

  @Test func objectsRevealOnlyTheirPaddedSizes() throws {
    // given
    let content = Data("Rochefort 10".utf8)

    // when
    let objects = try (0..<50).map { count in
      try envelope.seal(content + Data(repeating: 0x61, count: count), name: "snap/a", kind: .snapshot)
    }

    // then
    #expect(Set(objects.map(\.count)).count == 1)
    #expect(Set(objects).count == 50)
    #expect(objects.allSatisfy { $0.range(of: Data("Rochefort".utf8)) == nil })
  }

  @Test func paddingAddsAtMost13Percent() {
    for count in stride(from: 257, to: 2_000_000, by: 997) {
      let size = Padding.size(of: count)
      #expect(size >= count)
      #expect(Double(size) <= Double(count) * 1.13)
    }
  }

  /// What is sent for one edit with two to four devices.
  @Test func anEditTakesAtMost300Bytes() throws {
    // given
    let context = Set((2...4).map { SegmentID(device: DeviceID(.max - $0), sequence: 5_000, nonce: .max) })
    let last = SegmentID(device: device.device, sequence: 5_000, nonce: 1)
    let segment = Segment(
      after: last, by: device.device, context: context.union([last]),
      changes: [.set(Register(Samples.beer, "rating"), .real(4.5), stamp: 1_800_000_000_000)])
    let batch = try #require(SegmentBatch([segment]))

    // when
    let object = try envelope.seal(batch.encoded(), name: LogName(batch).text, kind: .log)

    // then
    #expect(object.count <= 300)
  }

  private func log() throws -> (name: String, object: Data) {
    let name = LogName(batch).text
    return (name, try envelope.seal(batch.encoded(), name: name, kind: .log))
  }
}
