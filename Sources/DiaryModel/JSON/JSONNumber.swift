/// The numbers of JSON.
///
/// Source: RFC 8259, 6 Numbers.
package enum JSONNumber {
  /// Appends the shortest text that parses as the same number, in UTF-8; that of a whole number has no fraction.
  ///
  /// - Parameter number: A finite number; others have no text in JSON.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    let isWhole = number == number.rounded() && abs(number) < 1e15
    bytes += (isWhole ? String(Int64(number)) : "\(number)").utf8
  }

  /// Returns whether a text is a JSON number: `-0.50` and `1e5`, but neither `007`, `.5` nor `+3`.
  package static func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isValid($0) }
  }

  /// Returns whether the bytes are a JSON number.
  package static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = Scanner(text: text)
    scanner.skip("-")
    let start = scanner.index
    let wholeCount = scanner.skipDigits()
    guard wholeCount == 1 || wholeCount > 1 && text[start] != UInt8(ascii: "0") else { return false }
    if scanner.skip("."), scanner.skipDigits() == 0 { return false }
    if scanner.skip("e") || scanner.skip("E") {
      if !scanner.skip("+") { scanner.skip("-") }
      if scanner.skipDigits() == 0 { return false }
    }
    return scanner.index == text.count
  }

  private struct Scanner {
    let text: UnsafeBufferPointer<UInt8>
    private(set) var index = 0

    init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// Skips the character if it comes next; returns whether it did.
    @discardableResult
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard index < text.count, UInt32(text[index]) == character.value else { return false }
      index += 1
      return true
    }

    /// Skips digits and returns how many.
    mutating func skipDigits() -> Int {
      let start = index
      while index < text.count, (0x30...0x39).contains(text[index]) { index += 1 }
      return index - start
    }
  }
}
