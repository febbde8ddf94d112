/// Finds the end of a string, array or object without looking into it: only brackets and strings count.
///
/// The text may come in parts, so that a value of any length is skipped in constant memory.
package struct JSONValueEnd {
  /// Whether a string has backslashes.
  private(set) var hasEscapes = false
  private let isFile: Bool
  private var depth = 0
  private var isInString = false
  /// Whether the previous part ended with a backslash.
  private var isEscaped = false

  /// Creates a search for the end of one value.
  ///
  /// - Parameter isFile: Whether a string that is not in an array or object has to end on its line.
  package init(isFile: Bool) { self.isFile = isFile }

  /// Whether a byte is the first of a string, array or object.
  package static func isStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  /// What is wrong if the text ends here.
  package var failure: String { isInString ? "a string is not closed" : "the file ends inside an object" }

  /// Moves an offset after the value, or to the end of the bytes if the value continues in the next part.
  ///
  /// - Parameters:
  ///   - bytes: A part of the text.
  ///   - offset: Where the value begins or continues.
  /// - Returns: Whether the value is complete.
  /// - Throws: `JSONReader.Malformed` if a string of a file has a line break.
  package mutating func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int
  ) throws(JSONReader.Malformed) -> Bool {
    while offset < bytes.count {
      if isInString {
        guard try skipString(bytes, from: &offset) else { return false }
      } else {
        switch bytes[offset] {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        offset += 1
      }
      if depth == 0, !isInString { return true }
    }
    return false
  }

  /// Moves an offset after the closing quote; returns `false` if that is not in these bytes.
  private mutating func skipString(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int
  ) throws(JSONReader.Malformed) -> Bool {
    if isEscaped { offset += 1 }
    isEscaped = false
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        isInString = false
        return true
      case UInt8(ascii: "\\"):
        hasEscapes = true
        isEscaped = offset + 1 == bytes.count
        offset = min(offset + 2, bytes.count)
      case 0x0A where depth == 0 && isFile:
        throw JSONReader.Malformed(reason: failure, offset: offset, isAtEnd: false)
      default: offset += 1
      }
    }
    return false
  }
}
