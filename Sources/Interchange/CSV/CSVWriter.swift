/// Writes CSV as RFC 4180 defines it, but with LF as the line end.
package enum CSVWriter {
  private static let quote = UInt8(ascii: "\"")

  /// Appends a field, between quotes if it needs them.
  ///
  /// Empty text gets quotes too, which distinguishes it from a field without a value.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    needsQuotes(text) ? append(quoted: text, to: &bytes) : bytes.append(contentsOf: text)
  }

  /// Appends a line of fields; `nil` is a field without a value.
  package static func append(line fields: [String?], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      guard var field else { continue }
      field.withUTF8 { append($0, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  static func append(quoted text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(quote)
    var rest = text[...]
    while let index = rest.firstIndex(of: quote) {
      bytes.append(contentsOf: rest[...index])
      bytes.append(quote)
      rest = rest[(index + 1)...]
    }
    bytes.append(contentsOf: rest)
    bytes.append(quote)
  }

  private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last, first > 0x20, last > 0x20 else { return true }
    // A byte order mark at the front would be dropped.
    return first == 0xEF
      || text.contains { $0 == quote || $0 == UInt8(ascii: ",") || $0 < 0x20 || $0 == UInt8(ascii: "\\") }
  }
}
