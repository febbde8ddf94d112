/// What is coded in a JPEG's scan, without the zeros that are stuffed behind each 0xFF (ITU-T T.81, B.1.1.5).
///
/// The bits of one restart interval after the other are handed out; there are only zeros behind its end.
final class ScanBytes {
  private let stream: JPEGStream
  /// Where the bytes that were not copied yet begin in the stream.
  private var position: Int
  /// How many bytes a unit may take, and how many zeros stand behind the end.
  private let reserve: Int
  private let buffer: UnsafeMutablePointer<UInt8>
  /// Whether all of the interval was copied.
  private var isComplete = false

  /// - Parameter unitBits: How many bits are taken at most before it is asked again whether there are enough.
  init(_ stream: JPEGStream, from offset: Int, unitBits: Int) {
    self.stream = stream
    position = offset
    // A reader looks eight bytes ahead.
    reserve = unitBits.dividedRoundingUp(by: 8) + 16
    buffer = .allocate(capacity: JPEGStream.pieceSize + 2 * reserve)
  }

  deinit { buffer.deallocate() }

  /// The bits of the interval that begins here.
  func startInterval() -> BitReader {
    isComplete = false
    return BitReader(from: buffer, to: buffer + copy(behind: 0))
  }

  /// Sees to it that a unit can be read.
  @inline(__always)
  func prepareUnit(_ bits: inout BitReader) {
    if bits.remainingBits < 8 &* reserve, !isComplete { refill(&bits) }
  }

  /// Goes behind the restart marker that ends the interval; `false` where it ends in another way.
  func skipRestartMarker() -> Bool {
    while !isComplete { _ = copy(behind: 0) }
    while true {
      let bytes = stream.bytes(from: position, atLeast: 2)
      guard bytes.count > 1, bytes[0] == 0xFF else { return false }
      if bytes[1] == 0xFF {
        // Any number of them may stand before a marker.
        position += 1
        continue
      }
      guard (0xD0...0xD7).contains(bytes[1]) else { return false }
      position += 2
      return true
    }
  }

  @inline(never)
  private func refill(_ bits: inout BitReader) {
    let rest = bits.unreadBytes
    if let start = rest.baseAddress { buffer.update(from: start, count: rest.count) }
    bits.move(to: buffer, end: buffer + copy(behind: rest.count))
  }

  /// Copies what comes next behind the first `count` bytes of the buffer and says how many there are then.
  private func copy(behind count: Int) -> Int {
    let limit = JPEGStream.pieceSize + reserve
    var count = count
    while count < limit, !isComplete { count = copyPiece(behind: count, upTo: limit) }
    if isComplete { (buffer + count).update(repeating: 0, count: reserve) }
    return count
  }

  private func copyPiece(behind count: Int, upTo limit: Int) -> Int {
    let bytes = stream.bytes(from: position, atLeast: 2)
    var (count, used) = (count, 0)
    while used < bytes.count, count < limit {
      let run = UnsafeBufferPointer(rebasing: bytes[used..<min(bytes.count, used + limit - count)])
      let length = run.lengthBeforeMark
      if let start = run.baseAddress { (buffer + count).update(from: start, count: length) }
      count += length
      used += length
      if length == run.count { continue }
      // The next piece begins with a 0xFF that is the last byte of this one.
      guard used + 1 < bytes.count, bytes[used + 1] == 0 else { break }
      buffer[count] = 0xFF
      count += 1
      used += 2
    }
    position += used
    isComplete = used == 0 || used + 1 < bytes.count && count < limit
    return count
  }
}
