/// Goes through JSON byte by byte, after RFC 8259.
struct JSONScanner {
  enum Failure: Error {
    case syntax(String)
    case tooLong
    case input(ImportError)
  }

  /// The line of the cursor, from 1.
  private(set) var line = 1
  private let window: ByteWindow
  private let maximumRecordLength: Int
  /// Where the record starts in the window, and where the cursor is from there.
  private var start: Int
  private var cursor = 0
  /// Where the line began, from the record's start.
  private var lineStart = 0

  init(_ window: ByteWindow, start: Int, maximumRecordLength: Int) {
    self.window = window
    self.start = start
    self.maximumRecordLength = maximumRecordLength
  }

  /// The byte of its line that the cursor is on, from 1.
  var column: Int { max(1, cursor - lineStart + 1) }

  /// The bytes from the record's start to the cursor.
  var recordBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: window.base + start, count: cursor)
  }

  /// Lets the record begin at the cursor.
  mutating func beginRecord() {
    start += cursor
    lineStart -= cursor
    cursor = 0
  }

  mutating func advance() { cursor += 1 }

  /// The byte at the cursor; `nil` at the end of the input.
  mutating func peek() throws(Failure) -> UInt8? {
    guard cursor <= maximumRecordLength else { throw .tooLong }
    if start + cursor < window.end { return window.base[start + cursor] }
    do throws(ImportError) {
      let added = try window.refill(keepingFrom: start)
      start = 0
      return added > 0 ? window.base[cursor] : nil
    } catch {
      throw .input(error)
    }
  }

  /// The next byte that is neither blank nor part of a byte order mark.
  mutating func nextVisible() throws(Failure) -> UInt8? {
    while let byte = try peek() {
      switch byte {
      case 0x0A:
        line += 1
        lineStart = cursor + 1
      case 0x20, 0x09, 0x0D, 0xEF, 0xBB, 0xBF: break
      default: return byte
      }
      advance()
    }
    return nil
  }

  mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
    guard let byte = try nextVisible(), UInt32(byte) == character.value else {
      throw .syntax("\(character) is expected")
    }
    advance()
  }

  /// Moves the cursor to the end of the line on which the record starts.
  mutating func skipLine(from recordLine: Int) throws(Failure) {
    if let end = recordBytes.firstIndex(of: 0x0A) {
      (cursor, line) = (end, recordLine)
    } else {
      while let byte = try peek(), byte != 0x0A { advance() }
    }
  }
}

// MARK: - Values

extension JSONScanner {
  /// Appends the string at the cursor without its quotes and escapes.
  mutating func readString(into text: ByteStore) throws(Failure) {
    advance()
    while true {
      let from = cursor
      scanPlainText()
      text.append(contentsOf: UnsafeBufferPointer(start: window.base + start + from, count: cursor - from))
      guard let byte = try peek() else { throw .syntax("a string is not closed") }
      switch byte {
      case UInt8(ascii: "\""): return advance()
      case UInt8(ascii: "\\"): try readEscape(into: text)
      case 0x0A: throw .syntax("a string is not closed")
      default:
        if byte < 0x20 {
          text.append(byte)
          advance()
        }
      }
    }
  }

  /// Moves the cursor over what stands for itself, as far as the window goes.
  private mutating func scanPlainText() {
    let bytes = window.base + start
    let end = window.end - start
    var index = cursor
    while index < end, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != UInt8(ascii: "\\")
    {
      index += 1
    }
    cursor = index
  }

  private mutating func readEscape(into text: ByteStore) throws(Failure) {
    advance()
    guard let byte = try peek() else { throw .syntax("a string is not closed") }
    advance()
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"): try readCharacter(into: text)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    default: throw .syntax("a backslash stands before a character that needs none")
    }
  }

  /// Appends what four digits stand for, or two times four for a pair; half a pair becomes U+FFFD.
  private mutating func readCharacter(into text: ByteStore) throws(Failure) {
    let unit = try readUnit()
    guard UTF16.isLeadSurrogate(unit) else {
      return text.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
    guard try peek() == UInt8(ascii: "\\") else { return text.append("\u{FFFD}") }
    advance()
    guard try peek() == UInt8(ascii: "u") else {
      text.append("\u{FFFD}")
      cursor -= 1
      return
    }
    advance()
    let second = try readUnit()
    guard UTF16.isTrailSurrogate(second) else {
      text.append("\u{FFFD}")
      return text.append(Unicode.Scalar(second) ?? "\u{FFFD}")
    }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(second) - 0xDC00
    text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private mutating func readUnit() throws(Failure) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = try peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .syntax("\\u wants four digits")
      }
      value = value << 4 | UInt16(digit)
      advance()
    }
    return value
  }

  /// Appends a number, `true` or `false`; `true` is returned for `null`.
  mutating func readWord(into text: ByteStore) throws(Failure) -> Bool {
    let from = text.count
    while let byte = try peek(), Self.isWordByte(byte) {
      text.append(byte)
      advance()
    }
    let word = UnsafeBufferPointer(start: text.base + from, count: text.count - from)
    if word.elementsEqual("null".utf8) { return true }
    let isNumber = word.first.map { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") } ?? false
    guard isNumber || word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) else {
      throw .syntax("a value is expected")
    }
    return false
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "E")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Appends an array or object as it is written.
  mutating func readNested(into text: ByteStore) throws(Failure) {
    var depth = 0
    var (isInString, isEscaped) = (false, false)
    while let byte = try peek() {
      text.append(byte)
      advance()
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case 0x0A:
        line += 1
        lineStart = cursor
      default: break
      }
      if depth == 0 { return }
    }
    throw .syntax("the file ends within an object")
  }
}
