/// Reads a short text from beginning to end; valid as long as its bytes.
struct ByteCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips the character if it comes next; returns `false` if it does not.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Skips the next character if it is one of these ASCII characters, and returns it.
  mutating func skip(anyOf characters: StaticString) -> UInt8? {
    guard let next else { return nil }
    let matches = characters.withUTF8Buffer { $0.contains(next) }
    guard matches else { return nil }
    position += 1
    return next
  }

  mutating func skipBlanks() { while skip(" ") {} }

  /// Reads a number with as many digits as the range allows; `nil` if there are fewer.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, let next, (0x30...0x39).contains(next) {
      value = value * 10 + Int(next - 0x30)
      count += 1
      position += 1
    }
    return digits.contains(count) ? value : nil
  }

  /// Reads what `read` reads; leaves the cursor where it is if that is `nil`.
  mutating func attempt<Value>(_ read: (inout ByteCursor) -> Value?) -> Value? {
    var ahead = self
    guard let value = read(&ahead) else { return nil }
    self = ahead
    return value
  }

  /// Reads the letters that come next, at most 9, in lower case.
  mutating func word() -> String {
    let rest = bytes[position...].prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }.prefix(
      9)
    position += rest.count
    return String(decoding: rest.map { $0 | 0x20 }, as: UTF8.self)
  }
}
