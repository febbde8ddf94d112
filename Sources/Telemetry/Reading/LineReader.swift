/// Reads a file line by line, with little more than one line in memory.
struct LineReader {
  struct Line: Equatable {
    /// The line without its line feed.
    let bytes: ArraySlice<UInt8>
    /// Whether it ended with a line feed and was not longer than ``LineReader/maxLineLength``.
    let isWhole: Bool
  }

  /// In bytes; far longer than any signal.
  static let maxLineLength = 65_536

  let file: OpenFile
  let end: Int
  private var offset = 0
  private var buffer: ArraySlice<UInt8> = []

  /// Reads the file's first `end` bytes.
  init(_ file: OpenFile, upTo end: Int) {
    self.file = file
    self.end = end
  }

  /// The number of bytes in the lines that were returned, including line feeds.
  var position: Int { offset - buffer.count }

  /// Returns the next line; `nil` after the last one.
  mutating func next() throws(TelemetryError) -> Line? {
    var isTooLong = false
    while true {
      if let feed = buffer.firstIndex(of: .lineFeed) {
        defer { buffer = buffer[(feed + 1)...] }
        return Line(bytes: buffer[..<feed], isWhole: !isTooLong)
      }
      if buffer.count >= Self.maxLineLength {
        isTooLong = true
        buffer.removeAll()
      }
      guard try fill() else { return lastLine(isTooLong: isTooLong) }
    }
  }

  private mutating func fill() throws(TelemetryError) -> Bool {
    let chunk = try file.read(min(Self.maxLineLength, end - offset), at: offset)
    offset += chunk.count
    buffer += chunk
    return !chunk.isEmpty
  }

  private mutating func lastLine(isTooLong: Bool) -> Line? {
    guard isTooLong || !buffer.isEmpty else { return nil }
    defer { buffer.removeAll() }
    return Line(bytes: buffer, isWhole: false)
  }
}
