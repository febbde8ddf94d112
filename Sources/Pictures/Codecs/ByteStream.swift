/// A source read from its start to its end in large pieces, for a decoder that asks for small ones.
final class ByteStream {
  private static let pieceSize = 65_536

  private let source: any ByteSource
  private var piece: [UInt8] = []
  private var used = 0
  private var offset = 0
  /// Why the source failed, if it did.
  private(set) var refusal: ThumbnailError?

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Copies the next `count` bytes; `false` where there are not so many.
  func read(into bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
    var copied = 0
    while copied < count {
      if used == piece.count, !fetch() { return false }
      let part = min(count - copied, piece.count - used)
      piece.withUnsafeBufferPointer { buffer in
        if let start = buffer.baseAddress { (bytes + copied).update(from: start + used, count: part) }
      }
      used += part
      copied += part
    }
    return true
  }

  private func fetch() -> Bool {
    let size = min(Self.pieceSize, source.count - offset)
    guard size > 0 else { return false }
    do {
      piece = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = min(size, max(0, try source.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))))
      }
    } catch {
      refusal = .unreadable("\(error)")
      return false
    }
    used = 0
    offset += piece.count
    return !piece.isEmpty
  }
}
