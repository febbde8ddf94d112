/// What a writer knows about the queue, so that it only reads what other processes have added.
struct QueueState {
  private var file: OpenFile.Identity?
  private(set) var bytes = 0
  private(set) var lines = 0
  private var lastByte: UInt8?

  /// Whether the last line is incomplete, because its writer was killed.
  var endsInTornLine: Bool {
    lastByte != nil && lastByte != .lineFeed
  }

  /// Reads what was written since the last call; call it under the lock.
  mutating func catchUp(with open: OpenFile) throws(TelemetryError) {
    let identity = try open.identity()
    let size = try open.size()
    if identity != file || size < bytes {
      self = QueueState(file: identity)
    }
    while bytes < size {
      let chunk = try open.read(min(size - bytes, 65_536), at: bytes)
      guard !chunk.isEmpty else { return }
      count(chunk)
    }
  }

  /// Counts what this writer has appended.
  mutating func count(_ addition: [UInt8]) {
    bytes += addition.count
    lines += addition.count { $0 == .lineFeed }
    lastByte = addition.last ?? lastByte
  }
}

extension QueueState {
  /// The state of a file that consists of `contents`.
  init(file: OpenFile.Identity, contents: [UInt8] = []) {
    self.file = file
    count(contents)
  }
}

extension UInt8 {
  /// The end of each line of the queue.
  static let lineFeed = UInt8(ascii: "\n")
}
