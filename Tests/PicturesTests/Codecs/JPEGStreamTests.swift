import Testing

@testable import Pictures

@Suite("The bytes of a JPEG in pieces")
struct JPEGStreamTests {
  private static let pieceSize = JPEGStream.pieceSize

  @Test("the next 0xFF is found wherever pieces end")
  func findsMarks() {
    let places = [0, 1, Self.pieceSize - 1, Self.pieceSize, 3 * Self.pieceSize, 3 * Self.pieceSize + 16]
    var bytes = Bytes(repeating: 7, count: 3 * Self.pieceSize + 17)
    for place in places { bytes[place] = 0xFF }
    let stream = JPEGStream(MemoryBytes(bytes))
    var found: [Int] = []
    while let mark = stream.nextMark(from: found.last.map { $0 + 1 } ?? 0) { found.append(mark) }
    #expect(found == places)
  }

  @Test("any part is there as a whole, forwards and backwards")
  func givesParts() {
    let bytes = (0..<3 * Self.pieceSize).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) }
    let stream = JPEGStream(MemoryBytes(bytes))
    for start in [Self.pieceSize - 3, 0, 2 * Self.pieceSize + 5, 17, Self.pieceSize] {
      for length in [1, 8, 5000, Self.pieceSize] {
        let end = min(bytes.count, start + length)
        #expect(stream.bytes(in: start..<start + length) == Bytes(bytes[start..<end]))
      }
    }
    #expect(stream.bytes(in: bytes.count..<bytes.count + 4).isEmpty)
  }

  @Test("a source that fails or ends too soon ends the stream there")
  func endsWhereSourceFails() {
    let failing = JPEGStream(BrittleSource(count: 100_000, end: 70_000, isFailing: true))
    #expect(failing.nextMark(from: 0) == nil)
    #expect(failing.refusal == .unreadable("Broken()"))
    let short = JPEGStream(BrittleSource(count: 100_000, end: 70_000, isFailing: false))
    #expect(short.nextMark(from: 0) == nil)
    #expect(short.refusal == nil && short.count == 70_000)
  }

  @Test("stuffed zeros are left out and an interval ends at its marker, wherever pieces end")
  func unstuffsIntervals() {
    for length in [5, Self.pieceSize - 2, Self.pieceSize - 1, Self.pieceSize, 2 * Self.pieceSize + 100] {
      let interval = Bytes(repeating: 0xA5, count: length) + [0xFF, 0x00, 0x5A]
      let stream = JPEGStream(MemoryBytes(interval + [0xFF, 0xFF, 0xD0] + interval + [0xFF, 0xD9]))
      let bytes = ScanBytes(stream, from: 0, unitBits: 64)
      for isFirst in [true, false] {
        var bits = bytes.startInterval()
        var read: Bytes = []
        while true {
          bytes.prepareUnit(&bits)
          bits.fill()
          let byte = UInt8(bits.peek(8))
          bits.skip(8)
          if bits.remainingBits < 0 { break }
          read.append(byte)
        }
        #expect(read == Bytes(repeating: 0xA5, count: length) + [0xFF, 0x5A])
        #expect(bytes.skipRestartMarker() == isFirst)
      }
    }
  }
}

/// Zeros that fail or end before they claim to.
private struct BrittleSource: ByteSource {
  struct Broken: Error {}

  let count: Int
  let end: Int
  let isFailing: Bool

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let length = min(buffer.count, end - offset)
    if length < buffer.count, isFailing { throw Broken() }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    return length
  }
}
