/// Reads a source sequentially for a decoder.
final class ByteStream {
  private static let bufferSize = 65_536

  private let source: any ByteSource
  private var buffer: [UInt8] = []
  private var used = 0
  private var offset = 0
  /// The error of the source; `nil` if there was none.
  private(set) var error: ThumbnailError?

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Copies the next `count` bytes through a buffer; returns `false` if there are fewer.
  func read(into bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
    var copied = 0
    while copied < count {
      if used == buffer.count, !fetch() { return false }
      let part = min(count - copied, buffer.count - used)
      buffer.withUnsafeBufferPointer { buffer in
        if let start = buffer.baseAddress { (bytes + copied).update(from: start + used, count: part) }
      }
      used += part
      copied += part
    }
    return true
  }

  /// Reads the next bytes without the buffer; returns their number, 0 at the end or after an error.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    let size = min(bytes.count, source.count - offset)
    guard size > 0 else { return 0 }
    do {
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<size])
      let count = min(size, max(0, try source.read(at: offset, into: part)))
      offset += count
      return count
    } catch {
      self.error = .unreadable("\(error)")
      return 0
    }
  }

  private func fetch() -> Bool {
    buffer = [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { buffer, count in
      count = read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    used = 0
    return !buffer.isEmpty
  }
}
