import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct EncodingTests {
  @Test func encodedSegmentsAndSnapshotsAreReadBack() throws {
    let batch = try Samples.batch()
    #expect(try SegmentBatch(decoding: batch.encoded()) == batch)

    let snapshot = try Samples.snapshot()
    let read = try Snapshot(decoding: snapshot.encoded())
    #expect(Set(read.segments) == Set(snapshot.segments))
    #expect(read.versions == snapshot.versions)
    #expect(read.purges == snapshot.purges)
    #expect(try read.encoded() == snapshot.encoded())
  }

  @Test func storedValuesAndContextsAreReadBack() throws {
    for value in Samples.values { #expect(try Value(decoding: value.encoded()) == value) }
    let context = try Samples.batch().segments.reduce(into: Context()) { $0.insert($1.id) }
    #expect(try Context(decoding: context.encoded()) == context)
    #expect(throws: SyncError.malformed(.trailingBytes, at: 1)) { try Value(decoding: Data([0, 0])) }
    #expect(throws: SyncError.malformed(.truncated, at: 0)) { try Context(decoding: Data()) }
  }

  @Test func theRegistersOfARecordAreReadBack() throws {
    // given
    var registers = StoredRegisters()
    for (number, value) in Samples.values.enumerated() {
      registers["field\(number)"] = StoredVersion(
        value: value, stamp: number < 5 ? .max : .min, segment: number < 8 ? .max : 1)
    }

    // when
    let bytes = try registers.encoded()

    // then
    #expect(try StoredRegisters(decoding: bytes) == registers)
    #expect(throws: SyncError.self) { try StoredRegisters(decoding: bytes + [0]) }
    var random = Seeds.generator(2)
    for _ in 0..<1_000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      do { _ = try StoredRegisters(decoding: damaged) } catch is SyncError {}
    }
  }

  /// Old devices read what new ones write, so the bytes of version 1 never change.
  @Test func theFormatStaysTheSame() throws {
    // given
    let segment = Segment(
      id: SegmentID(device: DeviceID(0x0102_0304_0506_0708), sequence: 2, nonce: 0x1112_1314_1516_1718),
      previous: 0x2122_2324_2526_2728,
      context: [SegmentID(device: DeviceID(9), sequence: 300, nonce: 10)], original: nil,
      changes: [.purge(Samples.beer), .set(Register(Samples.beer, "name"), .text("Pils"), stamp: 1_000)])

    // when
    let bytes = try #require(SegmentBatch([segment])).encoded()

    // then
    let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(
      hexadecimal == """
        0100010203040506070802212223242526272802046265657204\
        6e616d65016f1d3c0a0000400080000000000000010111121314151617180001\
        0000000000000009ac02000000000000000a00d00f02010000000000010003\
        0450696c73
        """)
  }

  /// The names of objects have the nonce, so it must not confirm guesses about a segment.
  @Test func segmentsWithTheSameContentHaveDifferentNonces() {
    let nonces = (0..<2).map { _ in
      Segment(after: nil, by: DeviceID(1), context: [], changes: [.purge(Samples.beer)]).id.nonce
    }
    #expect(nonces[0] != nonces[1])
  }

  @Test func repetitiveContentIsCompressed() throws {
    // given
    let content = Data(String(repeating: "malt and hops, ", count: 1_000).utf8)

    // when
    let encoded = try CompressedContent.encode(content)

    // then
    #expect(encoded.count < content.count / 20)
    #expect(try CompressedContent.decode(encoded) == content)
  }

  @Test(arguments: [0, 1, 511, 512, 5_000]) func contentThatDoesNotRepeatIsStoredAsItIs(_ count: Int) throws {
    var random = Seeds.generator(2)
    let content = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    #expect(try CompressedContent.encode(content) == [0] + content)
    #expect(try CompressedContent.decode([0] + content) == content)
  }

  /// Compressed by another implementation, Python's `zlib.compressobj(9, wbits=-15)`.
  @Test func contentThatAnotherProgramCompressedIsRead() throws {
    let compressed: [UInt8] = [
      1, 0xB0, 0x09, 0xF3, 0x2F, 0x2A, 0x4B, 0xCC, 0x51, 0xF0, 0x1F, 0x25, 0x47, 0xC9, 0x51, 0x72, 0x94, 0x1C,
      0xF4, 0x24, 0x00,
    ]
    #expect(
      try CompressedContent.decode(Data(compressed)) == Data(String(repeating: "Orval ", count: 200).utf8))
  }

  @Test func compressedContentWithAWrongSizeIsRefused() throws {
    let content = Data(String(repeating: "Orval ", count: 200).utf8)
    let encoded = try CompressedContent.encode(content)
    #expect(Array(encoded.prefix(3)) == [1, 0xB0, 0x09])
    for count: [UInt8] in [[0xAF, 0x09], [0xB1, 0x09], [0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]] {
      #expect(throws: SyncError.self) { try CompressedContent.decode([1] + count + encoded.dropFirst(3)) }
    }
    #expect(throws: SyncError.self) { try CompressedContent.decode(encoded, limit: 1_199) }
  }

  @Test func everyTruncationIsRefused() throws {
    for bytes in [try Samples.batch().encoded(), try Samples.snapshot().encoded()] {
      for count in 0..<bytes.count {
        #expect(throws: SyncError.self, "\(count) bytes") { try read(bytes.prefix(count), like: bytes) }
      }
      #expect(throws: SyncError.self) { try read(bytes + [0], like: bytes) }
    }
  }

  @Test func newerVersionsAreRefused() throws {
    var bytes = try Samples.batch().encoded()
    bytes[0] = 2
    #expect(throws: SyncError.unsupportedVersion(2)) { try SegmentBatch(decoding: bytes) }
    #expect(throws: SyncError.unsupportedVersion(2)) { try Snapshot(decoding: bytes) }
  }

  @Test func moreElementsThanBytesAreRefused() {
    let bytes =
      Data([1, 0]) + Data(count: 7) + [1, 1] + Data(count: 8) + [255, 255, 255, 255, 255, 255, 255, 255, 127]
    #expect(throws: SyncError.self) { try SegmentBatch(decoding: bytes) }
  }

  @Test func listsInListsAreRefused() throws {
    let segment = Segment(
      id: SegmentID(device: DeviceID(1), sequence: 1, nonce: 1), previous: 0, context: [], original: nil,
      changes: [.set(Register(Samples.beer, "x"), .list([.list([])]), stamp: 0)])
    #expect(throws: SyncError.tooLarge) { try SegmentBatch([segment])?.encoded() }
  }

  /// Either an error with a type, or a value that is written and read again: never a trap.
  @Test func randomDamageDoesNotTrap() throws {
    var random = Seeds.generator(1)
    for bytes in [try Samples.batch().encoded(), try Samples.snapshot().encoded()] {
      for _ in 0..<3_000 {
        // given
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: 0..<damaged.count, using: &random)
          damaged[index] = UInt8.random(in: 0...255, using: &random)
        }

        // when
        do {
          try read(damaged, like: bytes)
        } catch is SyncError {}
      }
    }
  }

  /// Times at the ends of the range, numbers and contexts of others that nobody has.
  @Test func extremeValuesAreMerged() throws {
    // given
    var replica = Replica(device: DeviceID(1), storage: MemoryStorage())
    let batch = try Samples.batch()
    #expect(try !replica.missingDependencies(of: batch.first).isEmpty)

    // when
    for segment in batch.segments {
      try replica.receive(segment, after: [], now: .max)
    }
    let last = try replica.cut([.set(Register(Samples.beer, "name"), .text("Bock"))], now: .min)

    // then
    #expect(last?.changes == [.set(Register(Samples.beer, "name"), .text("Bock"), stamp: .max)])
  }

  /// Reads bytes as a batch or a snapshot.
  private func read(_ bytes: Data, like original: Data) throws {
    if (try? SegmentBatch(decoding: original)) != nil {
      _ = try SegmentBatch(decoding: bytes).encoded()
    } else {
      _ = try Snapshot(decoding: bytes).encoded()
    }
  }
}
