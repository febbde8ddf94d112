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

  /// Reads the letters that come next, at most 10, in lower case and without accents.
  mutating func word() -> String {
    var letters: [UInt8] = []
    while letters.count < 10, let letter = nextLetter() { letters.append(letter) }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The letters from U+00C0 on without their accents, which are the same 32 letters in upper and in lower case.
  private static let unaccented = Array("aaaaaa?ceeeeiiii?nooooo??uuuuy??".utf8)

  /// Reads the next character, in lower case and without its accent; `nil` unless it is a letter.
  private mutating func nextLetter() -> UInt8? {
    guard let next else { return nil }
    if (0x61...0x7A).contains(next | 0x20) {
      position += 1
      return next | 0x20
    }
    // The first byte of U+00C0 to U+00FF in UTF-8.
    guard next == 0xC3, position + 1 < bytes.count else { return nil }
    let letter = Self.unaccented[Int(bytes[position + 1] & 0x1F)]
    guard letter != UInt8(ascii: "?") else { return nil }
    position += 2
    return letter
  }
}
