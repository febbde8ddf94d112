/// What a writer knows of the queue's contents, so that it reads only what others have added.
struct QueueState {
  private var file: OpenFile.Identity?
  private(set) var bytes = 0
  private(set) var lines = 0
  private var lastByte: UInt8?

  /// Whether the file ends inside a line, as a writer that was killed leaves it.
  var endsInTornLine: Bool {
    lastByte != nil && lastByte != .lineFeed
  }

  /// Takes in what was written since the last time; call it under the lock.
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

  /// Takes in what this writer has just appended.
  mutating func count(_ addition: [UInt8]) {
    bytes += addition.count
    lines += addition.count { $0 == .lineFeed }
    lastByte = addition.last ?? lastByte
  }
}

extension QueueState {
  /// What is known of a file that has `contents` and nothing else.
  init(file: OpenFile.Identity, contents: [UInt8] = []) {
    self.file = file
    count(contents)
  }
}

extension UInt8 {
  /// What ends each line of the queue.
  static let lineFeed = UInt8(ascii: "\n")
}
