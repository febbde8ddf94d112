#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a JPEG at any place, of which one piece at a time is in memory.
final class JPEGStream {
  /// More than the longest segment.
  static let pieceSize = 65_536

  private let source: any ByteSource
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
  private var loaded = 0..<0
  /// How many bytes there are; those of a source that fails end there.
  private(set) var count: Int
  /// Why the source failed, if it did.
  private(set) var refusal: ThumbnailRefusal?

  init(_ source: any ByteSource) {
    self.source = source
    count = max(0, source.count)
  }

  deinit { piece.deallocate() }

  /// The bytes from `offset` on that are in memory: `length` of them or more, fewer only where the source ends.
  ///
  /// They stay there until the next call.
  ///
  /// - Parameter length: At most `pieceSize`.
  func bytes(from offset: Int, atLeast length: Int) -> UnsafeBufferPointer<UInt8> {
    if offset < loaded.lowerBound || min(count, offset + length) > loaded.upperBound { load(from: offset) }
    guard loaded.contains(offset) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: piece[offset - loaded.lowerBound..<loaded.count])
      .assumingMemoryBound(to: UInt8.self)
  }

  /// The bytes of `range`, as far as there are any; at most `pieceSize`.
  func bytes(in range: Range<Int>) -> [UInt8] {
    Array(bytes(from: range.lowerBound, atLeast: range.count).prefix(range.count))
  }

  /// Where the next 0xFF is, from `offset` on.
  func nextMark(from offset: Int) -> Int? {
    var offset = offset
    while true {
      let bytes = bytes(from: offset, atLeast: 1)
      guard !bytes.isEmpty else { return nil }
      let length = bytes.lengthBeforeMark
      if length < bytes.count { return offset + length }
      offset += length
    }
  }

  private func load(from offset: Int) {
    loaded = offset..<offset
    let size = min(Self.pieceSize, count - offset)
    guard size > 0 else { return }
    do {
      let got = try source.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: piece[..<size]))
      loaded = offset..<offset + min(size, max(0, got))
    } catch {
      refusal = .unreadable("\(error)")
    }
    if loaded.count < size { count = loaded.upperBound }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes stand before the first 0xFF: all where there is none.
  var lengthBeforeMark: Int {
    guard let start = baseAddress, let mark = memchr(start, 0xFF, count) else { return count }
    return UnsafeRawPointer(mark) - UnsafeRawPointer(start)
  }
}
