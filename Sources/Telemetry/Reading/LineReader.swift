/// Cuts a file into lines, holding little more than one of them.
struct LineReader {
  struct Line: Equatable {
    /// The line without its line feed.
    let bytes: ArraySlice<UInt8>
    /// Whether a line feed ended it, and it was not too long for a signal.
    let isWhole: Bool
  }

  /// Far more than the longest signal takes.
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

  /// How many bytes were handed out, line feeds included.
  var position: Int { offset - buffer.count }

  /// The next line, or `nil` after the last.
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
