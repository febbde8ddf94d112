/// The format of a CSV file.
package struct CSVFormat: Hashable, Sendable {
  /// The byte between two fields: a comma, semicolon, tab or pipe, or what a `sep=` line names.
  package var delimiter: UInt8
  /// Bytes before the first record: Excel's `sep=` line with its line end.
  var preamble = 0
  /// Line ends in the preamble.
  var preambleLines = 0
  /// Whether a quote after blanks opens a field, as in files that have a blank after each comma.
  private(set) var allowsBlanksBeforeQuotes = false

  /// Creates a format without a `sep=` line.
  package init(delimiter: UInt8) { self.delimiter = delimiter }

  /// The name of the delimiter in a sentence.
  package var delimiterName: String {
    switch delimiter {
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: "\t"): "tab"
    case UInt8(ascii: "|"): "pipe"
    default: "\"\(Character(Unicode.Scalar(delimiter)))\""
    }
  }

  /// The delimiters that are detected; the first of them wins if a header has as many of one as of another.
  static let candidates = [",", ";", "\t", "|"].map { (text: Unicode.Scalar) in UInt8(ascii: text) }

  /// Detects the format in the beginning of a file, without a byte order mark.
  ///
  /// A `sep=` line names the delimiter. Otherwise it is the candidate that is most frequent outside quotes in the first
  /// record that is not blank: the header, which in contrast to the data rarely has delimiters in its text.
  ///
  /// - Parameter delimiter: The delimiter; `nil` to detect it.
  static func detect(in beginning: UnsafeBufferPointer<UInt8>, delimiter: UInt8? = nil) -> CSVFormat {
    var format =
      separatorLine(in: beginning) ?? CSVFormat(delimiter: mostFrequentDelimiter(inHeaderOf: beginning))
    if let delimiter { format.delimiter = delimiter }
    let header = UnsafeBufferPointer(rebasing: beginning[format.preamble...])
    format.allowsBlanksBeforeQuotes = format.hasBlanksAfterDelimiters(inHeaderOf: header)
    return format
  }

  private static func mostFrequentDelimiter(inHeaderOf bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var counts = candidates.map { _ in 0 }
    forEachUnquotedByte(inHeaderOf: bytes) { byte, _ in
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }

  /// Returns whether a blank follows at least half of the delimiters.
  private func hasBlanksAfterDelimiters(inHeaderOf bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let blank = UInt8(ascii: " ")
    var count = 0
    var beforeBlanks = 0
    Self.forEachUnquotedByte(inHeaderOf: bytes) { byte, next in
      guard byte == delimiter else { return }
      count += 1
      if next == blank { beforeBlanks += 1 }
    }
    return delimiter != blank && count > 0 && beforeBlanks * 2 >= count
  }

  /// Calls `body` with each byte outside quotes in the first record that is not blank, and with the byte after it.
  private static func forEachUnquotedByte(
    inHeaderOf bytes: UnsafeBufferPointer<UInt8>, _ body: (_ byte: UInt8, _ next: UInt8?) -> Void
  ) {
    var isQuoted = false
    var isBlank = true
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, isLineEnd(byte), !isBlank { break }
      isBlank = isBlank && (isLineEnd(byte) || byte == UInt8(ascii: " "))
      if !isQuoted { body(byte, index + 1 < bytes.count ? bytes[index + 1] : nil) }
    }
  }

  /// Returns the delimiter that Excel's line `sep=;` names, also `"sep=;"`; `nil` for other lines.
  static func namedDelimiter(in line: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    let isQuoted = line.first == UInt8(ascii: "\"")
    let line = isQuoted ? line.dropFirst().dropLast() : line
    let word = line.prefix(4).map { $0 | 0x20 }
    guard line.count == 5, word == Array("sep=".utf8).map({ $0 | 0x20 }), let delimiter = line.last,
      canSeparate(delimiter)
    else { return nil }
    return delimiter
  }

  /// Reads Excel's first line.
  private static func separatorLine(in bytes: UnsafeBufferPointer<UInt8>) -> CSVFormat? {
    guard let lineEnd = bytes.firstIndex(where: isLineEnd),
      let delimiter = namedDelimiter(in: bytes[..<lineEnd])
    else { return nil }
    var format = CSVFormat(delimiter: delimiter)
    let isCRLF = bytes[lineEnd] == 0x0D && lineEnd + 1 < bytes.count && bytes[lineEnd + 1] == 0x0A
    format.preamble = lineEnd + (isCRLF ? 2 : 1)
    format.preambleLines = 1
    return format
  }

  /// Returns whether a byte can be a delimiter: a tab, a space or ASCII punctuation other than a quote.
  package static func canSeparate(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    let isPrintable = (0x20..<0x7F).contains(byte) || byte == UInt8(ascii: "\t")
    return isPrintable && !character.isLetter && !character.isNumber && byte != UInt8(ascii: "\"")
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
