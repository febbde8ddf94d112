/// Reads a source sequentially with a buffer, for a decoder that reads small parts.
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

  /// Copies the next `count` bytes; returns `false` if there are fewer.
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

  private func fetch() -> Bool {
    let size = min(Self.bufferSize, source.count - offset)
    guard size > 0 else { return false }
    do {
      buffer = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = min(size, max(0, try source.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))))
      }
    } catch {
      self.error = .unreadable("\(error)")
      return false
    }
    used = 0
    offset += buffer.count
    return !buffer.isEmpty
  }
}
