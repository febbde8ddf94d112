import DiaryModel

/// Decodes text of other programs, which may not be UTF-8, so that no character is lost.
package enum ForeignText {
  /// Returns the text without a byte order mark and without NULs.
  ///
  /// As in an import, text with the byte order mark of UTF-16 is read as that, and a line that is not UTF-8 as
  /// Windows-1252.
  package static func decode(_ bytes: [UInt8]) -> String {
    var text = String(validating: bytes, as: UTF8.self) ?? utf16(bytes) ?? lines(bytes)
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return text.withoutNULs
  }

  /// Returns the text if it is UTF-16 with a byte order mark; `nil` for all other bytes.
  private static func utf16(_ bytes: [UInt8]) -> String? {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]), bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  private static func lines(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let texts = lines.map { line in
      String(validating: line, as: UTF8.self) ?? line.withUnsafeBufferPointer(Windows1252.decode)
    }
    return texts.joined(separator: "\n")
  }
}
