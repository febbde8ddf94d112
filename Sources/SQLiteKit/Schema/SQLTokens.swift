/// Splits an SQL statement into tokens, to compare declarations.
///
/// Whitespace, comments, the case of names and the quotes around them are normalized: SQLite rewrites declarations when
/// something is renamed, and not in the same way in every version.
///
///     SQLTokens.of("DROP TABLE \"Beer\" -- gone")  // ["drop", "table", "beer"]
package enum SQLTokens {
  /// Returns the tokens of a statement; stops at a NUL, as SQLite does.
  package static func of(_ sql: String) -> [String] {
    var scanner = Scanner(bytes: Array(sql.utf8))
    var tokens: [String] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }
}

private struct Scanner {
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// `nil` at the end, and at a NUL, where SQLite stops as well.
  mutating func next() -> String? {
    skipBlanksAndComments()
    guard let first = byte(), first != 0 else { return nil }
    switch first {
    case UInt8(ascii: "'"): return "'" + quoted(upTo: first) + "'"
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(upTo: first).lowercasedASCII
    case UInt8(ascii: "["): return quoted(upTo: UInt8(ascii: "]")).lowercasedASCII
    case let first where first.isPartOfWord: return word()
    default:
      index += 1
      return String(UnicodeScalar(first))
    }
  }

  private func byte(after count: Int = 0) -> UInt8? {
    index + count < bytes.count ? bytes[index + count] : nil
  }

  private mutating func skipBlanksAndComments() {
    while let first = byte() {
      let second = byte(after: 1)
      if first == UInt8(ascii: "-"), second == UInt8(ascii: "-") {
        while let next = byte(), next != UInt8(ascii: "\n") { index += 1 }
      } else if first == UInt8(ascii: "/"), second == UInt8(ascii: "*") {
        index += 2
        while let next = byte(), next != UInt8(ascii: "*") || byte(after: 1) != UInt8(ascii: "/") {
          index += 1
        }
        index += 2
      } else if first == UInt8(ascii: " ") || 9...13 ~= first && first != 11 {
        index += 1
      } else {
        return
      }
    }
  }

  /// Reads up to the closing quote; a doubled quote is a quote within the name or text.
  private mutating func quoted(upTo end: UInt8) -> String {
    var text: [UInt8] = []
    index += 1
    while let next = byte() {
      index += 1
      if next == end {
        guard end != UInt8(ascii: "]"), byte() == end else { break }
        index += 1
      }
      text.append(next)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func word() -> String {
    let start = index
    while let next = byte(), next.isPartOfWord { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercasedASCII
  }
}

extension UInt8 {
  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

extension String {
  /// SQLite ignores the case of ASCII letters only.
  fileprivate var lowercasedASCII: String {
    String(decoding: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
