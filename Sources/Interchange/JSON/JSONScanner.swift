import DiaryModel

/// Finds the records in a JSON file, in constant memory.
///
/// Everything around the records is skipped token by token, however long it is. Names and records are read by
/// `JSONReader`, as soon as they are complete in the window.
struct JSONScanner {
  enum Failure: Error {
    /// The file is not JSON; `offset` counts from the cursor.
    case syntax(String, offset: Int)
    case tooLong
    case input(ImportError)
  }

  private static let lineFeed = UInt8(ascii: "\n")

  private let window: ByteWindow
  private let maxRecordLength: Int
  /// The position of the cursor in the window.
  private var position: Int
  /// The line of the cursor, from 1.
  private(set) var line = 1
  /// The position in the window at which that line starts; negative if the start is no longer in the window.
  private var lineStart: Int

  init(_ window: ByteWindow, start: Int, maxRecordLength: Int) {
    self.window = window
    self.maxRecordLength = maxRecordLength
    position = start
    lineStart = start
  }

  /// The byte at the cursor; `nil` at the end of the file.
  mutating func peek() throws(Failure) -> UInt8? {
    if position == window.end, try !supply() { return nil }
    return window.base[position]
  }

  /// Moves the cursor over bytes that are in the window.
  mutating func advance(by count: Int = 1) {
    for index in position..<position + count where window.base[index] == Self.lineFeed {
      line += 1
      lineStart = index + 1
    }
    position += count
  }

  /// Moves the cursor to the next token and returns its first byte; `nil` at the end of the file.
  mutating func nextToken() throws(Failure) -> UInt8? {
    while let byte = try peek() {
      guard JSONReader.isBlank(byte, isFile: true) else { return byte }
      advance()
    }
    return nil
  }

  /// Reads a name or record at the cursor with `JSONReader`, and moves the cursor after it.
  ///
  /// - Parameter body: Called again from the beginning if the window ended too early.
  /// - Returns: The bytes that were read, valid until the cursor is moved.
  @discardableResult
  mutating func read(
    _ body: (inout JSONReader) throws(JSONReader.Malformed) -> Void
  ) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    while true {
      let bytes = available
      var reader = JSONReader(bytes, isFile: true)
      do throws(JSONReader.Malformed) {
        try body(&reader)
        advance(by: reader.offset)
        return UnsafeBufferPointer(rebasing: bytes[..<reader.offset])
      } catch {
        if error.isAtEnd, bytes.count > maxRecordLength { throw .tooLong }
        guard error.isAtEnd, try supply() else { throw .syntax(error.reason, offset: error.offset) }
      }
    }
  }

  /// Reads the name of a member, up to its value.
  mutating func readName() throws(Failure) -> [UInt8] {
    var name: [UInt8] = []
    try read { reader throws(JSONReader.Malformed) in
      name.removeAll()
      try reader.memberName().append(to: &name)
    }
    return name
  }

  /// Moves the cursor to the end of its line.
  ///
  /// - Returns: The rest of the line, valid until the cursor is moved.
  mutating func readLine() throws(Failure) -> UnsafeBufferPointer<UInt8> {
    var isAtEnd = false
    while true {
      let bytes = available
      if let count = bytes.firstIndex(of: Self.lineFeed) ?? (isAtEnd ? bytes.count : nil) {
        advance(by: count)
        return UnsafeBufferPointer(rebasing: bytes[..<count])
      }
      if bytes.count > maxRecordLength { throw .tooLong }
      isAtEnd = try !supply()
    }
  }

  /// Moves the cursor after the value at it, however long that is.
  ///
  /// Accepts what `JSONReader.rawValue()` accepts.
  mutating func skipValue() throws(Failure) {
    switch try nextToken() {
    case let byte? where JSONValueEnd.isStart(byte): try skipToEnd()
    case let byte? where JSONReader.isWordByte(byte):
      while let byte = try peek(), JSONReader.isWordByte(byte) { advance() }
    default: throw .syntax("a value is expected", offset: 0)
    }
  }

  /// The error for a failure at the cursor.
  func error(_ failure: Failure) -> ImportError {
    switch failure {
    case .syntax(let what, let offset):
      var scanner = self
      scanner.advance(by: offset)
      return .brokenJSON(
        line: scanner.line, column: scanner.position - scanner.lineStart + 1, what: what)
    case .tooLong: return .brokenJSON(line: line, column: 1, what: "an object is too long")
    case .input(let error): return error
    }
  }
}

extension JSONScanner {
  /// The bytes from the cursor to the end of the window, or to one byte beyond the longest record.
  ///
  /// So the result does not depend on how many bytes are read at a time.
  private var available: UnsafeBufferPointer<UInt8> {
    let count = min(window.end - position, maxRecordLength + 1)
    return UnsafeBufferPointer(start: window.base + position, count: count)
  }

  /// Reads more of the file; returns `false` at its end.
  private mutating func supply() throws(Failure) -> Bool {
    do throws(ImportError) {
      let added = try window.refill(keepingFrom: position)
      lineStart -= position
      position = 0
      // A record is read again from its beginning, so large additions are better.
      try window.fill()
      return added > 0
    } catch {
      throw .input(error)
    }
  }

  /// Moves the cursor after the string, array or object at it.
  private mutating func skipToEnd() throws(Failure) {
    var end = JSONValueEnd(isFile: true)
    var isComplete = false
    repeat {
      if try peek() == nil { throw .syntax(end.failure, offset: 0) }
      let bytes = UnsafeBufferPointer(start: window.base + position, count: window.end - position)
      var count = 0
      do throws(JSONReader.Malformed) {
        isComplete = try end.skip(bytes, from: &count)
      } catch {
        throw .syntax(error.reason, offset: error.offset)
      }
      advance(by: count)
    } while !isComplete
  }
}
