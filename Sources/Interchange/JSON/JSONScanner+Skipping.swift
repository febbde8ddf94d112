// Values that are passed over without being kept.
extension JSONScanner {
  /// Moves the cursor past the value at it, of whatever length, and lets a record begin there.
  mutating func skipValue() throws(Failure) {
    var depth = 0
    repeat {
      guard let byte = try nextVisible() else { throw .syntax("the file ends within an object") }
      switch byte {
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        advance()
      case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
        depth -= 1
        advance()
      case UInt8(ascii: ",") where depth > 0, UInt8(ascii: ":") where depth > 0: advance()
      case _ where Self.isWordByte(byte): try skipWord()
      default: throw .syntax("a value is expected")
      }
      beginRecord()
    } while depth > 0
  }

  /// Moves the cursor past the string at it.
  private mutating func skipString() throws(Failure) {
    advance()
    while let byte = try peek(), byte != 0x0A {
      advance()
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), try peek() != nil { advance() }
      beginRecord()
    }
    throw .syntax("a string is not closed")
  }

  private mutating func skipWord() throws(Failure) {
    while let byte = try peek(), Self.isWordByte(byte) { advance() }
  }
}
